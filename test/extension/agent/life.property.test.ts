/** Whatever a person does to a window, and whenever: each message is sent once or is theirs, every wish has an answer, and nothing goes on running. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Block } from '../../../src/core/message/message.ts';
import { checkContext } from '../../../src/core/thread/check-context.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { runs } from '../../property/runs.ts';
import { openWindow } from './scripted-model.ts';
import { call, look, type Window } from './windows.ts';

const RUNS = runs(25);
const pause = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined));

const acts = [
  'send',
  'send',
  'send',
  'stop',
  'compact',
  'without model',
  'preview',
  'answer',
  'take back',
  'switch',
  'go on',
  'other thread',
] as const;
const step = fc.record({ act: fc.constantFrom(...acts), ms: fc.constantFrom(0, 0, 1, 3, 8) });
const life = fc.record({
  steps: fc.array(step, { minLength: 3, maxLength: 16 }),
  delays: fc.array(fc.constantFrom(0, 0, 1, 4), { minLength: 1, maxLength: 6 }),
  auto: fc.constantFrom(true, 'ask' as const),
});

const textOf = (blocks: readonly Block[]) => blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));

class Person {
  readonly sent: string[] = [];
  readonly back: string[] = [];
  readonly #window: Window;
  readonly #threads: readonly string[];

  constructor(window: Window, threads: readonly string[]) {
    this.#window = window;
    this.#threads = threads;
  }

  async do(act: (typeof acts)[number]): Promise<unknown> {
    const { agent, session } = this.#window;
    const { open } = session.state;
    switch (act) {
      case 'send': {
        const text = `message ${this.sent.length + 1}: ${'about the queue '.repeat(60)}`;
        this.sent.push(text);
        return expect(await agent.send(text)).toEqual({ taken: true });
      }
      case 'stop':
        return agent.stop();
      case 'compact':
        return agent.compact();
      case 'without model':
        return agent.compact({ withoutModel: true });
      case 'preview':
        return agent.preview();
      case 'answer':
        return agent.answerPreview('compact');
      case 'take back': {
        const back = await agent.unqueue(open?.thread.queue.at(-1)?.id ?? 0);
        return back === undefined ? undefined : this.back.push(back.text);
      }
      case 'switch':
        return agent.switchModel(open?.thread.model === 'scripted/oak' ? 'scripted/birch' : 'scripted/oak');
      case 'go on':
        return open?.thread.messages.length ? agent.goOn() : undefined;
      case 'other thread':
        return session.open(this.#threads.find((id) => id !== open?.id) ?? '');
    }
  }
}

it('R29 case 26 each message once, every wish answered, nothing left running, and the log as it is seen', async () => {
  await fc.assert(
    fc.asyncProperty(life, async ({ steps, delays, auto }) => {
      let calls = 0;
      const delay = () => pause(delays[calls++ % delays.length] ?? 0);
      const window = openWindow({
        window: 9_000,
        config: { strategy: 'summarize', auto },
        tools: [look(async () => delay().then(() => ({ content: [{ type: 'text', text: 'seen' }] })))],
        finding: delay,
        reply: async function* (n, { toolChoice }) {
          await delay();
          if (toolChoice === 'none') return yield { type: 'text', text: '<summary>The queue.</summary>' };
          yield { type: 'text', text: `Answer ${n}. `.repeat(200) };
          await delay();
          if (n % 3 === 0) yield* call(`c${n}`);
        },
      });
      const threads: string[] = [];
      for (let n = 0; n < 2; n++) {
        const made = await window.session.create(undefined);
        if (made.type === 'opened') threads.push(made.id);
      }
      const person = new Person(window, threads);
      const wishes: Promise<unknown>[] = [];
      for (const { act, ms } of steps) {
        wishes.push(person.do(act));
        await pause(ms);
      }
      await Promise.all(wishes);
      await window.agent.whenIdle();
      await pause(0);
      await window.agent.whenIdle();
      expect(window.errors).toEqual([]);
      expect(window.session.state).toMatchObject({ busy: undefined, replyStream: undefined });
      const kept = [...person.back];
      for (const id of threads) {
        const thread = replay((await window.store.read(id)).entries);
        if (id === window.session.state.open?.id)
          expect(window.session.state.open.thread.entries).toEqual(thread.entries);
        expect(checkContext(projectContext(thread).messages)).toEqual([]);
        for (const { origin, blocks } of thread.messages)
          if (origin === 'typed') kept.push(...textOf(blocks).slice(0, 1));
        for (const { blocks } of thread.queue) kept.push(...textOf(blocks));
      }
      expect(kept.toSorted()).toEqual(person.sent.toSorted());
      await window.close();
    }),
    RUNS,
  );
});
