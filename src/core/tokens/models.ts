/** What the vendors say of their well-known models: sizes in tokens, prices in US dollars per million tokens. */
import type { Prices } from '../compaction/price.ts';
import { namesOf } from './model-id.ts';

// As of 2026-11-28. Anthropic's sizes and prices: platform.claude.com/docs/en/models and /about-claude/pricing, checked there for
// part of the models; gpt-6.2-sol: developers.openai.com/api/docs/models. The other OpenAI and most Gemini figures are those of
// the model lists of @earendil-works/pi-ai 1.6.0 (MIT), not checked with the vendor; of its 272,000 for OpenAI's newer models,
// which is where they begin to cost more, 922,000 of input stands here, as for gpt-6.2-sol; GPT-5's 272,000 of input was
// announced with it, and not looked up again. Prices are those of short requests and of the shorter cache. A provider's own answer, and a
// setting, come before all of this.

export interface ModelFacts {
  /** Input and output together. */
  readonly window: number;
  /** Where input alone may not fill the window. */
  readonly maxInput?: number;
  readonly maxOutput: number;
  readonly prices: Prices;
}

type PriceList = readonly [input: number, output: number, cacheRead: number, cacheWrite?: number];

/** Where no price is listed for it, writing the cache costs what input costs. */
const facts =
  (size: Omit<ModelFacts, 'prices'>) =>
  (...[input, output, cacheRead, cacheWrite = input]: PriceList): ModelFacts => ({
    ...size,
    prices: { input, output, cacheRead, cacheWrite },
  });

const claude200k = facts({ window: 200_000, maxOutput: 64_000 });
const claude1m = facts({ window: 1_000_000, maxOutput: 128_000 });
const gpt128k = facts({ window: 128_000, maxOutput: 16_384 });
const gpt200k = facts({ window: 200_000, maxOutput: 100_000 });
const gpt400k = facts({ window: 400_000, maxInput: 272_000, maxOutput: 128_000 });
const gpt41 = facts({ window: 1_047_576, maxOutput: 32_768 });
const gpt1m = facts({ window: 1_050_000, maxInput: 922_000, maxOutput: 128_000 });
const gemini = facts({ window: 1_048_576, maxOutput: 65_536 });

/** By id, without provider and date. */
const MODELS: Readonly<Record<string, ModelFacts>> = {
  'claude-fable-5-2': claude1m(8, 40, 0.2, 10),
  'claude-fable-5-1': claude1m(10, 50, 0.25, 12.5),
  'claude-fable-5': claude1m(10, 50, 1, 12.5),
  'claude-opus-5-5': claude1m(4, 20, 0.2, 5),
  'claude-opus-5': claude1m(5, 25, 0.5, 6.25),
  'claude-opus-4-8': claude1m(5, 25, 0.5, 6.25),
  'claude-opus-4-7': claude1m(5, 25, 0.5, 6.25),
  'claude-opus-4-6': claude1m(5, 25, 0.5, 6.25),
  'claude-opus-4-5': claude200k(5, 25, 0.5, 6.25),
  'claude-sonnet-5-5': claude1m(2, 10, 0.1, 2.5),
  'claude-sonnet-5': claude1m(2, 10, 0.2, 2.5),
  'claude-sonnet-4-6': claude1m(3, 15, 0.3, 3.75),
  'claude-sonnet-4-5': claude200k(3, 15, 0.3, 3.75),
  'claude-haiku-5-5': claude1m(0.1, 0.5, 0.01, 0.125),
  'claude-haiku-4-5': claude200k(1, 5, 0.1, 1.25),

  'gpt-6.2-astra': gpt1m(8, 40, 0.4, 10),
  'gpt-6.2-sol': gpt1m(2, 10, 0.1, 2.5),
  'gpt-6.1-sol': gpt1m(2, 10, 0.1, 2.5),
  'gpt-6.1-terra': gpt1m(1, 5, 0.05, 1.25),
  'gpt-6-astra': gpt1m(10, 50, 1, 12.5),
  'gpt-6-sol': gpt1m(2, 10, 0.2, 2.5),
  'gpt-6-luna': gpt1m(0.1, 0.5, 0.01, 0.125),
  'gpt-5.6-sol': gpt1m(4, 20, 0.4, 5),
  'gpt-5.6-terra': gpt1m(2, 12, 0.2, 2.5),
  'gpt-5.6-luna': gpt1m(0.2, 1.2, 0.02, 0.25),
  'gpt-5.5': gpt1m(5, 30, 0.5),
  'gpt-5.4': gpt1m(2.5, 15, 0.25),
  'gpt-5.4-mini': gpt400k(0.75, 4.5, 0.075),
  'gpt-5.4-nano': gpt400k(0.2, 1.25, 0.02),
  'gpt-5.3-codex': gpt400k(1.75, 14, 0.175),
  'gpt-5.2': gpt400k(1.75, 14, 0.175),
  'gpt-5.1': gpt400k(1.25, 10, 0.125),
  'gpt-5': gpt400k(1.25, 10, 0.125),
  'gpt-5-mini': gpt400k(0.25, 2, 0.025),
  'gpt-5-nano': gpt400k(0.05, 0.4, 0.005),
  'gpt-4.1': gpt41(2, 8, 0.5),
  'gpt-4.1-mini': gpt41(0.4, 1.6, 0.1),
  'gpt-4.1-nano': gpt41(0.1, 0.4, 0.025),
  'gpt-4o': gpt128k(2.5, 10, 1.25),
  'gpt-4o-mini': gpt128k(0.15, 0.6, 0.075),
  'o4-mini': gpt200k(1.1, 4.4, 0.275),
  o3: gpt200k(2, 8, 0.5),

  'gemini-4-argon': gemini(2, 10, 0.1),
  'gemini-4-carbon': gemini(2, 10, 0.1),
  'gemini-4-neon': gemini(3, 15, 0.15),
  'gemini-4-hydrogen': gemini(1.5, 7.5, 0.075),
  'gemini-3.8-flash': gemini(0.75, 3.75, 0.075),
  'gemini-3.7-flash': gemini(0.75, 3.75, 0.075),
  'gemini-3.6-flash': gemini(0.75, 3.75, 0.075),
  'gemini-3.5-flash': gemini(1.5, 9, 0.15),
  'gemini-3.5-flash-lite': gemini(0.3, 2.5, 0.03),
  'gemini-3.1-pro-preview': gemini(2, 12, 0.2),
  'gemini-3.1-flash-lite': gemini(0.25, 1.5, 0.025),
  'gemini-3-flash-preview': gemini(0.5, 3, 0.05),
  'gemini-2.5-pro': gemini(1.25, 10, 0.125),
  'gemini-2.5-flash': gemini(0.3, 2.5, 0.03),
  'gemini-2.5-flash-lite': gemini(0.1, 0.4, 0.01),
};

/** The facts of a model by any of its names; undefined for one that is not in the table. */
export function modelFacts(model: string | undefined): ModelFacts | undefined {
  const names = model === undefined ? [] : namesOf(model);
  const name = names.find((one) => Object.hasOwn(MODELS, one));
  return name === undefined ? undefined : MODELS[name];
}
