/** A thread that compacts itself on the way, by each strategy that a provider offers: it goes on, and nothing is ever refused. */
import { describe, expect, it } from 'vitest';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import { checkpointIds } from '../../../src/core/thread/checkpoint.ts';
import { looks, says } from './answers.ts';
import { eachProvider, OFFERS, SUMMARY, strategiesOf, withSpeaker } from './chat-models.ts';
import { count, countUntil, hasOldest, LONG, WINDOW } from './herons.ts';
import { blocksIn, sealedIn } from './sealed.ts';
import { Talk } from './talk.ts';

const WIDE = 200_000;
const rows = OFFERS.flatMap((offer) => strategiesOf(offer).map((strategy) => [offer.name, strategy, offer] as const));

describe.each(rows)('with %s by %s', (_, strategy, offer) => {
  it('R31 R49 case 19: the thread goes on, and what was compacted is sent no more', () =>
    withSpeaker(
      offer,
      async (chatModel) => {
        const talk = new Talk(chatModel, { ...LONG, config: { strategy } });
        const next = await countUntil(talk, 1);
        // A compaction at the end of a turn is seen in the requests of the next one.
        await count(talk, next);
        const sent = JSON.stringify(chatModel.fake.requests.at(-1));
        expect(hasOldest(chatModel.fake.requests.at(-1))).toBe(false);
        expect(sent.includes(SUMMARY)).toBe(strategy === 'summarize');
        await countUntil(talk, 2, next + 1);
        expect(talk.thread.compactions.map((one) => [one.strategy, one.fellFrom])).toEqual([
          [strategy, undefined],
          [strategy, undefined],
        ]);
        // The window is the fake's own: with less kept for the reply, or a count below the truth, it would have refused.
        expect(talk.log.filter(({ type }) => type === 'not-compacted')).toEqual([]);
        talk.check();
      },
      { window: WINDOW },
    ));

  it('case 24: the next request after a restart is the same to the byte, also after undo and redo', () =>
    withSpeaker(
      offer,
      async (chatModel) => {
        const talk = new Talk(chatModel, { ...LONG, config: { strategy } });
        await count(talk, 1);
        await sendTwice(talk);
        const next = await countUntil(talk, 1, 2);
        await sendTwice(talk);
        const [compaction] = talk.thread.compactions;
        talk.settle({ window: WIDE });
        talk.undo();
        await sendTwice(talk);
        expect(hasOldest(chatModel.fake.requests.at(-1))).toBe(true);
        await count(talk, next);
        talk.redo(compaction?.id ?? 0);
        await sendTwice(talk);
        expect(hasOldest(chatModel.fake.requests.at(-1))).toBe(false);
        await count(talk, next + 1);
        talk.check();
      },
      { window: WIDE },
    ));
});

/** The thread sends, and so does the one that its log comes to. */
async function sendTwice(talk: Talk): Promise<void> {
  const again = talk.restart();
  const { requests } = talk.chatModel.fake;
  const bodies: string[] = [];
  for (const one of [talk, again]) {
    expect(await one.send('Are you sure?')).toEqual({ type: 'done' });
    bodies.push(JSON.stringify(requests.at(-1)));
  }
  expect(bodies[0] === bodies[1]).toBe(true);
  again.check();
}

describe('R57 the provider’s own compaction', () => {
  eachProvider('stands first in every later request, as it came', 'native', (offer) =>
    withSpeaker(offer, async (chatModel) => {
      const talk = new Talk(chatModel, { ...LONG, config: { strategy: 'native' } });
      await countUntil(talk, 1);

      await count(talk, 30);
      const { thread } = talk;
      const native = blocksIn(thread).find((block) => block.type === 'native');
      const sealed = sealedIn(native?.data ?? null);
      expect(sealed.length).toBeGreaterThan(0);
      const body = JSON.stringify(chatModel.fake.requests.at(-1));
      const place = body.indexOf(sealed[0] ?? '?');
      expect(place).toBeGreaterThan(0);
      expect(place).toBeLessThan(body.indexOf('Count the herons of lake 30'));
      expect(native?.text).toMatch(/\S/);
      expect(thread.compactions[0]?.usage?.total).toBeGreaterThan(0);
      talk.check();
    }),
  );
});

describe('R12 R13 the model’s own compaction', () => {
  eachProvider('by its tool, beside another call, leaves nothing that its provider would refuse', undefined, (offer) =>
    withSpeaker(offer, async (chatModel) => {
      const talk = new Talk(chatModel, { ...LONG, window: WIDE });
      for (const lake of [1, 2, 3, 4]) await count(talk, lake);
      const to = checkpointIds(talk.thread.messages)[4];
      const input = { replacements: [{ ...(to && { to }), summary: 'Lakes 1 and 2 have herons.' }] };
      chatModel.told.push(says({ text: 'I tidy.', calls: [{ id: 'own', name: 'compact', input }, looks('c9')] }));
      expect(await talk.send('Make room.')).toEqual({ type: 'done' });
      expect(talk.thread.compactions).toMatchObject([{ strategy: 'replace', trigger: 'model' }]);
      expect(hasOldest(chatModel.fake.requests.at(-1))).toBe(false);
      await count(talk, 10);
      talk.undo();
      await count(talk, 11);
      talk.check();
    }),
  );
});

describe('R40 usage', () => {
  eachProvider('in the log is what was reported, a failed call aside, nothing twice', 'usage', (offer) =>
    withSpeaker(offer, async (chatModel) => {
      const talk = new Talk(chatModel);
      const cached = offer.name === 'anthropic' ? { cacheRead: 3_000, cacheCreation: 500 } : { cacheRead: 3_000 };
      const usages = [1, 2, 3, 4].map((n) => ({ input: 1_000 + n, output: 20 + n, ...cached }));
      const [first, second, third, fourth] = usages;
      const cut = offer.lacks.delivery
        ? []
        : [says({ text: 'I was', usage: { input: 9, output: 9 }, delivery: { cutAfter: 1 } })];
      chatModel.told.push(
        says({ text: 'I look.', calls: [looks('c1'), looks('c2')], ...(first && { usage: first }) }),
        ...cut,
        says({ calls: [looks('c3')], ...(second && { usage: second }) }),
        says({ text: 'Seven.', ...(third && { usage: third }) }),
        says({ text: 'Yes.', ...(fourth && { usage: fourth }) }),
      );
      await talk.send('How many?');
      await talk.send('Sure?');
      expect(talk.replies.map(({ usage }) => usage)).toEqual(usages.map((usage) => tokenUsage(usage)));
      talk.check();
    }),
  );
});
