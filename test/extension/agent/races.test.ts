/** What comes together at the same time: threads that are switched, stops, compactions asked for, messages taken back. */
import { describe, expect, it } from 'vitest';
import type { CompactOutcome } from '../../../src/extension/session/outcome.ts';
import { DISK, type Disk } from '../../../src/extension/storage/disk.ts';
import { said } from './scripted-model.ts';
import { call, look, onDisk, open, outline, threadOf, type Window } from './windows.ts';

const longAnswer = (n: number) => said(`Answer ${n} about the queue. `.repeat(120));
const typedIn = (window: Window) => outline(window).filter((line) => line.startsWith('typed'));

/** Opens when it is told to. */
function gate() {
  let pass = () => {};
  const passed = new Promise<undefined>((resolve) => {
    pass = () => resolve(undefined);
  });
  return { passed, pass };
}

async function talk(window: Window, messages: number) {
  for (let n = 1; n <= messages; n++) {
    await window.agent.send(`Question ${n}`);
    await window.agent.whenIdle();
  }
}

const until = (holds: () => boolean) => expect.poll(holds, { interval: 2 }).toBe(true);

describe('while the model is being found', () => {
  it('a thread that is opened meanwhile is sent nothing; the message waits in its own', async () => {
    const { passed, pass } = gate();
    let isSlow = false;
    const window = open({
      reply: () => said('Hello.'),
      finding: () => (isSlow ? passed : Promise.resolve(undefined)),
    });
    await talk(window, 1);
    const other = threadOf(window).entries;
    const otherId = window.session.state.open?.id ?? '';
    await window.session.create(undefined);
    isSlow = true;
    await window.agent.send('for the second thread');
    const opened = window.session.open(otherId);
    pass();
    await opened;
    await window.agent.whenIdle();
    expect(threadOf(window).entries).toEqual(other);
  });

  it('shows that a turn runs, and Stop ends it; the message is kept and sent when asked', async () => {
    let isStuck = true;
    const window = open({
      reply: () => said('Hello.'),
      finding: () => (isStuck ? new Promise<undefined>(() => undefined) : Promise.resolve(undefined)),
    });
    await window.agent.send('hello');
    await until(() => window.session.state.busy?.type === 'turn');
    window.agent.stop();
    await window.agent.whenIdle();
    expect(window.session.state.busy).toBeUndefined();
    expect(window.requests).toHaveLength(0);
    isStuck = false;
    await window.agent.goOn();
    expect(typedIn(window)).toEqual(['typed: hello']);
    expect(outline(window).at(-1)).toBe('model: Hello.');
  });

  it('Stop ends a compaction too', async () => {
    let isStuck = false;
    const window = open({
      reply: longAnswer,
      window: 60_000,
      finding: () => (isStuck ? new Promise<undefined>(() => undefined) : Promise.resolve(undefined)),
    });
    await talk(window, 2);
    isStuck = true;
    const compacted = window.agent.compact();
    await until(() => window.session.state.busy?.type === 'compacting');
    window.agent.stop();
    expect(await compacted).toEqual({ type: 'cancelled' });
  });

  it('a choice of model is not written into a thread that is opened meanwhile', async () => {
    const { passed, pass } = gate();
    let isSlow = false;
    const window = open({ reply: () => said('Hello.'), finding: () => (isSlow ? passed : Promise.resolve(undefined)) });
    await talk(window, 1);
    isSlow = true;
    const switched = window.agent.switchModel('scripted/oak');
    await window.session.create(undefined);
    pass();
    await switched;
    expect(threadOf(window).entries).toEqual([]);
  });
});

describe('Stop', () => {
  it('and then going on, before the turn has stopped: the wish is kept', async () => {
    let isStuck = true;
    const window = open({
      reply: () => said('Hello.'),
      finding: () => (isStuck ? new Promise<undefined>(() => undefined) : Promise.resolve(undefined)),
    });
    await window.agent.send('hello');
    await until(() => window.session.state.busy?.type === 'turn');
    window.agent.stop();
    isStuck = false;
    await window.agent.goOn();
    expect(outline(window).at(-1)).toBe('model: Hello.');
  });

  it('ends a compaction also where a message was typed after it began', async () => {
    const { passed, pass } = gate();
    const window = open({
      reply: async function* (n, { toolChoice }, signal) {
        if (toolChoice === 'auto') return yield* longAnswer(n);
        pass();
        await new Promise<void>((resolve) => {
          if (signal instanceof AbortSignal) signal.addEventListener('abort', () => resolve());
        });
      },
      window: 60_000,
      config: { strategy: 'summarize', targetTokens: 2_000 },
    });
    await talk(window, 6);
    const compacted = window.agent.compact();
    await passed;
    await window.agent.send('typed meanwhile');
    window.agent.stop();
    expect(await compacted).toMatchObject({ type: 'cancelled', recorded: true });
    await window.agent.whenIdle();
  });
});

describe('a message in the queue when Stop is pressed', () => {
  const waiting = (window: Window) => threadOf(window).queue;
  const newest = (window: Window) => waiting(window).at(-1)?.id ?? 0;
  const edit = async (window: Window) => void (await window.agent.editQueued(newest(window), 'second, edited'));
  const move = async (window: Window) => void (await window.agent.moveQueued(newest(window), -1));
  it.each([
    ['queued after Stop', [], 'sent'],
    ['queued after Stop and edited', [edit], 'sent'],
    ['queued after Stop and edited twice', [edit, edit], 'sent'],
    ['queued after Stop and moved', [move, edit], 'sent'],
    ['queued before Stop', [], 'waits'],
    ['queued before Stop and edited after it', [edit], 'waits'],
    ['queued before Stop and edited twice after it', [edit, edit], 'waits'],
    ['queued before Stop and moved after it', [move], 'waits'],
  ] as const)('%s', async (when, changes, becomes) => {
    const { passed, pass } = gate();
    const window = open({
      reply: async function* (n) {
        if (n === 1) await passed;
        yield* said(`Answer ${n}.`);
      },
    });
    await window.agent.send('first');
    await until(() => window.requests.length === 1);
    if (becomes === 'waits') await window.agent.send('also queued');
    if (becomes === 'waits') await window.agent.send('second');
    window.agent.stop();
    if (becomes === 'sent') await window.agent.send('also queued');
    if (becomes === 'sent') await window.agent.send('second');
    for (const change of changes) await change(window);
    pass();
    await window.agent.whenIdle();
    expect(waiting(window)).toHaveLength(when.startsWith('queued after') ? 0 : 2);
    expect(typedIn(window)).toHaveLength(becomes === 'sent' ? 3 : 1);
  });
});

describe('a compaction that is asked for', () => {
  it('twice while a turn runs has an answer each time', async () => {
    const outcomes: Promise<CompactOutcome>[] = [];
    const window: Window = open({
      window: 60_000,
      config: { targetTokens: 4_000, strategy: 'extract' },
      tools: [look()],
      reply: (n) => {
        if (n <= 8) return longAnswer(n);
        if (n > 9) return said('Done.');
        outcomes.push(window.agent.compact(), window.agent.compact());
        return call('a');
      },
    });
    await talk(window, 9);
    const types = (await Promise.all(outcomes)).map(({ type }) => type);
    expect(types[0]).toBe('compacted');
    expect(types).toHaveLength(2);
  });

  it('while the turn before is followed by a compaction has an answer too', async () => {
    let second: Promise<CompactOutcome> | undefined;
    let first: Promise<CompactOutcome> | undefined;
    const window: Window = open({
      window: 60_000,
      config: { targetTokens: 4_000, strategy: 'extract' },
      reply: (n) => {
        if (n === 6) first = window.agent.compact({ withoutModel: true });
        return longAnswer(n);
      },
    });
    window.session.onDidChange(({ busy }) => {
      if (first && busy?.type === 'compacting') second ??= window.agent.compact();
    });
    await talk(window, 6);
    expect((await first)?.type).toBe('compacted');
    expect((await second)?.type).toBe('unchanged');
  });

  it('has an answer where the turn ends in a fault of ours', async () => {
    let asked: Promise<CompactOutcome> | undefined;
    const window: Window = open({
      reply: () => {
        asked ??= window.agent.compact();
        throw new Error('a fault');
      },
    });
    await window.agent.send('hello');
    await window.agent.whenIdle();
    expect((await asked)?.type).toBe('unchanged');
  });
});

describe('messages', () => {
  it('that are sent at once where no thread is open go to one thread', async () => {
    const window = open({ reply: () => said('Hello.') });
    await Promise.all([window.agent.send('first'), window.agent.send('second')]);
    await window.agent.whenIdle();
    expect(typedIn(window)).toEqual(['typed: first', 'typed: second']);
    expect(await window.store.list()).toHaveLength(1);
  });

  it('that are taken back while room is made for them are not sent', async () => {
    let back: string | undefined;
    const window: Window = open({
      window: 60_000,
      config: { strategy: 'summarize', targetTokens: 4_000, thresholdTokens: 12_000 },
      reply: async function* (n, { toolChoice }) {
        if (toolChoice === 'auto') return yield* longAnswer(n);
        back = (await window.agent.unqueue(threadOf(window).queue[0]?.id ?? 0))?.text;
        yield* said('<summary>The queue was talked about.</summary>');
      },
    });
    await talk(window, 8);
    await window.agent.send('A long question about the queue. '.repeat(1_100));
    await window.agent.whenIdle();
    expect(back).toBeDefined();
    expect(typedIn(window)).not.toContain(`typed: ${back}`);
    expect(threadOf(window).queue).toEqual([]);
  });

  it('are either taken back or sent, never both', async () => {
    let back: Promise<unknown> | undefined;
    let writes = 0;
    const disk: Disk = {
      ...DISK,
      open: async (...given) => {
        const handle = await DISK.open(...given);
        const sync = handle.datasync.bind(handle);
        handle.datasync = async () => {
          // After the queued one, the title and the model: the message itself.
          if (++writes === 4) back = window.agent.unqueue(threadOf(window).queue[0]?.id ?? 0);
          return sync();
        };
        return handle;
      },
    };
    const window: Window = open({ reply: () => said('Hello.'), disk });
    await window.session.create(undefined);
    writes = 0;
    await window.agent.send('hello');
    await window.agent.whenIdle();
    expect(await back).toBeUndefined();
    expect(typedIn(window)).toEqual(['typed: hello']);
  });

  it('go to the model that was chosen while a turn ran, and each model keeps its own report', async () => {
    const window: Window = open({
      reply: async function* (n) {
        if (n === 1) {
          await window.agent.switchModel('scripted/oak');
          await window.agent.send('for the oak');
        }
        yield* said('Hello.');
      },
    });
    await window.agent.send('for the birch');
    await window.agent.whenIdle();
    const models = threadOf(window).messages.flatMap(({ model }) => model ?? []);
    expect(models).toEqual(['scripted/birch', 'scripted/oak']);
    expect([...threadOf(window).reportsByModel.keys()]).toEqual(['scripted/birch', 'scripted/oak']);
    expect(window.session.state.model?.head.id).toBe('scripted/oak');
  });
});

describe('a thread that asks before it compacts', () => {
  it('sends where there is nothing that could be compacted', async () => {
    const window = open({
      reply: () => said('Read.'),
      window: 12_000,
      config: { strategy: 'extract', auto: 'ask', thresholdRatio: 0.5 },
    });
    await window.agent.send('A long text about the queue. '.repeat(900));
    await window.agent.whenIdle();
    expect(outline(window).at(-1)).toBe('model: Read.');
    expect((await onDisk(window)).queue).toEqual([]);
  });
});

it('an empty message is refused by the host too', async () => {
  let isStuck = true;
  const window = open({
    reply: () => said('Hello.'),
    finding: () => (isStuck ? new Promise<undefined>(() => undefined) : Promise.resolve(undefined)),
  });
  expect(await window.agent.send(' \n')).toEqual({ taken: false, why: 'The message is empty.' });
  expect(window.session.state.open).toBeUndefined();
  await window.agent.send('hello');
  const [queued] = threadOf(window).queue;
  expect(await window.agent.editQueued(queued?.id ?? 0, '  ')).toBe(false);
  expect(threadOf(window).queue).toEqual([queued]);
  window.agent.stop();
  isStuck = false;
  await window.agent.goOn();
});
