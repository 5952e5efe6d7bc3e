/** What the catalogue keeps of a model list, and what it corrects in it. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { factsOf } from '../../scripts/catalogue/facts.mjs';
import { source } from '../../scripts/catalogue/source.mjs';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const cost = { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5 };
const model = { id: 'm', type: 'chat', provider: 'anthropic', cost, contextWindow: 200_000, maxTokens: 64_000 };
const facts = (...models: readonly (typeof model)[]) =>
  factsOf([{ api: Object.fromEntries(models.map((one, n) => [`chat:${n}`, one])) }]);

it('sizes and prices stay, and what a model takes', () => {
  expect(facts({ ...model, ...{ input: ['text', 'image'], reasoning: true } })).toEqual({
    m: { window: 200_000, maxOutput: 64_000, takesImages: true, thinks: true, prices: cost },
  });
  expect(facts(model)).toEqual({ m: { window: 200_000, maxOutput: 64_000, prices: cost } });
});

it('without a price of its own the cache costs what input costs, and tiers rise', () => {
  const tiers = [400_000, 200_000].map((inputTokensAbove) => ({ ...cost, cacheRead: 0, inputTokensAbove }));
  const { m } = facts({ ...model, cost: { ...cost, cacheWrite: 0, ...{ tiers } } });
  expect(m?.prices).toMatchObject({ cacheRead: 0.2, cacheWrite: 2 });
  expect(m?.prices.tiers?.map(({ above, cacheRead }) => [above, cacheRead])).toEqual([
    [200_000, 2],
    [400_000, 2],
  ]);
});

it.each([
  ['a price tier of OpenAI is no window', 'openai', 272_000, { window: 1_050_000, maxInput: 922_000 }],
  ['its largest window takes less input', 'openai', 1_050_000, { window: 1_050_000, maxInput: 922_000 }],
  ['so does that of GPT-5', 'openai', 400_000, { window: 400_000, maxInput: 272_000 }],
  ['the same number elsewhere is what it says', 'google', 272_000, { window: 272_000 }],
])('%s', (_, provider, contextWindow, size) => {
  const { m } = facts({ ...model, provider, contextWindow, maxTokens: 128_000 });
  expect(m).toMatchObject(size);
  expect(m?.maxInput).toBe('maxInput' in size ? size.maxInput : undefined);
});

it('a date that changes nothing is left out, and so is what has no price or is no chat', () => {
  const ids = Object.keys(
    facts(
      ...[model, { ...model, id: 'm-20260131' }, { ...model, id: 'm-2026-01-31', maxTokens: 9 }],
      ...[
        { ...model, id: 'free', cost: { ...cost, input: 0 } },
        { ...model, id: 'judge', type: 'classifier' },
      ],
    ),
  );
  expect(ids).toEqual(['m', 'm-2026-01-31']);
});

it('a price that is announced doubles from its day, until the list itself has it', () => {
  const argon = { ...model, id: 'gemini-4-argon', provider: 'google' };
  const doubled = { input: 4, output: 20, cacheRead: 0.4, cacheWrite: 5 };
  expect(facts(argon)['gemini-4-argon']?.later).toEqual([{ from: '2026-12-01', prices: doubled }]);
  expect(facts({ ...argon, cost: doubled })['gemini-4-argon']?.later).toBeUndefined();
});

it('a model that only the libraries name has the facts of the one that it shares them with', () => {
  const fable = { ...model, id: 'claude-fable-5' };
  expect(facts(fable)['claude-mythos-5']).toEqual(facts(fable)['claude-fable-5']);
  expect(facts(model)).not.toHaveProperty('claude-mythos-5');
});

it('what is committed makes sense: each size is within the window, and each tier costs more than what is below it', () => {
  const committed: ReturnType<typeof factsOf> = JSON.parse(read('src/core/tokens/models.json'));
  expect(Object.keys(committed).length).toBeGreaterThan(50);
  for (const [id, { window, maxInput = window, maxOutput, prices }] of Object.entries(committed)) {
    expect(maxInput, id).toBeLessThanOrEqual(window);
    expect(maxOutput, id).toBeLessThanOrEqual(window);
    const { tiers = [], ...base } = prices;
    for (const [at, tier] of tiers.entries()) {
      const below = tiers[at - 1] ?? { ...base, above: 0 };
      expect(tier.above, id).toBeGreaterThan(below.above);
      expect(tier.above, id).toBeLessThan(maxInput);
      expect(tier.input, id).toBeGreaterThan(below.input);
      expect(tier.output, id).toBeGreaterThan(below.output);
    }
    expect(prices.cacheRead, id).toBeGreaterThan(0);
    expect(prices.cacheRead, id).toBeLessThanOrEqual(prices.input);
  }
});

it('the notice names the version that the catalogue is made from', () => {
  const { version } = source;
  expect(read('THIRD_PARTY_NOTICES.md')).toContain(`pi-ai ${version} (MIT)`);
  expect(read('src/core/tokens/models.ts')).toContain(`pi-ai ${version} (MIT`);
});
