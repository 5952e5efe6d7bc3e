/** What an ordinary turn is with each provider: through the real loop, adapter and library, against its strict fake. */
import { describe, expect } from 'vitest';
import { SYSTEM_PROMPT } from '../../../src/core/agent/system-prompt.ts';
import type { Json } from '../../../src/core/lang/json.ts';
import { parseJson } from '../../../src/core/lang/json-fields.ts';
import { HALF_PAIR, HARD_TEXTS, looks, says } from './answers.ts';
import { eachProvider, type Offer, withSpeaker } from './chat-models.ts';
import { type Manner, Talk } from './talk.ts';

async function withTalk(offer: Offer, act: (talk: Talk) => Promise<void>, manner: Manner = {}): Promise<void> {
  await withSpeaker(offer, async (chatModel) => {
    const talk = new Talk(chatModel, manner);
    await act(talk);
    talk.check();
  });
}

const newest = (talk: Talk) => JSON.stringify(talk.chatModel.fake.requests.at(-1));
const quoted = (text: string) => JSON.stringify(text).slice(1, -1);

describe('a turn', () => {
  eachProvider('is a question and its answer', undefined, (offer) =>
    withTalk(offer, async (talk) => {
      talk.chatModel.told.push(says('Seven herons.'));
      expect(await talk.send('How many?')).toEqual({ type: 'done' });
      expect(talk.said).toEqual(['How many?', 'Seven herons.']);
      expect(await talk.send('And ducks?')).toEqual({ type: 'done' });
      for (const text of [quoted(SYSTEM_PROMPT).slice(0, 100), 'How many?', 'Seven herons.', 'And ducks?'])
        expect(newest(talk)).toContain(text);
    }),
  );

  eachProvider('goes on after a tool', undefined, (offer) =>
    withTalk(offer, async (talk) => {
      talk.chatModel.told.push(says({ text: 'I look.', calls: [looks('c1', 'lake.md')] }), says('Seven.'));
      expect(await talk.send('How many?')).toEqual({ type: 'done' });
      expect(talk.looked).toEqual(['lake.md']);
      expect(talk.said).toEqual(['How many?', 'I look.', 'Seven.']);
      expect(newest(talk)).toContain('In lake.md: herons.');
    }),
  );

  eachProvider('has parallel calls answered in their order, whichever is ready first', undefined, (offer) =>
    withTalk(
      offer,
      async (talk) => {
        const paths = ['slow.md', 'empty.md', 'broken.md', 'lake.md'];
        talk.chatModel.told.push(says({ calls: paths.map((path) => looks(`c_${path.slice(0, 3)}`, path)) }));
        expect(await talk.send('How many?')).toEqual({ type: 'done' });
        const results = talk.thread.messages.find(({ origin }) => origin === 'tools')?.blocks ?? [];
        const given = results.map((block) => block.type === 'tool_result' && [block.toolUseId, block.isError === true]);
        expect(given.slice(0, 4)).toEqual([
          ['c_slo', false],
          ['c_emp', false],
          ['c_bro', true],
          ['c_lak', false],
        ]);
        await talk.send('Sure?');
      },
      {
        look: async (path) => {
          if (path === 'slow.md') await new Promise((resolve) => setTimeout(resolve, 20));
          if (path === 'empty.md') return { content: [] };
          return { content: [{ type: 'text', text: path }], ...(path === 'broken.md' && { isError: true }) };
        },
      },
    ),
  );

  eachProvider('keeps what was thought through its rounds, and sends it back as it came', 'thinking', (offer) =>
    withTalk(offer, async (talk) => {
      talk.chatModel.told.push(
        says({ thinking: 'Herons stand still.', text: 'I look.', calls: [looks('c1'), looks('c2')] }),
        says({ thinking: 'So it is the reeds.', calls: [looks('c3')] }),
        says({ thinking: 'Enough.', text: 'Seven.' }),
      );
      expect(await talk.send('How many?')).toEqual({ type: 'done' });
      expect(await talk.send('Sure?')).toEqual({ type: 'done' });
      const thoughts = talk.replies.flatMap(({ blocks }) =>
        blocks.flatMap((b) => (b.type === 'thinking' ? [b.text] : [])),
      );
      expect(thoughts.filter((text) => text !== '')).toEqual(['Herons stand still.', 'So it is the reeds.', 'Enough.']);
    }),
  );

  eachProvider('case 22: has calls without a thought among others with one', 'thinking', (offer) =>
    withTalk(offer, async (talk) => {
      talk.chatModel.told.push(
        says({ thinking: 'Herons stand still.', calls: [looks('c1')] }),
        says({ text: 'At once.', calls: [looks('c2')] }),
        says({ calls: [looks('c3')] }),
        says({ thinking: 'Enough.', calls: [looks('c4')] }),
      );
      expect(await talk.send('How many?')).toEqual({ type: 'done' });
      expect(talk.replies).toHaveLength(5);
    }),
  );
});

describe('case 40: text as it was', () => {
  eachProvider('typed, said in pieces, called with and found', undefined, (offer) =>
    withTalk(
      offer,
      async (talk) => {
        const text = HARD_TEXTS.join('\n');
        const said = `Said: ${text}`;
        const calls = [{ id: 'c1', name: 'look', input: { path: text } }];
        const pieces = (pieceBytes: number) => (offer.lacks.delivery ? {} : { delivery: { pieceBytes } });
        talk.chatModel.told.push(says({ text: said, ...pieces(1) }), says({ text: said, calls, ...pieces(7) }));
        expect(await talk.send(text)).toEqual({ type: 'done' });
        expect(await talk.send('Look.')).toEqual({ type: 'done' });
        expect(talk.looked).toEqual([text]);
        expect(talk.said.slice(0, 4)).toEqual([text, said, 'Look.', said]);
        const sent = textsIn(talk.chatModel.fake.requests.at(-1) ?? null);
        for (const hard of HARD_TEXTS)
          expect({ hard, places: sent.filter((one) => one.includes(hard)).length }).toEqual({ hard, places: 5 });
      },
      { look: (path) => ({ content: [{ type: 'text', text: path }] }) },
    ),
  );

  // JSON can write it and no provider reads it; a recording is sent no JSON.
  eachProvider('half of a surrogate pair is sent as one character', 'failures', (offer) =>
    withTalk(offer, async (talk) => {
      expect(await talk.send(HALF_PAIR)).toEqual({ type: 'done' });
      expect(talk.said[0]).toBe(HALF_PAIR);
      const sent = textsIn(talk.chatModel.fake.requests.at(-1) ?? null);
      expect(sent.filter((one) => one.startsWith('half')).map((one) => one.slice(0, HALF_PAIR.length))).toEqual([
        'half \ufffd of a pair',
      ]);
    }),
  );
});

/** All texts in a body; those in arguments that are JSON themselves as well. */
function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') {
    const inner = value.startsWith('{') ? parseJson(value) : undefined;
    return inner?.ok ? textsIn(inner.value) : [value];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
