/** What becomes of a turn that is stopped or fails, with each provider: what came stays, nothing is twice, the thread is valid and goes on. */
import { describe, expect } from 'vitest';
import type { ModelError } from '../../../src/core/agent/model-event.ts';
import type { Json } from '../../../src/core/lang/json.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import type { Delivery, FakeFailure } from '../../wire/fake.ts';
import { fails, looks, says } from './answers.ts';
import { asksForSummary, eachProvider, type Offer, withSpeaker } from './chat-models.ts';
import { WINDOW } from './herons.ts';
import { Talk } from './talk.ts';

/** Far more than a fake needs, also on a busy machine. */
const IDLE_MS = 400;
const WORDS = 'Seven herons stand in the reeds by the lake, and none of them moves.';
const OFTEN = 12;

async function withTalk(offer: Offer, act: (talk: Talk) => Promise<void>, idleMs?: number): Promise<void> {
  await withSpeaker(
    offer,
    async (chatModel) => {
      const talk = new Talk(chatModel);
      await act(talk);
      talk.check();
    },
    idleMs === undefined ? {} : { idleMs },
  );
}

/** What was typed is in the context once, and the newest words are the model's. */
function expectOnce(talk: Talk, typed: string): void {
  const { messages } = projectContext(talk.thread, talk.chatModel.agent.modelKey);
  const texts = messages.flatMap(({ blocks }) => blocks.flatMap((b) => (b.type === 'text' ? [b.text] : [])));
  expect(texts.filter((text) => text === typed)).toEqual([typed]);
}

describe('a turn that is stopped', () => {
  eachProvider('at any event keeps what had come, and the next one goes through', undefined, (offer) =>
    withSpeaker(offer, async (chatModel) => {
      let all = 0;
      for (let at = 0; at <= all && at <= OFTEN; at++) {
        const stop = new AbortController();
        let heard = 0;
        const talk = new Talk(chatModel, { watch: () => void (++heard === at && stop.abort()) });
        chatModel.told.push(says({ text: WORDS, calls: [looks('c1')] }));
        const end = await talk.send('How many?', stop.signal);
        // The first one is not stopped: it tells how many events there are.
        all ||= heard;
        expect(end).toEqual({ type: at === 0 || at === all ? 'done' : 'stopped' });
        const [reply] = talk.replies;
        const said = reply?.blocks.flatMap((b) => (b.type === 'text' ? [b.text] : [])).join('') ?? '';
        expect(WORDS.startsWith(said)).toBe(true);
        const isWhole = reply?.blocks.some((b) => b.type === 'tool_use') ?? false;
        expect(reply?.cut).toBe(reply && !isWhole ? 'stopped' : undefined);
        expect(talk.looked.length).toBeLessThanOrEqual(isWhole ? 1 : 0);
        expect(await talk.send('Go on.')).toEqual({ type: 'done' });
        expectOnce(talk, 'How many?');
        talk.check();
      }
      expect(all).toBeGreaterThan(4);
    }),
  );

  eachProvider('while nothing comes is over at once', 'delivery', (offer) =>
    withTalk(offer, async (talk) => {
      const stop = new AbortController();
      talk.chatModel.told.push(says({ text: WORDS, delivery: { stallAfter: 1 } }));
      setTimeout(() => stop.abort(), 20);
      expect(await talk.send('How many?', stop.signal)).toEqual({ type: 'stopped' });
      expect(talk.waits).toEqual([]);
      // It may never have come so far as to be told.
      talk.chatModel.told.length = 0;
      expect(await talk.send('Go on.')).toEqual({ type: 'done' });
    }),
  );
});

describe('case 26: a compaction that is stopped', () => {
  eachProvider(
    'while its summary is written changes nothing, and is made with the next message',
    'summaries',
    async (offer) => {
      let stop = new AbortController();
      let summaries = 0;
      const reply = (_: number, body: Json) => {
        if (!asksForSummary(body)) return says(`${WORDS}\n`.repeat(60));
        if (++summaries === 1) stop.abort();
        return says('<summary>Many herons.</summary>');
      };
      await withSpeaker(
        offer,
        async (chatModel) => {
          const talk = new Talk(chatModel, { window: WINDOW, config: { strategy: 'summarize' } });
          for (let n = 1; n <= 20 && summaries === 0; n++) {
            stop = new AbortController();
            expect(await talk.send(`Count ${n}.`, stop.signal)).toEqual({ type: summaries > 0 ? 'stopped' : 'done' });
          }
          expect([summaries, talk.thread.compactions.length]).toEqual([1, 0]);
          expect(await talk.send('Once more.')).toEqual({ type: 'done' });
          expect(talk.thread.compactions.map(({ strategy }) => strategy)).toEqual(['summarize']);
          expectOnce(talk, 'Once more.');
          talk.check();
        },
        { reply },
      );
    },
  );
});

describe('a call that fails on its way', () => {
  eachProvider('at whatever event is made again, and nothing is there twice', 'delivery', async (offer) => {
    const ways: readonly ((after: number) => Delivery)[] = [
      (cutAfter) => ({ cutAfter }),
      (failAfter) => ({ failAfter }),
    ];
    for (const way of ways) {
      await withTalk(offer, async (talk) => {
        for (let after = 0; after < OFTEN; after++) {
          const answer = { text: `${WORDS} ${after}`, calls: [looks(`c${after}`)] };
          talk.chatModel.told.push(says({ ...answer, delivery: way(after) }), says(answer), says(`Done ${after}.`));
          const typed = `Count ${after}.`;
          expect(await talk.send(typed)).toEqual({ type: 'done' });
          expectOnce(talk, typed);
          // Cut behind its last event it was whole, and the reply to spare answers the tool.
          talk.chatModel.told.length = 0;
          expect(talk.said.filter((text) => text === answer.text).length).toBeGreaterThan(0);
          const ids = talk.replies.flatMap(({ blocks }) =>
            blocks.flatMap((b) => (b.type === 'tool_use' ? [b.id] : [])),
          );
          expect(ids.filter((id) => id === `c${after}`)).toHaveLength(
            talk.looked.filter((path) => path === `c${after}`).length,
          );
        }
        expect(talk.waits.length).toBeGreaterThanOrEqual(2);
      });
    }
  });

  eachProvider('by going silent counts as dead, and is made again', 'delivery', (offer) =>
    withTalk(
      offer,
      async (talk) => {
        for (const stallAfter of [0, 1]) {
          talk.chatModel.told.push(says({ text: WORDS, delivery: { stallAfter } }), says('Seven.'));
          expect(await talk.send(`Count ${stallAfter}.`)).toEqual({ type: 'done' });
          expect(talk.said.at(-1)).toBe('Seven.');
          expect(talk.events.filter(({ type }) => type === 'retry')).toMatchObject([{ error: { kind: 'network' } }]);
        }
        expect(talk.replies).toHaveLength(2);
      },
      IDLE_MS,
    ),
  );

  eachProvider('with an empty stream is made again', 'empty', (offer) =>
    withTalk(offer, async (talk) => {
      talk.chatModel.told.push(fails('empty'), says('Seven.'));
      expect(await talk.send('How many?')).toEqual({ type: 'done' });
      expect(talk.said).toEqual(['How many?', 'Seven.']);
    }),
  );
});

describe('a service that', () => {
  eachProvider('is busy is asked again until it answers', 'failures', (offer) =>
    withTalk(offer, async (talk) => {
      talk.chatModel.told.push(fails('overloaded'), fails('overloaded'), fails('overloaded'), says('Seven.'));
      expect(await talk.send('How many?')).toEqual({ type: 'done' });
      expect(talk.said).toEqual(['How many?', 'Seven.']);
      expect(talk.waits).toEqual([750, 1500, 3000]);
    }),
  );

  eachProvider('asks to wait is waited for as long', 'retry-after', (offer) =>
    withTalk(offer, async (talk) => {
      talk.chatModel.told.push(fails('rate-limit', 7), fails('rate-limit'), says('Seven.'));
      expect(await talk.send('How many?')).toEqual({ type: 'done' });
      expect(talk.said).toEqual(['How many?', 'Seven.']);
      // Where no header says it, the words of some do.
      expect(talk.waits).toEqual([7000, expect.any(Number)]);
    }),
  );

  eachProvider('asks to wait for too long is not waited for', 'retry-after', (offer) =>
    withTalk(offer, async (talk) => {
      talk.chatModel.told.push(fails('rate-limit', 3600));
      expect(await talk.send('How many?')).toMatchObject({
        type: 'failed',
        error: { kind: 'rate-limit', retryAfter: 3_600_000 },
      });
      expect(talk.waits).toEqual([]);
    }),
  );
});

const LASTING: readonly (readonly [FakeFailure['kind'], readonly ModelError['kind'][]])[] = [
  ['auth', ['auth']],
  ['not-found', ['invalid-request']],
  ['invalid-request', ['invalid-request']],
];

describe.each(LASTING)('a refusal that stands: %s', (failure, kinds) => {
  eachProvider('is said once, and what was typed is sent again only once', 'failures', (offer) =>
    withTalk(offer, async (talk) => {
      talk.chatModel.told.push(fails(failure));
      const end = await talk.send('How many?');
      expect(end.type === 'failed' && kinds.includes(end.error.kind)).toBe(true);
      expect(end.type === 'failed' && end.error.message).toMatch(/\S/);
      expect(JSON.stringify(end)).not.toContain(talk.chatModel.fake.access.apiKey ?? 'no key at all');
      expect(talk.chatModel.fake.requests).toHaveLength(1);
      expect(talk.replies).toEqual([]);
      expect(await talk.send()).toEqual({ type: 'done' });
      expectOnce(talk, 'How many?');
    }),
  );
});

describe('a page of a network that wants a login', () => {
  eachProvider('is said as such or tried again, and the thread goes on', 'failures', (offer) =>
    withTalk(offer, async (talk) => {
      talk.chatModel.told.push(...Array.from({ length: 8 }, () => fails('html')));
      expect(await talk.send('How many?')).toMatchObject({
        type: 'failed',
        error: { message: expect.stringMatching(/\S/) },
      });
      talk.chatModel.told.length = 0;
      expect(await talk.send()).toEqual({ type: 'done' });
      expectOnce(talk, 'How many?');
    }),
  );
});

describe('arguments that are no JSON', () => {
  eachProvider('are answered by an error, and the loop goes on', 'raw-input', (offer) =>
    withTalk(offer, async (talk) => {
      const broken = { ...looks('c1'), rawInput: '{"path": "lake' };
      talk.chatModel.told.push(says({ calls: [broken, looks('c2')] }), says('I see.'));
      expect(await talk.send('How many?')).toEqual({ type: 'done' });
      expect(talk.looked).toEqual(['c2']);
      const results = talk.thread.messages.flatMap(({ blocks }) => blocks.filter((b) => b.type === 'tool_result'));
      expect(results.map(({ toolUseId, isError }) => [toolUseId, isError === true])).toEqual([
        ['c1', true],
        ['c2', false],
      ]);
      expect(await talk.send('Go on.')).toEqual({ type: 'done' });
    }),
  );
});

describe('a window that was killed', () => {
  eachProvider('while tools ran goes on with results that say so, and runs none twice', undefined, (offer) =>
    withTalk(offer, async (talk) => {
      const blocks = ['c1', 'c2'].map((id) => ({ type: 'tool_use', id, name: 'look', input: { path: id } }) as const);
      talk.append({ type: 'message', origin: 'typed', blocks: [{ type: 'text', text: 'How many?' }] });
      talk.append({ type: 'message', origin: 'model', model: talk.chatModel.agent.id, blocks });
      const again = talk.restart();
      expect(await again.send()).toEqual({ type: 'done' });
      expect(again.looked).toEqual([]);
      const results = again.thread.messages.flatMap(({ blocks: some }) => some.filter((b) => b.type === 'tool_result'));
      expect(results.map(({ toolUseId, isError }) => [toolUseId, isError])).toEqual([
        ['c1', true],
        ['c2', true],
      ]);
      again.check();
    }),
  );
});
