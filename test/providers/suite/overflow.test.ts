/** A request that a provider finds too long: what that teaches, what room is made, and that it is sent once more and not again. */
import { describe, expect } from 'vitest';
import { planSwitch } from '../../../src/core/agent/switch-model.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { fails, looks, says } from './answers.ts';
import { eachProvider, strategiesOf, withSpeaker } from './chat-models.ts';
import { count, countUntil, LONG, tellOf, WINDOW } from './herons.ts';
import { Talk } from './talk.ts';

const MOST_TURNS = 30;
const refusals = (talk: Talk) => talk.log.filter(({ type }) => type === 'not-compacted');

describe('an overflow', () => {
  eachProvider(
    'case 18: of a window that is 1.7 times too small is learned, and the thread goes on in what there is',
    undefined,
    (offer) =>
      withSpeaker(
        offer,
        async (chatModel) => {
          const [strategy = 'extract'] = strategiesOf(offer);
          const talk = new Talk(chatModel, { ...LONG, window: Math.round(WINDOW * 1.7), config: { strategy } });
          const { requests } = chatModel.fake;
          let asked = 0;
          while (talk.thread.compactions.length === 0 && asked < MOST_TURNS) await count(talk, ++asked);
          expect(talk.thread.compactions).toHaveLength(1);
          const { learned } = talk.knowledge;
          expect(learned.limit ?? learned.factor).toBeDefined();
          // Two calls a turn; the one that was too long was made once more, and a summary or two were asked for.
          expect(requests.length - 2 * asked).toBeGreaterThanOrEqual(1);
          expect(talk.replies).toHaveLength(2 * asked);
          const before = talk.log.length;
          for (let more = 1; more <= 12; more++) await count(talk, asked + more);
          expect(talk.log.slice(before).filter(({ type }) => type === 'compacted').length).toBeGreaterThan(0);
          talk.check();
        },
        { window: WINDOW },
      ),
  );

  eachProvider('is answered by a compaction and one more call; the second one stands', undefined, (offer) =>
    withSpeaker(offer, async (chatModel) => {
      const talk = new Talk(chatModel, { ...LONG, config: { strategy: 'extract' } });
      const { requests } = chatModel.fake;
      for (const lake of [1, 2, 3, 4]) await count(talk, lake);
      const [calls, replies] = [requests.length, talk.replies.length];
      chatModel.told.push(fails('overflow'), says('Seven.'));
      expect(await talk.send('How many?')).toEqual({ type: 'done' });
      expect([requests.length - calls, talk.thread.compactions.length]).toEqual([2, 1]);
      expect([talk.replies.length - replies, talk.said.at(-1)]).toEqual([1, 'Seven.']);
      talk.check();

      const other = new Talk(chatModel, { ...LONG, config: { strategy: 'extract' } });
      for (const lake of [1, 2, 3, 4]) await count(other, lake);
      const before = requests.length;
      chatModel.told.push(fails('overflow'), fails('overflow'));
      expect(await other.send('And ducks?')).toMatchObject({ type: 'failed', error: { kind: 'overflow' } });
      expect([requests.length - before, other.thread.compactions.length]).toEqual([2, 1]);
      // With nothing learned, as after a change of the settings.
      const again = other.restart();
      expect(await again.send()).toEqual({ type: 'done' });
      expect(again.said.filter((text) => text === 'And ducks?')).toHaveLength(1);
      again.check();
    }),
  );

  eachProvider('with compaction switched off stands at once, and changes nothing', undefined, (offer) =>
    withSpeaker(offer, async (chatModel) => {
      const talk = new Talk(chatModel, { ...LONG, config: { auto: false } });
      for (const lake of [1, 2]) await count(talk, lake);
      const calls = chatModel.fake.requests.length;
      chatModel.told.push(fails('overflow'), says('never'));
      expect(await talk.send('How many?')).toMatchObject({ type: 'failed', error: { kind: 'overflow' } });
      expect([chatModel.fake.requests.length - calls, talk.thread.compactions.length]).toEqual([1, 0]);
      const again = talk.restart();
      expect(await again.send()).toEqual({ type: 'done' });
      again.check();
    }),
  );

  eachProvider('case 12: of the summary’s own request is no end of the thread', 'summaries', (offer) =>
    withSpeaker(
      offer,
      async (chatModel) => {
        // Five times what the model takes: the summary is asked for after a prefix that is too long, as the turn was.
        const talk = new Talk(chatModel, { ...LONG, window: 5 * WINDOW, config: { strategy: 'summarize' } });
        let lake = 0;
        while (talk.thread.compactions.length === 0 && lake < MOST_TURNS) await count(talk, ++lake);
        expect(talk.thread.compactions).toHaveLength(1);
        for (let more = 1; more <= 4; more++) await count(talk, lake + more);
        expect(refusals(talk)).toEqual([]);
        talk.check();
      },
      { window: WINDOW },
    ),
  );
});

describe('a window', () => {
  eachProvider(
    'case 14: that the system prompt and the tools fill alone is one clear end, and nobody is asked',
    undefined,
    (offer) =>
      withSpeaker(offer, async (chatModel) => {
        const talk = new Talk(chatModel, { ...LONG, window: 3_000, system: 'Count herons. '.repeat(1_000) });
        for (const _ of [1, 2]) {
          expect(await talk.send('How many?')).toMatchObject({ type: 'cannot-fit' });
          expect(chatModel.fake.requests).toEqual([]);
        }
        expect(talk.thread.compactions).toEqual([]);
      }),
  );

  eachProvider('case 16: of one turn with 60 rounds is enough, with the question word for word', undefined, (offer) =>
    withSpeaker(
      offer,
      async (chatModel) => {
        const [strategy = 'extract'] = strategiesOf(offer);
        const talk = new Talk(chatModel, { ...LONG, config: { strategy } });
        const thought = (n: number) => (offer.lacks.thinking || n % 3 === 0 ? {} : { thinking: `Round ${n}.` });
        for (let n = 1; n <= 60; n++) chatModel.told.push(says({ ...thought(n), calls: [looks(`r${n}`)] }));
        chatModel.told.push(says('Sixty.'));
        expect(await talk.send('Count them all, one by one.')).toEqual({ type: 'call-limit' });
        let end = await talk.send();
        if (end.type === 'call-limit') end = await talk.send();
        expect(end).toEqual({ type: 'done' });
        expect(talk.thread.compactions.length).toBeGreaterThan(1);
        expect(new Set(talk.looked).size).toBe(60);
        expect(JSON.stringify(chatModel.fake.requests.at(-1))).toContain('Count them all, one by one.');
        talk.check();
      },
      { window: WINDOW },
    ),
  );

  eachProvider('case 17: of a thread that ends with a result has something to compact', undefined, (offer) =>
    withSpeaker(
      offer,
      async (chatModel) => {
        const [strategy = 'extract'] = strategiesOf(offer);
        const talk = new Talk(chatModel, { ...LONG, config: { strategy } });
        talk.append({ type: 'message', origin: 'typed', blocks: [{ type: 'text', text: 'Count them all.' }] });
        for (let n = 1; n <= 14; n++) {
          const call = { type: 'tool_use', id: `r${n}`, name: 'look', input: { path: `r${n}` } } as const;
          const found = { type: 'text', text: words(n).slice(0, 4_000) } as const;
          talk.append({ type: 'message', origin: 'model', model: chatModel.agent.id, blocks: [call] });
          const result = { type: 'tool_result', toolUseId: call.id, content: [found] } as const;
          talk.append({ type: 'message', origin: 'tools', blocks: [result] });
        }
        expect(await talk.send()).toEqual({ type: 'done' });
        expect(talk.thread.compactions).toHaveLength(1);
        expect(JSON.stringify(chatModel.fake.requests.at(-1))).toContain('Count them all.');
        talk.check();
      },
      { window: WINDOW },
    ),
  );

  eachProvider('case 15: that an old report filled is compacted once for it', 'usage', (offer) =>
    withSpeaker(offer, async (chatModel) => {
      const talk = new Talk(chatModel, { ...LONG, config: { strategy: 'extract' } });
      for (const lake of [1, 2, 3]) await count(talk, lake);
      chatModel.told.push(says({ text: 'So many.', usage: { input: WINDOW - 500, output: 100 } }));
      await talk.send('How many?');
      await talk.send('And ducks?');
      expect(talk.thread.compactions).toHaveLength(1);
      chatModel.told.length = 0;
      await talk.send('And swans?');
      expect(talk.thread.compactions).toHaveLength(1);
      talk.check();
    }),
  );

  eachProvider('case 37: of 65,536 tokens after a thread of a million’s is made room in at once', undefined, (offer) =>
    withSpeaker(
      offer,
      async (chatModel) => {
        const [strategy = 'extract'] = strategiesOf(offer);
        const talk = new Talk(chatModel, { window: 65_536, config: { strategy } });
        for (let n = 1; n <= 60; n++) talk.append(n % 2 ? asked(n) : answered(n));
        expect(talk.tokens).toBeGreaterThan(250_000);
        const limits = talk.limits();
        if (!limits.ok) throw new Error(limits.error.type);
        const wish = { thread: talk.thread, model: chatModel.agent.id, config: DEFAULT_CONFIG, limits: limits.value };
        expect(planSwitch({ ...wish, base: talk.base })).toMatchObject({ fits: false, plan: { type: 'compaction' } });
        expect(await talk.send('Go on here.')).toEqual({ type: 'done' });
        expect(talk.thread.compactions).toHaveLength(1);
        expect(talk.tokens).toBeLessThan(65_536);
        expect(await talk.send('And on.')).toEqual({ type: 'done' });
        talk.check();
      },
      { window: 65_536 },
    ),
  );

  eachProvider('R30 is compacted as often as it fills, and never for nothing', undefined, (offer) =>
    withSpeaker(offer, async (chatModel) => {
      const talk = new Talk(chatModel, { ...LONG, config: { strategy: 'truncate' } });
      const next = await countUntil(talk, 1);
      tellOf(talk, next);
      await talk.send('One more.');
      expect(talk.thread.compactions).toHaveLength(1);
      talk.check();
    }),
  );
});

const asked = (n: number) =>
  ({ type: 'message', origin: 'typed', blocks: [{ type: 'text', text: `Question ${n}: ${words(n)}` }] }) as const;
const answered = (n: number) =>
  ({ type: 'message', origin: 'model', model: 'another/one', blocks: [{ type: 'text', text: words(n) }] }) as const;

/** About 5,000 tokens. */
function words(n: number): string {
  return Array.from({ length: 700 }, (_, i) => `Heron ${n}.${i} stands in the reeds by the lake.`).join('\n');
}
