/** Turns that fill a window: each with a thought, a round of two calls whose results are long, and an answer. */
import { expect } from 'vitest';
import type { Json } from '../../../src/core/lang/json.ts';
import { looks, says } from './answers.ts';
import type { Manner, Talk } from './talk.ts';

/** Tokens; the tools and the system prompt take about a quarter of it. */
export const WINDOW = 14_000;
const MOST_TURNS = 20;

const HERONS = 'a heron stands in the reeds.\n'.repeat(30);

export const LONG: Manner = {
  window: WINDOW,
  look: (path) => ({ content: [{ type: 'text', text: `${path}:\n${HERONS}half way through ${path}\n${HERONS}` }] }),
};

/** Whether a request holds what was found first, whole. */
export function hasOldest(body: Json | undefined): boolean {
  const [first] = JSON.stringify(`c1b:\n${HERONS}`).slice(1).split('"');
  return JSON.stringify(body).includes(first ?? '');
}

/** What the next turn is answered with. */
export function tellOf({ chatModel }: Talk, lake: number): void {
  const thinking = chatModel.offer.lacks.thinking ? {} : { thinking: `Lake ${lake} is large.` };
  chatModel.told.push(
    says({ ...thinking, text: 'I look.', calls: [looks(`c${lake}a`, `lake ${lake}`), looks(`c${lake}b`)] }),
    says({ ...thinking, text: `${lake} herons.` }),
  );
}

export async function count(talk: Talk, lake: number): Promise<void> {
  tellOf(talk, lake);
  expect(await talk.send(`Count the herons of lake ${lake}.`)).toEqual({
    type: 'done',
  });
}

/** Turns until the thread has been compacted so many times; the number of the next lake. */
export async function countUntil(talk: Talk, compactions: number, first = 1): Promise<number> {
  let lake = first;
  while (talk.thread.compactions.length < compactions && lake < first + MOST_TURNS) await count(talk, lake++);
  expect(talk.thread.compactions).toHaveLength(compactions);
  return lake;
}
