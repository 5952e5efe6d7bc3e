/** The built-in table of well-known models: sizes in tokens, prices in US dollars per million tokens. */
import { modelNames } from './model-id.ts';
import models from './models.json';
import type { Prices } from './prices.ts';

// models.json is made by `npm run catalogue` from the model lists of @earendil-works/pi-ai 1.6.0 (MIT, see
// THIRD_PARTY_NOTICES.md), as of 2026-11-28; what is corrected in them, and by which source, is in scripts/catalogue/facts.mjs.
// Compared on that day with platform.claude.com/docs/en/models and /about-claude/pricing for a part of Anthropic's models, and
// with developers.openai.com/api/docs/models for gpt-6.2-sol; not checked with the vendor for the others. Prices are those of
// the shorter cache. A provider's own answer, and a setting, come before all of this.

/** The date of the prices. */
export const PRICES_AS_OF = '2026-11-28';

export interface ModelFacts {
  /** Input and output together. */
  readonly window: number;
  /** The input limit, if it is below the window. */
  readonly maxInput?: number;
  readonly maxOutput: number;
  readonly takesImages?: boolean;
  /** Whether it is a reasoning model. */
  readonly thinks?: boolean;
  /** On the day of the table. */
  readonly prices: Prices;
  /** What the vendor has announced, in the order of its days. */
  readonly later?: readonly LaterPrices[];
}

interface LaterPrices {
  /** The first day, in UTC, as 2026-12-01. */
  readonly from: string;
  readonly prices: Prices;
}

/** By id, without provider and date. */
const MODELS: Readonly<Record<string, ModelFacts>> = models;

/** A model's prices at a time in milliseconds since 1970: those of the table until others hold that were announced with a day. */
export function pricesAt({ prices, later = [] }: Pick<ModelFacts, 'prices' | 'later'>, at: number): Prices {
  return later.findLast(({ from }) => Date.parse(from) <= at)?.prices ?? prices;
}

/** The facts of a model by any of its names; undefined for one that is not in the table. */
export function modelFacts(model: string | undefined): ModelFacts | undefined {
  const names = model === undefined ? [] : modelNames(model);
  const name = names.find((one) => Object.hasOwn(MODELS, one));
  return name === undefined ? undefined : MODELS[name];
}
