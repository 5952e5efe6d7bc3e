/** Determines a model's context window from settings, provider and built-in table, in that order (R24). */
import { findByModel, findForAnyOther, modelNames } from './model-id.ts';
import { modelFacts } from './models.ts';

/** In tokens; undefined when unknown. */
export interface ModelSize {
  /** Input and output together. */
  readonly window: number | undefined;
  readonly maxInput?: number | undefined;
  readonly maxOutput?: number | undefined;
  /** Tokens of input above which every token of a call costs more. */
  readonly priceTier?: number | undefined;
  /** The limit learned from a refusal; it caps all other sources. */
  readonly learned?: number | undefined;
}

/** The sizes that a provider's API reports; null and invalid numbers count as unknown. */
export interface ReportedSize {
  readonly window?: number | null | undefined;
  readonly maxInput?: number | null | undefined;
  readonly maxOutput?: number | null | undefined;
}

/** The smallest window of any model of a family; vendors' model pages, 2026-11. */
const FAMILIES: readonly { readonly match: RegExp; readonly window: number }[] = [
  { match: /^claude-(instant|[12](\b|[.-]))/, window: 100_000 },
  { match: /^claude-/, window: 200_000 },
];

/** The window of `modelSize`. */
export function getContextWindowForModel(
  model: string | undefined,
  configured: Readonly<Record<string, number>>,
  reported: ReportedSize = {},
): number | undefined {
  return modelSize(model, configured, reported).window;
}

/**
 * A model's size, by the first that knows its window: the setting for it (by id, then without provider or date, then for its
 * provider), the provider's API, the bundled table, the family, the setting for "*", which also holds where no model is
 * named; undefined when nothing does (R24, R41). A window from one source never goes with the input limit of another; the
 * output limit is the API's, else the table's, which alone knows where prices rise.
 */
export function modelSize(
  model: string | undefined,
  configured: Readonly<Record<string, number>>,
  reported: ReportedSize = {},
): ModelSize {
  const known = modelFacts(model);
  const others = {
    maxOutput: count(reported.maxOutput) ?? known?.maxOutput,
    priceTier: known?.prices.tiers?.[0]?.above,
  };
  const set = findByModel(configured, model);
  if (set !== undefined) return { window: set, ...others };
  const maxInput = count(reported.maxInput);
  // Some providers report only the input limit, which is then the only certain size.
  const window = count(reported.window) ?? maxInput;
  if (window !== undefined) return { window, maxInput, ...others };
  if (known) return { window: known.window, maxInput: known.maxInput, ...others };
  return { window: familyWindow(model) ?? findForAnyOther(configured), ...others };
}

function familyWindow(model: string | undefined): number | undefined {
  const names = model === undefined ? [] : modelNames(model);
  return FAMILIES.find(({ match }) => names.some((name) => match.test(name)))?.window;
}

function count(value: number | null | undefined): number | undefined {
  return Number.isInteger(value) && Number(value) > 0 ? Number(value) : undefined;
}
