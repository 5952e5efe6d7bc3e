/** Several threads of one window at once: each at work in its own runner, shown one at a time, and never two writers of one log. */
import { writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { ModelEvent } from '../../../src/core/agent/model-event.ts';
import type { Runner } from '../../../src/extension/agent/runner.ts';
import { RunnerPool } from '../../../src/extension/agent/runner-pool.ts';
import { fileSource } from '../../../src/extension/storage/file-source.ts';
import { openStore } from '../../../src/extension/storage/thread-store.ts';
import { newFolder } from '../../new-folder.ts';
import { newRoot } from '../storage/sample-entries.ts';
import { openWindow, said } from './scripted-model.ts';

type Window = ReturnType<typeof openWindow>;
type Pool = RunnerPool<Runner & { readonly window: Window }>;

const pools: Pool[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close(async () => undefined);
});

/** A model that answers a message only when the test says so, or when it is stopped. */
function setUp() {
  const root = newRoot();
  const made: Window[] = [];
  const ended: Window[] = [];
  const answers = new Map<string, () => void>();
  const pool: Pool = new RunnerPool(() => {
    const window = openWindow({
      root,
      reply: async function* (_n, request, signal): AsyncGenerator<ModelEvent> {
        const blocks = request.messages.findLast(({ role }) => role === 'user')?.blocks ?? [];
        const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
        const asked = texts.find((text) => text.startsWith('wait')) ?? 'a message';
        if (asked.startsWith('wait'))
          await new Promise<void>((resolve) => {
            answers.set(asked, resolve);
            if (signal instanceof AbortSignal) signal.addEventListener('abort', () => resolve());
          });
        yield* said(`answer to ${asked}`);
      },
    });
    made.push(window);
    return { ...window, window, dispose: () => ended.push(window) };
  });
  pools.push(pool);
  const send = async (text: string) => {
    await pool.shown.agent.send(text);
    if (text.startsWith('wait')) await expect.poll(() => answers.has(text)).toBe(true);
    return pool.state.open?.id ?? '';
  };
  const answer = (text: string) => answers.get(text)?.();
  const texts = async (id: string) =>
    (await openStore(root).read(id)).entries.flatMap((entry) =>
      entry.type === 'message' ? entry.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])) : [],
    );
  return { root, pool, made, ended, send, answer, texts };
}

const opened = async (outcome: Promise<{ readonly type: string }>) => expect((await outcome).type).toBe('opened');

describe('a second thread while the first works', () => {
  it('is at work beside it, and each log has its own turns', async () => {
    const { pool, made, send, answer, texts } = setUp();
    const first = await send('wait one');
    await opened(pool.create(undefined));
    const second = await send('wait two');
    expect(first).not.toBe(second);
    expect(made).toHaveLength(2);
    expect([pool.statusOf(first), pool.statusOf(second)]).toEqual(['working', 'working']);
    expect(pool.others).toEqual({ working: 1, asking: 0, ended: 0 });
    answer('wait one');
    await expect.poll(() => pool.statusOf(first)).toBeUndefined();
    expect(pool.statusOf(second)).toBe('working');
    expect(pool.state.open?.id).toBe(second);
    answer('wait two');
    await expect.poll(() => pool.statusOf(second)).toBeUndefined();
    expect((await texts(first)).filter((text) => text.includes('wait'))).toEqual(['wait one', 'answer to wait one']);
    expect((await texts(second)).filter((text) => text.includes('wait'))).toEqual(['wait two', 'answer to wait two']);
  });

  it('is stopped alone', async () => {
    const { pool, send, answer, texts } = setUp();
    const first = await send('wait one');
    await opened(pool.create(undefined));
    const second = await send('wait two');
    pool.shown.agent.stop();
    await expect.poll(() => pool.statusOf(second)).toBeUndefined();
    expect(pool.statusOf(first)).toBe('working');
    answer('wait one');
    await expect.poll(() => pool.statusOf(first)).toBeUndefined();
    expect(await texts(first)).toContain('answer to wait one');
  });

  it('is compacted and undone while the first works', async () => {
    const { pool, send, answer } = setUp();
    await send('wait one');
    await opened(pool.create(undefined));
    for (let turn = 0; turn < 6; turn++) {
      await send(`turn ${turn} ${'word '.repeat(2_000)}`);
      await pool.shown.agent.whenIdle();
    }
    const compacted = await pool.shown.agent.compact({ withoutModel: true });
    expect(compacted.type).toBe('compacted');
    expect((await pool.shown.session.undo()).type).toBe('undone');
    answer('wait one');
  });

  it('is shown again as it is, with what was streamed, and the shown numbers only rise', async () => {
    const { pool, made, send, answer } = setUp();
    const first = await send('wait one');
    pool.shown.session.showContext();
    const versions: number[] = [];
    const counters = new Set<number>();
    pool.onDidChange(({ version, showContext }) => {
      versions.push(version);
      counters.add(showContext);
    });
    await opened(pool.create(undefined));
    const second = await send('wait two');
    await opened(pool.open(first));
    expect(pool.state.open?.id).toBe(first);
    expect(pool.state.busy?.type).toBe('turn');
    await opened(pool.open(second));
    await opened(pool.open(second));
    expect(made).toHaveLength(2);
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
    expect([...counters]).toEqual([1]);
    answer('wait one');
    answer('wait two');
  });
});

describe('runners', () => {
  it('that do nothing are used again, and one in the background gives the lock of its thread back', async () => {
    const { root, pool, made, ended, send, answer } = setUp();
    const ids: string[] = [];
    for (const text of ['wait one', 'wait two', 'wait three']) {
      if (ids.length > 0) await opened(pool.create(undefined));
      ids.push(await send(text));
    }
    expect(made).toHaveLength(3);
    for (const text of ['wait one', 'wait two']) answer(text);
    await expect.poll(() => pool.all.length).toBe(2);
    expect(ended).toHaveLength(1);
    const [first = '', second = ''] = ids;
    for (const id of [first, second]) {
      await expect.poll(() => pool.sessionOf(id)).toBeUndefined();
      const other = await openStore(root).open(id);
      if (!other.ok) throw new Error('not opened');
      expect(other.value.access.type).toBe('writer');
      if (other.value.access.type === 'writer') await other.value.access.writer.close();
    }
    await opened(pool.open(first));
    expect(pool.state.open?.access.type).toBe('writer');
    await send('again');
    expect(pool.all).toHaveLength(2);
    answer('wait three');
  });

  it('keep the notice of a turn that ended in the background', async () => {
    const { pool, send, answer } = setUp();
    const first = await send('wait one');
    const { session } = pool.shown;
    await opened(pool.create(undefined));
    answer('wait one');
    await expect.poll(() => pool.sessionOf(first)).toBeUndefined();
    await send('wait two');
    session.notify({ severity: 'error', text: 'The server refused.' });
    await opened(pool.open(first));
    expect(pool.state.notice?.text).toBe('The server refused.');
    expect(pool.state.open?.access.type).toBe('writer');
    answer('wait two');
  });

  it('stay where they are when a thread can’t be opened', async () => {
    const { pool, send, answer } = setUp();
    const first = await send('wait one');
    expect(await pool.open('none')).toEqual({ type: 'no-such-thread', id: 'none' });
    expect(pool.state.open?.id).toBe(first);
    const bad = await pool.import(await fileSource(import.meta.filename), undefined, {});
    expect(bad.type).toBe('failed');
    expect(pool.state.open?.id).toBe(first);
    answer('wait one');
  });

  it('open a thread once, however often it is asked for', async () => {
    const { pool, made, send, answer } = setUp();
    const first = await send('one');
    await opened(pool.create(undefined));
    await send('wait two');
    await Promise.all([pool.open(first), pool.open(first), pool.create(undefined), pool.open(first)]);
    expect(pool.state.open).toMatchObject({ id: first, access: { type: 'writer' } });
    expect(made.length).toBeLessThanOrEqual(3);
    answer('wait two');
  });

  it('import beside a thread that works, and show what came', async () => {
    const { pool, root, send, answer } = setUp();
    const first = await send('wait one');
    const folder = newFolder('import');
    const file = `${folder}/a.jsonl`;
    writeFileSync(
      file,
      `${JSON.stringify({ type: 'user', uuid: 'a', parentUuid: null, sessionId: 's', message: { role: 'user', content: 'Hi' } })}\n`,
    );
    const outcome = await pool.import(await fileSource(file), undefined, {});
    expect(outcome.type).toBe('imported');
    expect(pool.state.open?.id).toBe(outcome.type === 'imported' ? outcome.id : '');
    expect(pool.statusOf(first)).toBe('working');
    expect((await openStore(root).list()).length).toBe(2);
    answer('wait one');
  });
});

it('what closes the window ends all of them, and every log is whole', async () => {
  const { pool, root, send, texts } = setUp();
  const first = await send('wait one');
  await opened(pool.create(undefined));
  const second = await send('wait two');
  await pool.close(async () => undefined);
  for (const id of [first, second]) {
    expect((await openStore(root).read(id)).skipped).toEqual([]);
    expect((await texts(id))[0]).toMatch(/^wait/);
  }
  expect((await openStore(root).open(first)).ok).toBe(true);
});
