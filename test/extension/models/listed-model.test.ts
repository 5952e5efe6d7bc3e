/** What is known of a model here fills in what its provider leaves out, and never goes before it. */
import { expect, it } from 'vitest';
import { describeModel } from '../../../src/extension/models/listed-model.ts';

const NOW = Date.UTC(2026, 10, 28);

it.each<[string, Parameters<typeof describeModel>[1], number | null | undefined]>([
  ['where the provider says none', { id: 'claude-fable-5' }, 128_000],
  ['where the provider says that it knows none', { id: 'claude-fable-5', size: { maxOutput: null } }, 128_000],
  ['of the provider', { id: 'claude-fable-5', size: { maxOutput: 500 } }, 500],
  ['of nobody', { id: 'some-model' }, undefined],
])('the longest reply is that %s', (_, info, maxOutput) => {
  const { info: described, reported } = describeModel('openai', info, NOW);
  expect(described.size?.maxOutput).toBe(maxOutput);
  expect(reported).toEqual(info.size ?? {});
});
