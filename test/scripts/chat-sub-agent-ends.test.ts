/** Sub-agents that are stopped, killed with their process, or outlived by a compaction of the thread that asked: nothing is lost, and the thread goes on. */
import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openHeadlessWindow } from '../../scripts/chat/headless-window.ts';
import type { Json } from '../../src/core/lang/json.ts';
import { field } from '../../src/core/lang/json-fields.ts';
import { checkContext } from '../../src/core/thread/check-context.ts';
import { projectContext } from '../../src/core/thread/context.ts';
import { replay } from '../../src/core/thread/thread.ts';
import { openSubStore } from '../../src/extension/storage/thread-store.ts';
import { type Answer, agentsIn, asks, calls, openTrial, resultsIn, says } from './chat-sub-agent/drive.ts';

const KILLS = Number(process.env.SPOOL_KILLS ?? 3);
const root = path.join(import.meta.dirname, '../..');
const FILES = { 'notes.md': 'The herons stand in the reeds and wait for the fish.\n'.repeat(100) };
const read = (n: number) => calls(['read_file', { path: 'notes.md', offset: (n % 50) + 1 }]);

let trial: Awaited<ReturnType<typeof openTrial>>;
beforeAll(() => {
  for (const target of ['regex-worker', 'chat'])
    execFileSync(process.execPath, ['esbuild.mjs', '--only', target], { cwd: root });
});
afterEach(() => trial?.close());

describe('a sub-agent', () => {
  it('that is stopped makes no further request, and what it has read stays', async () => {
    trial = await openTrial(FILES);
    const { bodies, url, store, workspace } = trial;
    trial.play({
      thread: (n) => (n === 1 ? asks('Read.', 'Read too.') : says('Stopped, then.')),
      agent: (n) => (n <= 4 ? read(n) : 'hangs'),
    });
    mkdirSync(store);
    const window = openHeadlessWindow({
      root: store,
      settings: {
        'spool.provider': 'openai-compatible',
        'spool.model.id': 'm1',
        'spool.openai-compatible.baseUrl': `${url}/v1`,
      },
      workspace: { folder: workspace, mode: 'ask', rules: [] },
      onTurnEnd: () => undefined,
      onError: (text) => expect.fail(text),
    });
    const { agent, session } = window;
    await agent.send('Look.');
    await expect.poll(() => bodies.length, { timeout: 60_000 }).toBe(7);
    agent.stop();
    await agent.whenIdle();
    const stopped = session.state.open?.thread;
    expect(agentsIn([...(stopped?.entries ?? [])]).map(({ state }) => state)).toEqual([
      'begun',
      'begun',
      'stopped',
      'stopped',
    ]);
    expect(resultsIn([...(stopped?.entries ?? [])])).toEqual([
      expect.stringContaining('stopped'),
      expect.stringContaining('stopped'),
    ]);
    const thread = session.state.open?.id ?? '';
    for (const { thread: sub } of agentsIn([...(stopped?.entries ?? [])]).slice(0, 2)) {
      const own = replay(await trial.ownEntriesOf(thread, sub));
      expect(checkContext(projectContext(own).messages)).toEqual([]);
      expect(resultsIn([...own.entries]).length).toBeGreaterThan(0);
    }
    await agent.send('Go on.');
    await agent.whenIdle();
    expect(bodies.length).toBe(8);
    expect(trial.faults).toEqual([]);
    await window.close();
  });

  it('that is killed with its process is noted with what it used, and the thread goes on', async () => {
    trial = await openTrial(FILES);
    const { base, bodies, store } = trial;
    trial.play({ thread: () => asks('Read and read.'), agent: read });
    const program = path.join(root, 'dist/chat.mjs');
    const child = spawn(process.execPath, [program, ...trial.args(['--message', 'Look.'])], {
      stdio: 'ignore',
      env: { ...process.env, TMPDIR: base },
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await expect.poll(() => bodies.length, { timeout: 120_000 }).toBeGreaterThan(5);
    child.kill('SIGKILL');
    await ended;
    const [thread = ''] = readdirSync(path.join(store, 'threads'));
    const [begun] = agentsIn(await trial.entriesOf(thread));
    const sub = begun?.thread ?? '';
    const before = await trial.ownEntriesOf(thread, sub);
    expect(before.length).toBeGreaterThan(5);
    const again = await trial.run(
      { thread: () => says('I go on without it.'), agent: () => says('never') },
      ...['--thread', thread, '--message', 'Go on.'],
    );
    expect([again.code, again.bodies.map(({ of }) => of)]).toEqual([0, ['thread']]);
    const entries = await trial.entriesOf(thread);
    expect(resultsIn(entries)).toEqual([expect.stringContaining('The window was closed before this sub-agent ended.')]);
    const [, closed, ...more] = agentsIn(entries);
    expect(more).toEqual([]);
    expect(closed).toMatchObject({ thread: sub, state: 'closed', model: 'openai-compatible/m1' });
    expect(closed?.rounds).toBeGreaterThan(2);
    expect(closed?.usage?.total).toBeGreaterThan(1_000);
    expect(await trial.ownEntriesOf(thread, sub)).toEqual(before);
    const opened = await openSubStore(store, thread).open(sub);
    expect(opened).toMatchObject({ ok: true, value: { access: { type: 'writer' } } });
    if (opened.ok && opened.value.access.type === 'writer') await opened.value.access.writer.close();
  });

  it('that had ended when its process was killed hands its answer back all the same; one that had not says so', async () => {
    trial = await openTrial(FILES);
    const { base, bodies, store } = trial;
    const agent = (_: number, body: Json) =>
      JSON.stringify(body).includes('Read alone.') ? says('Herons wait.') : 'hangs';
    trial.play({ thread: () => asks('Read alone.', 'Read on.'), agent });
    const program = path.join(root, 'dist/chat.mjs');
    const child = spawn(process.execPath, [program, ...trial.args(['--message', 'Look.'])], {
      stdio: 'ignore',
      env: { ...process.env, TMPDIR: base },
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const states = async () => {
      const [thread] = readdirSync(path.join(store, 'threads'));
      return thread === undefined ? [] : agentsIn(await trial.entriesOf(thread)).map(({ state }) => state);
    };
    await expect.poll(() => bodies.length, { timeout: 120_000 }).toBe(3);
    await expect.poll(states, { timeout: 60_000 }).toEqual(['begun', 'begun', 'done']);
    child.kill('SIGKILL');
    await ended;
    const [thread = ''] = readdirSync(path.join(store, 'threads'));
    const again = await trial.run(
      { thread: () => says('I go on.'), agent: () => says('never') },
      ...['--thread', thread, '--message', 'Go on.'],
    );
    expect([again.code, again.bodies.map(({ of }) => of)]).toEqual([0, ['thread']]);
    expect(await states()).toEqual(['begun', 'begun', 'done', 'closed']);
    expect(resultsIn(await trial.entriesOf(thread))).toEqual([
      'Herons wait.',
      expect.stringContaining('The window was closed before this sub-agent ended.'),
    ]);
  });

  it('whose limit or failure is in the log says so after a kill, and one whose thread is gone says that', async () => {
    trial = await openTrial(FILES);
    const { base, bodies, store } = trial;
    const program = path.join(root, 'dist/chat.mjs');
    const agent = (_: number, body: Json): Answer => {
      const text = JSON.stringify(body);
      if (text.includes('Go on for ever.')) return text.includes('You have reached') ? says('So far: reeds.') : read(1);
      if (text.includes('Break.')) return { status: 400, body: { error: { message: 'The herons are asleep.' } } };
      return text.includes('Be lost.') ? says('Lost.') : 'hangs';
    };
    trial.play({ thread: () => asks('Go on for ever.', 'Break.', 'Be lost.', 'Hang.'), agent });
    const child = spawn(process.execPath, [program, ...trial.args(['--message', 'Look.'])], {
      stdio: 'ignore',
      env: { ...process.env, TMPDIR: base },
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const agents = async () => {
      const [thread] = readdirSync(path.join(store, 'threads'));
      return thread === undefined ? [] : agentsIn(await trial.entriesOf(thread));
    };
    const states = async () => (await agents()).map(({ state }) => state).filter((state) => state !== 'begun');
    await expect.poll(() => bodies.length, { timeout: 120_000 }).toBeGreaterThan(3);
    await expect.poll(async () => (await states()).sort(), { timeout: 60_000 }).toEqual(['done', 'failed', 'limited']);
    child.kill('SIGKILL');
    await ended;
    const [thread = ''] = readdirSync(path.join(store, 'threads'));
    const lost = (await agents()).find(({ state }) => state === 'done')?.thread ?? '';
    rmSync(path.join(store, 'threads', thread, 'threads', lost), { recursive: true });
    await trial.run(
      { thread: () => says('I go on.'), agent: () => says('never') },
      ...['--thread', thread, '--message', 'Go on.'],
    );
    expect(resultsIn(await trial.entriesOf(thread))).toEqual([
      expect.stringMatching(/^\[The sub-agent reached its limit of 40 rounds; .*So far: reeds\.$/s),
      expect.stringMatching(/^The sub-agent failed: .*The herons are asleep\./s),
      expect.stringContaining('The thread of this sub-agent can not be read any more'),
      expect.stringContaining('The window was closed before this sub-agent ended.'),
    ]);
  });

  it(
    `and its thread are killed ${KILLS} times at random moments: each call has one result, and each sub-agent one end`,
    async () => {
      trial = await openTrial(FILES);
      const { base, bodies, store } = trial;
      const script = {
        thread: (n: number) => asks(`Read ${n}.`, `Read ${n} too.`),
        agent: (n: number) => (n % 4 === 0 ? says(`Page ${n}.`) : read(n)),
      };
      const threads = () => readdirSync(path.join(store, 'threads'));
      for (let n = 0; n < KILLS; n++) {
        trial.play(script);
        const before = bodies.length;
        const again = n === 0 ? ['--message', 'Look.'] : ['--thread', threads()[0] ?? ''];
        const child = spawn(
          process.execPath,
          [path.join(root, 'dist/chat.mjs'), ...trial.args([...again, '--window', '16000'])],
          {
            stdio: 'ignore',
            env: { ...process.env, TMPDIR: base },
          },
        );
        const ended = new Promise((resolve) => child.once('exit', resolve));
        await expect.poll(() => bodies.length, { timeout: 120_000 }).toBeGreaterThan(before);
        await delay(randomInt(1_500));
        child.kill('SIGKILL');
        await ended;
      }
      const [thread = ''] = threads();
      const last = { thread: () => says('Enough.'), agent: () => says('never') };
      expect((await trial.run(last, '--thread', thread, '--message', 'Stop.', '--window', '16000')).code).toBe(0);
      const entries = await trial.entriesOf(thread);
      expect(checkContext(projectContext(replay(entries)).messages)).toEqual([]);
      const agents = agentsIn(entries);
      const begun = agents.filter(({ state }) => state === 'begun').map((entry) => entry.thread);
      const ends = agents.filter(({ state }) => state !== 'begun').map((entry) => entry.thread);
      expect([...ends].sort()).toEqual([...begun].sort());
      expect(new Set(begun).size).toBe(begun.length);
      for (const id of begun) {
        const own = replay(await trial.ownEntriesOf(thread, id));
        expect(checkContext(projectContext(own).messages)).toEqual([]);
      }
      console.info(`${KILLS} kills:`, {
        agents: begun.length,
        closed: agents.filter(({ state }) => state === 'closed').length,
      });
    },
    120_000 * KILLS,
  );

  it('outlives compactions of the thread that asked: its log stays as it is', async () => {
    trial = await openTrial(FILES);
    const { store } = trial;
    let bytes: Buffer | undefined;
    const logs = () => {
      const [thread = ''] = readdirSync(path.join(store, 'threads'));
      const subs = path.join(store, 'threads', thread, 'threads');
      return readdirSync(subs).map((id) => path.join(subs, id, 'log.jsonl'));
    };
    const { thread } = await trial.run(
      {
        thread: (n, body) => {
          if (n === 2) bytes = readFileSync(logs()[0] ?? '');
          if (field(body, 'tool_choice') === 'none') return says('The herons wait.');
          return n === 1 ? asks('Read once.') : n < 40 ? read(n) : says('Thanks.');
        },
        agent: (n) => (n === 1 ? read(1) : says('One page about herons.')),
      },
      ...['--window', '16000'],
    );
    const entries = await trial.entriesOf(thread);
    const now = replay(entries);
    expect(now.compactions.length).toBeGreaterThan(1);
    expect(checkContext(projectContext(now).messages)).toEqual([]);
    expect(readFileSync(logs()[0] ?? '').equals(bytes ?? Buffer.alloc(0))).toBe(true);
    expect(agentsIn(entries).map(({ state }) => state)).toEqual(['begun', 'done']);
  });
});
