/** What becomes of thoughts when what they belong to is cut, collapsed or compacted: each provider's own rule holds. */
import { describe, expect } from 'vitest';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { looks, says } from './answers.ts';
import { eachProvider, strategiesOf, withSpeaker } from './chat-models.ts';
import { count, LONG } from './herons.ts';
import { Talk } from './talk.ts';

const ROUNDS = 8;

/** A turn of many rounds, each with a thought and a long result, and with fewer rounds of a second one. */
async function think(talk: Talk, rounds: number, name: string): Promise<void> {
  for (let n = 1; n <= rounds; n++)
    talk.chatModel.told.push(says({ thinking: `Thought ${n} of ${name}.`, calls: [looks(`${name}${n}`)] }));
  talk.chatModel.told.push(says({ thinking: `Last of ${name}.`, text: 'So many.' }));
  expect(await talk.send(`Count ${name}.`)).toEqual({ type: 'done' });
}

describe('case 23: thoughts whose results were cut later', () => {
  eachProvider('by steps over tool results alone', 'thinking', (offer) =>
    withSpeaker(offer, async (chatModel) => {
      const toolOutput = { ...DEFAULT_CONFIG.toolOutput, maxToolResultTokens: 200, collapseAfterTurns: 4 };
      const talk = new Talk(chatModel, { ...LONG, window: 60_000, config: { strategy: 'extract', toolOutput } });
      await think(talk, ROUNDS, 'herons');
      const before = talk.tokens;
      expect((await talk.compact(Math.floor(before * 0.75))).type).toBe('compacted');
      expect(talk.tokens).toBeLessThan(before);
      await think(talk, 3, 'ducks');
      await think(talk, 2, 'swans');
      talk.check();
    }),
  );

  eachProvider('in the middle of their own turn, by every strategy', 'thinking', async (offer) => {
    for (const strategy of strategiesOf(offer))
      await withSpeaker(offer, async (chatModel) => {
        const talk = new Talk(chatModel, { ...LONG, config: { strategy } });
        await think(talk, 24, 'herons');
        expect(talk.thread.compactions.length).toBeGreaterThan(0);
        await count(talk, 90);
        talk.check();
      });
  });
});

eachProvider(
  'thoughts after a boundary are dropped or kept by the rule of their provider, through undo and redo',
  'thinking',
  (offer) =>
    withSpeaker(offer, async (chatModel) => {
      const talk = new Talk(chatModel, { ...LONG, window: 60_000, config: { strategy: 'truncate' } });
      await think(talk, 3, 'herons');
      await think(talk, 3, 'ducks');
      await talk.compact(Math.floor(talk.tokens * 0.6));
      const [compaction] = talk.thread.compactions;
      expect(compaction).toBeDefined();
      await think(talk, 2, 'swans');
      talk.undo();
      await think(talk, 2, 'geese');
      talk.redo(compaction?.id ?? 0);
      await think(talk, 2, 'coots');
      talk.check();
      const again = talk.restart();
      await think(again, 2, 'grebes');
      again.check();
    }),
);
