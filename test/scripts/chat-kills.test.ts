/** The headless agent is killed at random moments of its work: the thread goes on, nothing is done twice or by half, and no process is left. SPOOL_KILLS says how often. */
import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import type { Block } from '../../src/core/message/message.ts';
import { checkContext } from '../../src/core/thread/check-context.ts';
import { projectContext } from '../../src/core/thread/context.ts';
import { replay } from '../../src/core/thread/thread.ts';
import { openStore } from '../../src/extension/storage/thread-store.ts';
import { listProcesses } from '../../src/extension/workspace/node/commands/process-table.ts';
import { chatRejects } from '../wire/openai-chat-rules.ts';
import { openTrial, type ScriptedCall } from './chat-workspace/drive.ts';

const KILLS = Number(process.env.SPOOL_KILLS ?? 3);
/** Steps of one run: more than it can do before it is killed. */
const STEPS = 60;
/** From the first request of a run to its kill, at most. Whatever is done until then, the assertions are the same. */
const MOST_MS = 1_500;

const root = path.join(import.meta.dirname, '../..');
const program = path.join(root, 'dist/chat.mjs');

beforeAll(() => {
  for (const target of ['regex-worker', 'chat'])
    execFileSync(process.execPath, ['esbuild.mjs', '--only', target], { cwd: root });
});

/** Each step leaves something that shows how often it was done. `mktemp` makes another file each time. */
const line = (k: number) => `mktemp ticks/k${k}.XXXXXX`;
const content = (k: number) => `${`This is file ${k}. `.repeat(300)}\n`;
const read = (k: number): ScriptedCall => ['read_file', { path: 'notes.md', offset: (k % 40) + 1 }];
const edits = (k: number): readonly ScriptedCall[] => [
  ['edit_file', { path: 'list.txt', edits: [{ old: 'END', new: `step ${k}\nEND` }] }],
  ['write_file', { path: `out/${k}.txt`, content: content(k) }],
  read(k),
];
const runs = (k: number): readonly ScriptedCall[] => [['run_command', { command: line(k) }], read(k)];

it(
  `is killed ${KILLS} times`,
  async () => {
    const trial = await openTrial({
      'list.txt': 'END\n',
      'notes.md': 'Herons stand in the reeds and wait.\n'.repeat(120),
    });
    const { base, workspace, model } = trial;
    for (const name of ['ticks', 'out']) mkdirSync(path.join(workspace, name));
    const rules = Array.from({ length: STEPS * KILLS }, (_, k) => ({ tool: 'run_command', line: line(k) }));
    const flags = ['--workspace', workspace, '--mode', 'edit', '--allow', trial.rulesFile(rules), '--window', '16000'];
    const threads = () => readdirSync(path.join(base, 'store/threads'));
    const store = openStore(path.join(base, 'store'));
    let thread: readonly string[] = [];
    for (let n = 0; n < KILLS; n++) {
      const before = model.bodies.length;
      // A rule is asked about again once files were changed, and here no person answers: so a run does the one or the other.
      const step = n % 2 === 0 ? runs : edits;
      model.play(Array.from({ length: STEPS }, (_, k) => step(n * STEPS + k)));
      const child = spawn(process.execPath, [program, ...trial.args(...flags, ...thread)], {
        stdio: 'ignore',
        env: { ...process.env, TMPDIR: base },
      });
      const ended = new Promise((resolve) => child.once('exit', resolve));
      await expect.poll(() => model.bodies.length, { timeout: 120_000 }).toBeGreaterThan(before);
      await delay(randomInt(MOST_MS));
      child.kill('SIGKILL');
      await ended;
      thread = ['--thread', threads()[0] ?? ''];
    }
    const last = await trial.run([], ...flags, ...thread);
    expect(last).toMatchObject({ code: 0, stderr: '' });
    await trial.close();

    expect(threads()).toHaveLength(1);
    for (const body of model.bodies) expect(chatRejects(body)).toEqual([]);
    const { entries, skipped } = await store.read(thread[1] ?? '');
    expect(skipped).toEqual([]);
    const now = replay(entries);
    expect(checkContext(projectContext(now).messages)).toEqual([]);

    const blocks = entries.flatMap((entry): readonly Block[] => (entry.type === 'message' ? entry.blocks : []));
    const results = new Map<string, string>();
    for (const block of blocks) {
      if (block.type !== 'tool_result') continue;
      expect(results.has(block.toolUseId), `a second result of ${block.toolUseId}`).toBe(false);
      results.set(block.toolUseId, block.isError ? '' : JSON.stringify(block.content));
    }
    const steps = readFileSync(path.join(workspace, 'list.txt'), 'utf8').split('\n').slice(0, -2);
    expect(new Set(steps).size).toBe(steps.length);
    const ticks = readdirSync(path.join(workspace, 'ticks')).map((name) => name.split('.')[0]);
    expect(new Set(ticks).size).toBe(ticks.length);
    const files = readdirSync(path.join(workspace, 'out'));
    expect(files.filter((name) => !/^\d+\.txt$/.test(name))).toEqual([]);
    for (const name of files)
      expect(readFileSync(path.join(workspace, 'out', name), 'utf8') === content(Number.parseInt(name, 10))).toBe(true);
    expect(readdirSync(workspace).filter((name) => name.startsWith('.'))).toEqual([]);

    // What the model was told is done is done.
    const done = (id: string) => (results.get(id) ?? '') !== '';
    for (const block of blocks) {
      if (block.type !== 'tool_use' || !done(block.id)) continue;
      const input = JSON.stringify(block.input);
      const [, k] = /step (\d+)|k(\d+)\.|out\/(\d+)/.exec(input)?.filter(Boolean) ?? [];
      if (block.name === 'edit_file') expect(steps).toContain(`step ${k}`);
      if (block.name === 'run_command') expect(ticks).toContain(`k${k}`);
      if (block.name === 'write_file') expect(files).toContain(`${k}.txt`);
    }
    const left = async () => (await listProcesses()).filter(({ name }) => name.includes(workspace)).length;
    await expect.poll(left, { timeout: 60_000 }).toBe(0);
    const summary = { requests: model.bodies.length, steps: steps.length, ticks: ticks.length, files: files.length };
    console.info(`${KILLS} kills:`, { ...summary, compactions: now.compactions.length });
  },
  120_000 * KILLS,
);
