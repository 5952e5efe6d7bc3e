/** A thread that goes from any provider to any other and back: each is sent its own seals and nobody else's, and refuses nothing. */
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/core/lang/json.ts';
import { looks, says } from './answers.ts';
import { type ChatModel, OFFERS, type Offer, strategiesOf, withSpeaker } from './chat-models.ts';
import { count, LONG } from './herons.ts';
import { sealsOf } from './sealed.ts';
import { Talk } from './talk.ts';

const WIDE = 200_000;
const pairs = OFFERS.flatMap((from) =>
  OFFERS.filter((to) => to !== from).map((to) => [from.name, to.name, from, to] as const),
);

it.each(pairs)('R57 from %s to %s and back', (_from, _to, from, to) =>
  both(from, to, async (first, second) => {
    const [strategy] = strategiesOf(from);
    const talk = new Talk(first, { ...LONG, window: WIDE, ...(strategy && { config: { strategy } }) });
    for (const lake of [1, 2, 3, 4, 5]) await count(talk, lake);
    expect((await talk.compact(Math.floor(talk.tokens * 0.6))).type).toBe('compacted');
    expect(talk.thread.compactions.at(-1)?.strategy).toBe(strategy);
    await count(talk, 6);

    for (const [chatModel, other, lake] of [
      [second, first, 7],
      [first, second, 9],
      [second, first, 11],
    ] as const) {
      talk.chatModel = chatModel;
      const before = chatModel.fake.requests.length;
      await count(talk, lake);
      talk.chatModel.told.push(says({ calls: [looks(`d${lake}`)] }));
      expect(await talk.send('And the ducks?')).toEqual({ type: 'done' });
      expectSeals(talk, chatModel, other, chatModel.fake.requests.slice(before));
      talk.check(other);
    }
    talk.undo();
    for (const chatModel of [first, second]) {
      talk.chatModel = chatModel;
      expect(await talk.send('And all together?')).toEqual({ type: 'done' });
      talk.check(first, second);
    }
  }),
);

/** Its own come back, as many as a boundary left of them; those of others stay here. */
function expectSeals({ thread }: Talk, own: ChatModel, other: ChatModel, requests: readonly Json[]): void {
  const sent = JSON.stringify(requests);
  const isSent = (seal: string) => sent.includes(JSON.stringify(seal).slice(1, -1));
  // Seals that are a word of the language tell nothing.
  const telling = sealsOf(thread, other.agent.modelKey).filter((seal) => /\d/.test(seal));
  expect(telling.filter(isSent)).toEqual([]);
  const owned = sealsOf(thread, own.agent.modelKey);
  if (!own.offer.lacks.thinking && own.offer.name !== 'openai-compatible') expect(owned.some(isSent)).toBe(true);
}

function both(from: Offer, to: Offer, act: (first: ChatModel, second: ChatModel) => Promise<void>): Promise<void> {
  return withSpeaker(from, (first) => withSpeaker(to, (second) => act(first, second)));
}

describe('what is sealed', () => {
  it('is there to be looked for, with each provider that seals', async () => {
    const sealing: string[] = [];
    for (const offer of OFFERS)
      await withSpeaker(offer, async (chatModel) => {
        const talk = new Talk(chatModel, LONG);
        await count(talk, 1);
        if (sealsOf(talk.thread, chatModel.agent.modelKey).length > 0) sealing.push(offer.name);
      });
    expect(sealing).toEqual(['anthropic', 'openai', 'openai-compatible', 'gemini', 'replay']);
  });
});
