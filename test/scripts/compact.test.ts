/** The headless workbench: what it prints, what it exits with; a few rows start it as a program. */
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runWorkbench } from '../../scripts/compact/workbench.ts';
import { newFolder } from '../new-folder.ts';

const dir = newFolder('compact');
const root = path.join(import.meta.dirname, '../..');
const program = path.join(root, 'dist/compact.mjs');
const thread = path.join(dir, 'thread.json');

beforeAll(() => {
  execFileSync(process.execPath, ['esbuild.mjs', '--only', 'compact'], { cwd: root });
  const messages = Array.from({ length: 60 }, (_, i) => [
    { role: 'user', content: `Question ${i}: why does queue.ts drop part ${i * 7919}?` },
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: `t${i}`, name: 'read_file', input: { path: `src/part${i}.ts` } }],
    },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: `t${i}`, content: `export const part = ${i};\n`.repeat(60) }],
    },
    { role: 'assistant', content: `Because part${i}.ts retries without a budget.` },
  ]).flat();
  writeFileSync(thread, JSON.stringify({ model: 'claude-opus-4-6', messages }));
});

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(...args: string[]): Promise<Run> {
  const [stdout, stderr]: [string[], string[]] = [[], []];
  const code = await runWorkbench(args, {
    stdout: (line) => stdout.push(line),
    stderr: (line) => stderr.push(line),
  });
  return { code, stdout: stdout.join(''), stderr: stderr.join('') };
}

/** The same by the built program. */
function start(...args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd: dir }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });
}

describe('the workbench', () => {
  it('writes the imported context uncompacted', async () => {
    const out = path.join(dir, 'imported.json');
    const { code, stdout, stderr } = await run(
      thread,
      '--import-only',
      '--context-out',
      out,
      '--window',
      '32000',
      '--json',
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      format: 'anthropic',
      outcome: 'unchanged',
      compactions: [],
      violations: [],
      odd: [],
      leftOut: { lines: 0, detail: '' },
    });
    const { messages } = JSON.parse(readFileSync(out, 'utf8'));
    expect(messages).toHaveLength(240);
    expect((await run(thread, '--import-only')).stdout).toContain('unchanged');
  });

  it.each(['extract', 'truncate'])('compacts with %s, at or under the target, without violations', async (strategy) => {
    const { code, stdout } = await run(thread, '--window', '32000', '--strategy', strategy, '--json');
    expect(code).toBe(0);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      format: 'anthropic',
      messages: 240,
      toolCalls: 60,
      outcome: 'compacted',
      strategy,
      violations: [],
    });
    expect(report.checkpoints).toHaveLength(120);
    expect(report.tokensAfter).toBeLessThanOrEqual(report.target);
    expect(report.target).toBe(12_000);
    expect(report.steps.length).toBeGreaterThan(0);
  });

  it('writes the context, and with --undo the very context that was there before', async () => {
    const [before, after, undone] = ['before', 'after', 'undone'].map((name) => path.join(dir, `${name}.json`)) as [
      string,
      string,
      string,
    ];
    await run(thread, '--import-only', '--context-out', before);
    await run(thread, '--window', '32000', '--context-out', after);
    await run(thread, '--window', '32000', '--undo', '--context-out', undone);
    expect(readFileSync(undone)).toEqual(readFileSync(before));
    expect(readFileSync(after, 'utf8').length).toBeLessThan(readFileSync(before, 'utf8').length / 2);
    const { messages } = JSON.parse(readFileSync(after, 'utf8'));
    expect(JSON.stringify(messages)).toContain(`Question 59: why does queue.ts drop part ${59 * 7919}?`);
  });

  it('says unchanged where there is nothing to gain, with exit 0', async () => {
    const short = path.join(dir, 'short.json');
    writeFileSync(short, JSON.stringify({ model: 'claude-opus-4-6', messages: [{ role: 'user', content: 'Hello' }] }));
    const { code, stdout } = await run(short, '--window', '1000000', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'unchanged' });
  });

  it('C10 acts below the target too, as a user asks for it, and again at each repetition', async () => {
    const below = JSON.parse((await run(thread, '--window', '1000000', '--json')).stdout);
    expect(below).toMatchObject({ outcome: 'compacted', violations: [] });
    expect(below.tokensAfter).toBeLessThan(below.tokensBefore);
    const once = JSON.parse((await run(thread, '--window', '32000', '--json')).stdout);
    const thrice = JSON.parse((await run(thread, '--window', '32000', '--repeat', '3', '--json')).stdout);
    expect(thrice).toMatchObject({ violations: [] });
    expect(thrice.tokensAfter).toBeLessThanOrEqual(once.tokensAfter);
  });

  it('replaces ranges between checkpoints, and names what is wrong with one', async () => {
    const { checkpoints } = JSON.parse((await run(thread, '--json')).stdout);
    const out = path.join(dir, 'replaced.json');
    const ranges = JSON.stringify([
      { from: checkpoints[0], to: checkpoints[80], summary: 'Forty questions were answered.' },
    ]);
    const done = await run(thread, '--replace', ranges, '--json', '--context-out', out);
    expect(JSON.parse(done.stdout)).toMatchObject({ outcome: 'compacted', strategy: 'replace', violations: [] });
    expect(readFileSync(out, 'utf8')).toContain('Forty questions were answered.');
    const unknown = await run(thread, '--replace', '[{"from": "zzzzzz", "summary": "s"}]', '--json');
    expect(unknown.code).toBe(1);
    expect(JSON.parse(unknown.stdout).reason).toMatch(/no checkpoint zzzzzz/);
  });

  it('compacts by a summary that a file gives, and never by an empty one', async () => {
    const summary = path.join(dir, 'summary.txt');
    writeFileSync(summary, '<retain>- never drop a part</retain><summary>Sixty questions were answered.</summary>');
    const args = [thread, '--window', '32000', '--strategy', 'summarize', '--summary-file', summary, '--json'];
    expect(JSON.parse((await run(...args)).stdout)).toMatchObject({
      outcome: 'compacted',
      strategy: 'summarize',
      violations: [],
    });
    writeFileSync(summary, '<summary> </summary>');
    expect(JSON.parse((await run(...args)).stdout)).toMatchObject({ outcome: 'failed', reason: 'empty-summary' });
  });

  it('lists its options', async () => {
    const { code, stdout } = await start('--help');
    expect(stdout).toMatch(/--context-out FILE/);
    expect(code).toBe(0);
  });

  const programs: readonly (readonly [string, number, readonly string[]])[] = [
    ['compacts', 0, [thread, '--window', '32000', '--json']],
    ['fails', 1, [thread, '--replace', '[{"from": "zzzzzz", "summary": "s"}]', '--json']],
    ['refuses what it is given', 2, [thread, '--replace', 'a']],
  ];
  it.each(programs)('says and exits with the same as a program when it %s', async (_, code, args) => {
    const withoutTime = ({ stdout, ...others }: Run) => ({ ...others, stdout: stdout.replace(/"ms":[\d.e-]+/, '') });
    const started = await start(...args);
    expect(started.code).toBe(code);
    expect(withoutTime(started)).toEqual(withoutTime(await run(...args)));
  });

  it('says which keys of a settings file are none of its own', async () => {
    const settings = path.join(dir, 'nested.json');
    writeFileSync(settings, '\uFEFF{"spool": {"compaction": {}}, "spool.nope.x": 1, "editor.tabSize": 2}');
    const { stderr } = await run(thread, '--config', settings);
    expect(stderr.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^spool is no setting/),
      expect.stringMatching(/^spool\.nope\.x is no/),
    ]);
  });

  it('exits with 1 when compaction is switched off, and says by what', async () => {
    const settings = path.join(dir, 'settings.json');
    writeFileSync(settings, '{ // off\n "spool.compaction.enabled": false, "spool.compaction.thresholdRatio": 7, }');
    const { code, stdout, stderr } = await run(thread, '--window', '32000', '--config', settings, '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'failed', reason: 'spool.compaction.enabled is false' });
    expect(stderr).toMatch(/thresholdRatio is 7, which is refused: it takes a number from 0\.1 to 0\.95/);
  });

  it('takes the thread that --thread says, and says how many there are', async () => {
    const log = path.join(dir, 'log.jsonl');
    const request = (...messages: readonly object[]) => JSON.stringify({ request: { messages } });
    const [asked, answered] = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b' },
    ];
    writeFileSync(log, [request({ role: 'user', content: 'c' }), request(asked, answered, asked)].join('\n'));
    for (const [number, messages] of [
      [undefined, 3],
      ['1', 3],
      ['2', 1],
    ] as const) {
      const { code, stdout, stderr } = await run(log, '--json', ...(number ? ['--thread', number] : []));
      expect(code).toBe(0);
      expect(stderr).toContain(`log.jsonl holds 2 threads: this is thread ${number ?? 1}; say --thread N.`);
      expect(JSON.parse(stdout)).toMatchObject({ format: 'request-log', threads: 2, messages });
    }
  });

  const file = path.join(dir, 'f');
  const bad: readonly [string, string | undefined, readonly string[], RegExp][] = [
    ['no file', undefined, [], /no file is named/],
    ['a missing file', undefined, [path.join(dir, 'nowhere.jsonl')], /nowhere\.jsonl: can't be read \(ENOENT\)/],
    ['an empty file', '', [file], /^f: .*empty/],
    ['a file of NUL bytes', '\0\0\0\0', [file], /^f: .*no text in UTF-8/],
    ['a file that is not JSON', 'hello\nworld\n', [file], /^f, line 1: /],
    ['a document that was cut off', '{"messages": [\n{"role": "user",\n"content": "a', [file], /^f, line 3: /],
    ['JSON of no known format', '{"a": 1}', [file], /^f.*(format|known)/],
    ['an unknown flag', 'x', [file, '--wat'], /--wat/],
    ['a window that is no number', 'x', [file, '--window', 'big'], /--window big: it takes a whole number from 1/],
    [
      'a ratio out of range',
      'x',
      [file, '--threshold-ratio', '2'],
      /--threshold-ratio 2: it takes a number from 0\.1 to 0\.95/,
    ],
    ['a blank number', undefined, [thread, '--reserve', ''], /--reserve : it takes a whole number/],
    [
      'a reserve as large as the window',
      undefined,
      [thread, '--reserve', '1000000'],
      /leaves nothing of a window of 1000000 tokens/,
    ],
    ['ranges that are no JSON', undefined, [thread, '--replace', 'a'], /--replace: not JSON/],
    ['a range with an unknown key', undefined, [thread, '--replace', '[{"value":"x"}]'], /did you mean summary/],
    ['a strategy that there is not', 'x', [file, '--strategy', 'forget'], /--strategy forget: it takes one of native/],
    [
      'a second thread',
      undefined,
      [thread, '--thread', '2'],
      /^thread\.json: it holds one thread, so there is no thread 2\./,
    ],
  ];
  it.each(bad)('exits with 2 and one line for %s', async (_, content, args, said) => {
    if (content !== undefined) writeFileSync(file, content);
    const { code, stdout, stderr } = await run(...args);
    expect(stderr).toMatch(said);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });
});
