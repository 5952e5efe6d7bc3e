/** What the catalogue keeps of a model list, and what it corrects in it. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { factsOf } from '../../scripts/catalogue/facts.mjs';

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

it('the notice names the version that the catalogue is made from', () => {
  const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  const version = read('scripts/catalogue.mjs').match(/pi-ai@([\d.]+)/)?.[1] ?? 'none';
  expect(read('THIRD_PARTY_NOTICES.md')).toContain(`pi-ai) ${version}`);
  expect(read('src/core/tokens/models.ts')).toContain(`pi-ai ${version} (MIT`);
});
