/** What servers report, and what the next request is taken for: through the real loop, adapters and libraries (R25). */
import { expect } from 'vitest';
import { says } from './answers.ts';
import { eachProvider, withSpeaker } from './chat-models.ts';
import { Talk } from './talk.ts';

const SMALL = 32_000;
const LARGE = 128_000;

/** 22,506 characters, and 20,000 words. */
const PASTE = 'The heron stands in the reeds. '.repeat(726);
const WORDS = 'heron '.repeat(20_000);

eachProvider('M1 hidden reasoning in a short reply holds no paste back', 'usage', (offer) =>
  withSpeaker(
    offer,
    async (chatModel) => {
      const talk = new Talk(chatModel, { window: SMALL });
      chatModel.told.push(says({ text: 'Hello.', usage: { output: 4_010 } }), says('It does.'));
      expect(await talk.send('hi')).toEqual({ type: 'done' });
      const { tokens, factor } = talk.measure;
      expect(tokens).toBeLessThan(5_000);
      expect(factor).toBe(1);
      expect(await talk.restart().send(PASTE)).toEqual({ type: 'done' });
      expect(talk.thread.compactions).toEqual([]);
    },
    { window: SMALL },
  ),
);

for (const adds of [10_000, 30_000]) {
  eachProvider(
    `M2 a server that adds ${adds} tokens to each request takes a message of 20,000 words`,
    'usage',
    (offer) =>
      withSpeaker(
        offer,
        async (chatModel) => {
          const talk = new Talk(chatModel, { window: LARGE });
          for (const words of ['hi', WORDS]) {
            const input = talk.tokens + (talk.measure.measured ? 0 : adds) + Math.round(words.length / 6);
            chatModel.told.push(says({ text: 'Seven.', usage: { input } }));
            expect(await talk.send(words)).toEqual({ type: 'done' });
          }
          expect(talk.measure.serverOverhead).toBeGreaterThan(adds * 0.8);
          expect(talk.measure.serverOverhead).toBeLessThan(adds * 1.2);
          expect(talk.thread.compactions).toEqual([]);
          talk.check();
        },
        { window: LARGE },
      ),
  );
}

eachProvider(
  'M3 one absurd report is no measure, and nothing is held back for it, also after a restart',
  'usage',
  (offer) =>
    withSpeaker(
      offer,
      async (chatModel) => {
        let talk = new Talk(chatModel, { window: LARGE });
        chatModel.told.push(says('Seven.'), says({ text: 'Eight.', usage: { input: 5_000_000 } }));
        for (const words of ['How many?', 'And ducks?']) expect(await talk.send(words)).toEqual({ type: 'done' });
        for (const now of [talk, talk.restart()]) {
          expect(now.measure.estimated).toBe(true);
          expect(now.tokens).toBeLessThan(10_000);
        }
        talk = talk.restart();
        expect(await talk.send('And swans?')).toEqual({ type: 'done' });
        expect(await talk.send(PASTE)).toEqual({ type: 'done' });
        expect(talk.measure.estimated).toBe(false);
        expect(talk.thread.compactions).toEqual([]);
        talk.check();
      },
      { window: LARGE },
    ),
);

eachProvider(
  'M3 a count that adds up over the calls is no measure once it passes the window, which is said',
  'usage',
  (offer) =>
    withSpeaker(
      offer,
      async (chatModel) => {
        const talk = new Talk(chatModel, { window: SMALL, config: { auto: false } });
        for (const input of [33_000, 66_000, 99_000]) {
          chatModel.told.push(says({ text: 'Seven.', usage: { input } }));
          expect(await talk.send('How many?')).toEqual({ type: 'done' });
        }
        expect(talk.restart().measure).toMatchObject({
          estimated: true,
          finding: { type: 'window-exceeded', tokens: 66_000 },
        });
        talk.check();
      },
      { window: SMALL },
    ),
);

eachProvider(
  'W10 a count that stays while the thread grows is a suspected limit, and lowers nothing',
  'usage',
  (offer) =>
    withSpeaker(
      offer,
      async (chatModel) => {
        const talk = new Talk(chatModel, { window: LARGE });
        for (const words of ['How many?', PASTE, PASTE]) {
          chatModel.told.push(says({ text: 'Seven.', usage: { input: 4_096 } }));
          expect(await talk.send(words)).toEqual({ type: 'done' });
        }
        expect(talk.measure).toMatchObject({ estimated: true, finding: { type: 'suspected-limit', tokens: 4_096 } });
        expect(talk.tokens).toBeGreaterThan(10_000);
        expect(talk.knowledge.learned).toEqual({});
        talk.check();
      },
      { window: LARGE },
    ),
);

eachProvider(
  'M4 what only an extrapolation calls too large is sent, and the provider has the last word',
  'usage',
  (offer) =>
    withSpeaker(
      offer,
      async (chatModel) => {
        const talk = new Talk(chatModel, { window: SMALL, config: { auto: false } });
        chatModel.told.push(says({ text: 'Seven.', usage: { input: 23_000 } }), says('It does.'));
        for (const words of ['How many?', PASTE]) expect(await talk.send(words)).toEqual({ type: 'done' });
        talk.check();
      },
      { window: SMALL },
    ),
);
