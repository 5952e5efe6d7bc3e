/** Applies the settings that hold for one model only: its strategy and threshold (R23, R58). */
import { findByModel, findForAnyOther } from '../tokens/model-id.ts';
import type { CompactionConfig } from './config.ts';

/**
 * The config with the strategy and the threshold that are set for the model: under its id, without provider or date, for its
 * provider, or under "*". A threshold of its own replaces both general ones: as a share of the limit there is none in tokens,
 * as tokens no ratio lowers it, for what a person sets for one model is never silently clamped by what holds for all. Only
 * what the window leaves, and `stayBelowPriceTier`, can be smaller. The same object where nothing is set for the model.
 */
export function configForModel(config: CompactionConfig, model: string | undefined): CompactionConfig {
  const { modelStrategies, modelThresholds } = config;
  const strategy = findByModel(modelStrategies, model) ?? findForAnyOther(modelStrategies);
  const threshold = findByModel(modelThresholds, model) ?? findForAnyOther(modelThresholds);
  if (strategy === undefined && threshold === undefined) return config;
  return { ...config, ...(strategy && { strategy }), ...(threshold !== undefined && thresholds(threshold)) };
}

/** A ratio of 1 lowers nothing. */
function thresholds(threshold: number): Pick<CompactionConfig, 'thresholdRatio' | 'thresholdTokens'> {
  return threshold > 1
    ? { thresholdRatio: 1, thresholdTokens: threshold }
    : { thresholdRatio: threshold, thresholdTokens: null };
}
