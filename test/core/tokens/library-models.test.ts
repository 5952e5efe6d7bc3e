/** The models that the official libraries name are in our table, but for those that are listed here. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { modelFacts } from '../../../src/core/tokens/models.ts';

const read = (file: string) => readFileSync(new URL(`../../../node_modules/${file}`, import.meta.url), 'utf8');

/** Why they are not in it; a model without facts is spoken with all the same, at the sizes that are set. */
const LEFT_OUT: readonly (readonly [why: string, ids: RegExp])[] = [
  ['other input or output than text and images', /audio|computer-use/],
  ['search by itself, without tools of ours', /search|deep-research/],
  [
    'no longer served',
    /^(o1-preview|o1-mini|gpt-4-32k|gpt-4-vision|gpt-4-(0314|0125|1106|turbo-preview)|gpt-3\.5|claude-mythos-preview)/,
  ],
  [
    'snapshots of the chat product, or a day of a model that has no price list of its own',
    /chat-?gpt|chat-latest|codex-mini-latest|gpt-4-0613/,
  ],
  ['no public price', /rosalind|gpt-5\.1-mini/],
];

it.each([
  ['openai', 'openai/resources/shared.d.ts', /'((?:gpt|o\d|chatgpt|codex|computer)[\w.-]*)'/g],
  ['@anthropic-ai/sdk', '@anthropic-ai/sdk/resources/messages/messages.d.ts', /'(claude[\w.-]*)'/g],
])('those of %s', (_, file, pattern) => {
  const named = [...new Set([...read(file).matchAll(pattern)].map(([, id]) => id ?? ''))];
  expect(named.length).toBeGreaterThan(10);
  const missing = named.filter((id) => !modelFacts(id) && !LEFT_OUT.some(([, ids]) => ids.test(id)));
  expect(missing).toEqual([]);
});
