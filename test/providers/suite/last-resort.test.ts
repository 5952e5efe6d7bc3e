/** A newest round that is larger than the window: it is shortened or replaced, the turn goes on, and every API takes what is sent. */
import { describe, expect } from 'vitest';
import { planUndo } from '../../../src/core/compaction/undo.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import { looks, says } from './answers.ts';
import { eachProvider, withSpeaker } from './chat-models.ts';
import { count, LONG, WINDOW } from './herons.ts';
import { Talk } from './talk.ts';

const LINE = 'A heron stands in the reeds by the lake, and looks at the water.\n';
/** Tokens, about. */
const lines = (tokens: number) => LINE.repeat(Math.ceil(tokens / 15));

/** A call of `look` with so many tokens in its input. */
const writes = (id: string, tokens: number) => ({ id, name: 'look', input: { path: id, content: lines(tokens) } });

const steps = ({ thread }: Talk) => thread.compactions.flatMap((one) => one.steps.map(({ kind }) => kind));

describe('a newest round that is larger than the window', () => {
  eachProvider('of one call with a long input is shortened, with its ref, and undone whole', undefined, (offer) =>
    withSpeaker(
      offer,
      async (chatModel) => {
        const talk = new Talk(chatModel, { ...LONG, config: { strategy: 'extract' } });
        await count(talk, 1);
        const thinking = offer.lacks.thinking ? {} : { thinking: 'I write it all.' };
        chatModel.told.push(says({ ...thinking, calls: [writes('w1', 16_000)] }), says('Written.'));
        expect(await talk.send('Write about herons.')).toEqual({ type: 'done' });
        expect(steps(talk)).toContain('shorten');
        const [compaction] = talk.thread.compactions;
        const sent = JSON.stringify(chatModel.fake.requests.at(-1));
        expect(sent).toMatch(/\d+ characters left out to fit the context window; ref=e\d+\.\d/);
        expect(sent).toContain('Write about herons.');
        talk.check();
        const undo = compaction && planUndo(talk.thread, compaction.id);
        if (!undo?.ok) throw new Error('not undone');
        talk.append(undo.value);
        expect(JSON.stringify(projectContext(talk.thread).messages)).toContain(JSON.stringify(lines(16_000)));
      },
      { window: WINDOW },
    ),
  );

  eachProvider('of several calls with long inputs and results at once goes on', undefined, (offer) =>
    withSpeaker(
      offer,
      async (chatModel) => {
        const look = (path: string) => ({ content: [{ type: 'text', text: `${path}\n${lines(6_000)}` }] as const });
        const talk = new Talk(chatModel, { ...LONG, look, config: { strategy: 'extract' } });
        const thinking = offer.lacks.thinking ? {} : { thinking: 'All at once.' };
        const calls = ['w1', 'w2', 'w3', 'w4'].map((id) => writes(id, 5_000));
        chatModel.told.push(says({ ...thinking, text: lines(800), calls }), says('Written.'));
        expect(await talk.send('Write about herons.')).toEqual({ type: 'done' });
        expect(steps(talk)).toContain('shorten');
        talk.check();
      },
      { window: WINDOW },
    ),
  );

  eachProvider('of reasoning that fills the window alone is replaced as older rounds are', 'thinking', (offer) =>
    withSpeaker(
      offer,
      async (chatModel) => {
        const talk = new Talk(chatModel, { ...LONG, config: { strategy: 'extract' } });
        chatModel.told.push(says({ thinking: lines(16_000), calls: [looks('w1')] }), says('Seen.'));
        expect(await talk.send('Look at the lake.')).toEqual({ type: 'done' });
        expect(JSON.stringify(chatModel.fake.requests.at(-1))).toContain('Look at the lake.');
        talk.check();
      },
      { window: WINDOW },
    ),
  );

  eachProvider(
    'after a switch to a model with a smaller window in the middle of the turn goes on',
    undefined,
    (offer) =>
      withSpeaker(
        offer,
        async (chatModel) => {
          const talk = new Talk(chatModel, { ...LONG, config: { strategy: 'extract' } });
          const { id: model } = chatModel.agent;
          const call = {
            type: 'tool_use',
            id: 'w1',
            name: 'look',
            input: { path: 'w1', content: lines(4_000) },
          } as const;
          const content = [{ type: 'text', text: lines(20_000) }] as const;
          talk.append({ type: 'model', model: 'another/one' });
          talk.append({ type: 'message', origin: 'typed', blocks: [{ type: 'text', text: 'Look at the lake.' }] });
          talk.append({ type: 'message', origin: 'model', model: 'another/one', blocks: [call] });
          talk.append({
            type: 'message',
            origin: 'tools',
            blocks: [{ type: 'tool_result', toolUseId: 'w1', content }],
          });
          talk.append({ type: 'model', model });
          chatModel.told.push(says('Seen.'));
          expect(await talk.send()).toEqual({ type: 'done' });
          expect(JSON.stringify(chatModel.fake.requests.at(-1))).toMatch(
            /the rest: tool_output_cache ref_id=e\d+\.0 offset=\d+/,
          );
          expect(steps(talk)).toContain('shorten');
          talk.check();
        },
        { window: WINDOW },
      ),
  );
});
