/** The token budget of all tool outputs in a context together (R32). */
import type { ToolOutputConfig } from '../../tool-output/config.ts';

const SHARE = 0.25;
const LEAST = 20_000;
const MOST = 60_000;

/**
 * Tokens. An explicit number wins, 0 too; null is a quarter of the window within 20,000 and 60,000 (R32), and the least of
 * these where the window is unknown. Infinite when the cache is switched off: nothing is trimmed then (R35).
 */
export function outputBudget(
  { enabled, contextBudgetTokens }: Pick<ToolOutputConfig, 'enabled' | 'contextBudgetTokens'>,
  window: number | undefined,
): number {
  if (!enabled) return Number.POSITIVE_INFINITY;
  if (contextBudgetTokens !== null) return contextBudgetTokens;
  return Math.min(MOST, Math.max(LEAST, Math.floor((window ?? 0) * SHARE)));
}
