/** The sample thread is large, whole, true to its workspace, and the same at every run. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { cache } from '../../scripts/lib/paths.mjs';
import { ensureSample } from '../../scripts/lib/sample.mjs';
import { makeSample } from '../../scripts/sample/make-sample.mjs';
import { recordingOf } from '../../scripts/sample/recording.mjs';
import { shippedRecordings } from '../../src/providers/replay/shipped.ts';
import { newFolder } from '../new-folder.ts';

const Text = v.object({ type: v.literal('text'), text: v.pipe(v.string(), v.minLength(1)) });
const ToolUse = v.object({ type: v.literal('tool_use'), id: v.string(), name: v.string(), input: v.unknown() });
const ToolResult = v.object({
  type: v.literal('tool_result'),
  tool_use_id: v.string(),
  content: v.string(),
  is_error: v.optional(v.literal(true)),
});
const Message = v.strictObject({
  role: v.picklist(['user', 'assistant']),
  content: v.pipe(v.array(v.variant('type', [Text, ToolUse, ToolResult])), v.minLength(1)),
});
const Thread = v.object({ model: v.string(), title: v.string(), messages: v.array(Message) });
type Block = v.InferOutput<typeof Message>['content'][number];

const out = newFolder('sample');
const root = path.join(import.meta.dirname, '../..');
/** Text of the thread. */
let made = '';
let thread: v.InferOutput<typeof Thread> = { model: '', title: '', messages: [] };
let workspace = '';

beforeAll(async () => {
  const sample = await ensureSample();
  made = readFileSync(sample.thread, 'utf8');
  thread = v.parse(Thread, JSON.parse(made));
  // A copy, since its tests write to it and the sample is everybody's.
  workspace = path.join(out, 'workspace');
  cpSync(sample.workspace, workspace, { recursive: true });
});

const blocks = () => thread.messages.flatMap((message) => message.content);
const results = () => blocks().filter((block) => block.type === 'tool_result');

function tokens(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 512)
    count += countTokens(text.slice(at, at + 512), { disallowedSpecial: new Set() });
  return count;
}

function textOf(block: Block): string {
  if (block.type === 'text') return block.text;
  return block.type === 'tool_use' ? JSON.stringify(block.input) : block.content;
}

describe('the sample thread', () => {
  it('has 150 messages or more, in 14 typed turns, and alternates', () => {
    expect(thread.messages.length).toBeGreaterThanOrEqual(150);
    expect(thread.messages.filter(({ role, content }) => role === 'user' && content[0]?.type === 'text')).toHaveLength(
      14,
    );
    thread.messages.forEach((message, n) => {
      expect(message.role).toBe(n % 2 === 0 ? 'user' : 'assistant');
    });
  });

  it('answers every call in the next message, in order, and nothing else', () => {
    thread.messages.forEach((message, n) => {
      const called = message.content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
      const next = thread.messages[n + 1]?.content ?? [];
      const answered = next.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []));
      expect(answered).toEqual(called);
    });
    const ids = blocks().flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('fills 60 to 70 % of the window that the workspace gives its model', () => {
    const settings: unknown = JSON.parse(readFileSync(path.join(workspace, '.vscode/settings.json'), 'utf8'));
    const windows = v.parse(v.object({ 'spool.model.contextWindows': v.record(v.string(), v.number()) }), settings);
    const window = windows['spool.model.contextWindows'][thread.model] ?? 0;
    const used = blocks().reduce((sum, block) => sum + tokens(textOf(block)), 0);
    expect(used).toBeGreaterThanOrEqual(120_000);
    expect(used / window).toBeGreaterThan(0.6);
    expect(used / window).toBeLessThan(0.7);
  });

  it('holds commands that really failed, and output of more than 50 kB', () => {
    const failed = results().filter((block) => block.is_error);
    expect(failed.filter((block) => /\[exit code [1-9]\d*\]$/.test(block.content)).length).toBeGreaterThanOrEqual(25);
    expect(results().filter((block) => block.content.length > 50_000)).toHaveLength(1);
  });

  it('uses every tool, and several at once', () => {
    const names = new Set(blocks().flatMap((block) => (block.type === 'tool_use' ? [block.name] : [])));
    expect([...names].sort()).toEqual([
      'edit_file',
      'list_files',
      'read_file',
      'run_command',
      'search',
      'todo_write',
      'write_file',
    ]);
    const parallel = thread.messages.filter(
      ({ content }) => content.filter(({ type }) => type === 'tool_use').length > 1,
    );
    expect(parallel.length).toBeGreaterThan(20);
  });

  it('shows nothing of the machine', () => {
    for (const place of [cache, '/tmp', tmpdir(), homedir(), root]) expect(made).not.toContain(`${place}/`);
    expect(made).not.toMatch(/\d\.\d+ms|\(node:\d/);
  });

  // Half a minute, and it changes with the sources of the sample only, which have their own folder in the cache then.
  it.runIf(process.env.SPOOL_SAMPLE === 'again')('is the same when it is made again', async () => {
    const { threadPath } = await makeSample({ out: path.join(out, 'again') });
    expect(readFileSync(threadPath, 'utf8')).toBe(made);
  });
});

describe('the recording that ships', () => {
  it('is made of this thread: the same words, calls and questions, and as many tokens', () => {
    const recording = recordingOf(thread);
    const [shipped] = shippedRecordings();
    expect(recording).toMatchObject({ id: shipped?.id, name: shipped?.name, tools: shipped?.tools });
    // What a command prints is another Node's in part.
    const said = (replies: typeof recording.replies | undefined) =>
      replies?.map(({ asked, text, calls = [] }) => ({
        ...{ asked, text },
        calls: calls.map(({ id, name, input, isError }) => ({ id, name, input, isError })),
      }));
    expect(said(recording.replies)).toEqual(said(shipped?.replies));
    const size = (replies: typeof recording.replies | undefined) => JSON.stringify(replies).length;
    expect(size(recording.replies) / size(shipped?.replies)).toBeCloseTo(1, 2);
  });
});

describe('the sample workspace', () => {
  it('passes its own tests as the thread left it', () => {
    const report = execFileSync(process.execPath, ['--test', '--test-reporter=./tools/brief.mjs'], {
      cwd: workspace,
      env: { PATH: process.env.PATH ?? '' },
      encoding: 'utf8',
    });
    expect(report).toMatch(/^[2-9]\d\d passed, 0 failed\n$/);
  });

  it('has the file that each read, edit and write names', () => {
    const paths = blocks().flatMap((block) => {
      const input = v.safeParse(v.object({ path: v.string() }), block.type === 'tool_use' ? block.input : undefined);
      return input.success && !input.output.path.startsWith('tmp/') && input.output.path !== '.'
        ? [input.output.path]
        : [];
    });
    for (const name of new Set(paths))
      expect(() => readFileSync(path.join(workspace, name)), name).not.toThrow(/ENOENT/);
  });
});

describe('make.mjs', () => {
  it('says how it is called, and ends with 2, when the folder is not given', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/sample/make.mjs'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(status).toBe(2);
    expect(stderr).toContain('node scripts/sample/make.mjs --out DIR');
  });
});
