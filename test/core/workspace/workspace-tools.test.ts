/** Which tools a workspace offers, what a model is told of them, and the tools that only look. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { err, ok } from '../../../src/core/lang/result.ts';
import { DEFAULT_TOOL_OUTPUT_CONFIG } from '../../../src/core/tool-output/config.ts';
import { commandOutput } from '../../../src/core/workspace/commands/command-output.ts';
import type { Commands } from '../../../src/core/workspace/commands/ports.ts';
import { runCommand } from '../../../src/core/workspace/commands/run-command.ts';
import { startedText } from '../../../src/core/workspace/commands/state-text.ts';
import { stopCommand } from '../../../src/core/workspace/commands/stop-command.ts';
import type { OutlineSymbol, TextMatches } from '../../../src/core/workspace/ports.ts';
import { SeenFiles } from '../../../src/core/workspace/seen-files.ts';
import {
  READING_TOOLS,
  toolsForWindow,
  type WorkspaceParts,
  workspaceTools,
} from '../../../src/core/workspace/workspace-tools.ts';
import { expectGolden } from '../../golden-file.ts';
import { MemoryFiles, session } from './memory-files.ts';

const found: TextMatches = {
  matches: [
    { path: 'a.ts', line: 3, column: 1, text: 'const a = 1;' },
    { path: 'a.ts', line: 9, column: 1, text: `a${'x'.repeat(5000)}` },
    { path: 'b.ts', line: 1, column: 1, text: 'a\r' },
  ],
  secretFiles: 2,
};
const nested = (depth: number): OutlineSymbol => ({
  name: `s${depth}`,
  kind: 'class',
  from: 1,
  to: depth === 0 ? 1 : 9,
  children: depth === 0 ? [] : [nested(depth - 1)],
});
const files = new MemoryFiles({ 'a.ts': 'a', 'b.ts': 'b' });
const parts = {
  search: { search: async () => ok(found) },
  symbols: { outline: async () => ok([nested(2)]) },
  diagnostics: {
    list: async () => [
      { path: 'b.ts', line: 1, column: 2, severity: 'warning', message: 'w' } as const,
      { path: 'c.ts', line: 1, column: 2, severity: 'error', message: 'two\nlines', source: 'ts(1)' } as const,
    ],
  },
};
const all: WorkspaceParts = { files, ...parts, seen: new SeenFiles(), limits: DEFAULT_TOOL_OUTPUT_CONFIG };
const MISSING = { given: 'x', real: undefined, inside: undefined };
const commands: Commands = {
  shell: 'bash',
  start: async () => err({ type: 'no-shell' }),
  read: async () => undefined,
  stop: async () => undefined,
  running: () => [],
};
const ORDER =
  'read_file list_files find_files search_text outline edit_file write_file move_file delete_file diagnostics'.split(
    ' ',
  );

describe('workspaceTools', () => {
  it('gives all tools in one order, and none whose part is missing', () => {
    expect(workspaceTools(all).map(({ name }) => name)).toEqual(ORDER);
    const reading = workspaceTools(all).filter(({ effect }) => effect === 'reads');
    expect(reading.map(({ name }) => name).sort()).toEqual([...READING_TOOLS].sort());
    const { search, symbols, diagnostics, ...bare } = all;
    const names = workspaceTools(bare).map(({ name }) => name);
    expect(names).toEqual(ORDER.filter((name) => !['search_text', 'outline', 'diagnostics'].includes(name)));
  });

  it('gives a small window four tools of which the definitions are short', () => {
    const short = toolsForWindow(workspaceTools(all), 15_999);
    expect(short.map(({ name }) => name)).toEqual(['read_file', 'search_text', 'edit_file', 'write_file']);
    expect(toolsForWindow(workspaceTools(all), 16_000)).toHaveLength(ORDER.length);
    const size = JSON.stringify(
      short.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    );
    // Four characters a token: a tenth of a window of 8,000 tokens.
    expect(size.length).toBeLessThan(3_200);
    expect(size).not.toContain('"description":"From');
  });

  it('gives a small window every tool that the result of run_command names', () => {
    const tools = [runCommand(commands, async () => MISSING), commandOutput(commands), stopCommand(commands)];
    const names = toolsForWindow(tools, 8_000).map(({ name }) => name);
    const state = { type: 'running', reason: 'silent', seconds: 120, binaryBytes: 0, droppedLength: 0 } as const;
    const named = [...startedText('c_1', state).matchAll(/\b[a-z]+_(?:output|command)\b/g)].map(([name]) => name);
    expect(named).toHaveLength(2);
    expect(names).toEqual(expect.arrayContaining(named));
  });

  it.each(workspaceTools(all).map((tool) => [tool.name, tool] as const))('golden: %s', async (name, tool) => {
    expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    await expectGolden(
      `file-tools/${name}.md`,
      `${tool.description}\n\n\`\`\`json\n${JSON.stringify(tool.inputSchema, undefined, 2)}\n\`\`\``,
    );
  });

  it('golden files hold these tools and no others', () => {
    const golden = readdirSync(path.join(import.meta.dirname, '../../golden/file-tools'));
    expect(golden.toSorted()).toEqual(ORDER.map((name) => `${name}.md`).toSorted());
  });

  it('every tool asks about a path before it looks, and answers an odd input in a sentence', async () => {
    for (const tool of workspaceTools(all)) {
      for (const input of [undefined, null, [], 'x', 7, { path: 7 }, { path: '' }, { unknown: 1 }, { path: null }]) {
        const context = { thread: session(files).thread, call: 'c1', signal: { aborted: false } };
        expect(() => tool.resource(input)).not.toThrow();
        const prepared = await tool.prepare(input, context);
        if (prepared.type === 'prepared') expect(prepared.requests.length).toBeGreaterThan(0);
        else expect(prepared.outcome.isError).toBe(true);
      }
    }
  });

  it('calls of one file wait for each other however its path is written', () => {
    const [read] = workspaceTools(all);
    const resource = read?.resource({ path: './src//A.ts' });
    expect(resource).toEqual({ type: 'file', path: 'src/a.ts' });
    expect(read?.resource({ path: 'src/a.ts' })).toEqual(resource);
  });
});

describe('search_text', () => {
  it('gives the path once and the lines below, and says what it skipped', async () => {
    const { text } = await session(files, parts).call('search_text', { pattern: 'a' });
    expect(text).toMatch(/^a\.ts\n3\tconst a = 1;\n9\tax+…\n\nb\.ts\n1\ta\n\[3 lines in 2 files; 2 files were skipped/);
    expect(text.length).toBeLessThan(600);
  });

  it('says why it found nothing, or not all', async () => {
    const search = (
      result: ReturnType<typeof ok<TextMatches>> | ReturnType<typeof err<{ type: 'pattern'; reason: string }>>,
    ) => session(files, { search: { search: async () => result } }).call('search_text', { pattern: 'a' });
    expect((await search(ok({ matches: [], secretFiles: 0 }))).text).toContain('no match');
    expect((await search(ok({ ...found, ended: 'limit' }))).text).toContain('narrower');
    expect(await search(err({ type: 'pattern', reason: 'unclosed group' }))).toMatchObject({ isError: true });
    expect((await session(files, parts).call('search_text', { pattern: 'a\nb' })).text).toContain('one line');
  });

  it('goes through every folder of the workspace, and asks for each', async () => {
    const made = session(new MemoryFiles({}, ['one', 'two']), parts);
    await made.call('search_text', { pattern: 'a' });
    expect(made.decided).toMatchObject([{ path: { inside: 'one' } }, { path: { inside: 'two' } }]);
    expect((await made.call('list_files', {})).text).toBe('one/\ntwo/');
  });
});

describe('the tools that list', () => {
  it('name what they left out', async () => {
    const { call } = session(files, parts);
    expect((await call('list_files', {})).text).toBe('a.ts\nb.ts\n[ignored: node_modules]');
    expect((await call('find_files', { pattern: '*.ts' })).text).toBe('a.ts\nb.ts\n[2 files]');
    const many = new MemoryFiles(Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`f${n}`, ''])));
    expect((await session(many).call('find_files', { pattern: '*' })).text).toContain(
      '[the first 500; there are more]',
    );
  });

  it('give outlines and diagnostics in lines', async () => {
    const { call } = session(files, parts);
    expect((await call('outline', { path: 'a.ts' })).text).toBe('class s2 1-9\n  class s1 1-9\n    class s0 1');
    expect((await call('diagnostics', {})).text).toBe('c.ts:1:2 error: two lines [ts(1)]\nb.ts:1:2 warning: w');
  });
});
