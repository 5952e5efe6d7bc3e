/** The tools of a window are loaded when a model is to be offered them, once, and none are offered where none may be. */
import { expect, it } from 'vitest';
import type { Tool } from '../../../src/core/agent/ports.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { DEFAULT_TOOL_OUTPUT_CONFIG } from '../../../src/core/tool-output/config.ts';
import { LazyWorkspace } from '../../../src/extension/workspace/lazy-workspace.ts';

const SIZE = { window: undefined, limits: DEFAULT_TOOL_OUTPUT_CONFIG };
const TOOL: Tool = { name: 'read_file', description: '', inputSchema: {}, run: async () => ({ content: [] }) };
const THREAD = {
  id: 't',
  log: {
    thread: replay([]),
    append: async () => ({ ok: false, error: { type: 'write-failed', reason: '' } }) as const,
  },
};

function lazy(failures = 0) {
  const seen = { opened: 0, closed: 0, changes: 0, failures: [] as unknown[], isAvailable: true };
  const workspace = new LazyWorkspace({
    isAvailable: () => seen.isAvailable,
    mode: () => 'plan',
    instructions: async (again) => [{ path: 'extension: other', text: `of another extension, ${again}` }],
    onFailure: (error) => seen.failures.push(error),
    open: async () => {
      if (seen.opened++ < failures) throw new Error('no such chunk');
      return {
        tools: {
          described: () => [TOOL],
          toolsOf: () => [TOOL],
          readingTools: () => [TOOL],
          instructionsOf: async () => [{ path: 'AGENTS.md', text: 'of the workspace' }],
        },
        close: async () => void seen.closed++,
      };
    },
  });
  workspace.onDidChange(() => seen.changes++);
  return { workspace, seen };
}

it('offers none until they are loaded, says when they are, and loads them once', async () => {
  const { workspace, seen } = lazy();
  expect(workspace.described(SIZE)).toEqual([]);
  expect(workspace.toolsOf(THREAD, SIZE)).toEqual([]);
  expect(workspace.readingTools).toBeUndefined();
  await Promise.all([workspace.ready(), workspace.ready()]);
  expect(workspace.described(SIZE)).toEqual([TOOL]);
  expect(workspace.toolsOf(THREAD, SIZE)).toEqual([TOOL]);
  expect(workspace.readingTools?.(SIZE)).toEqual([TOOL]);
  expect(seen).toMatchObject({ opened: 1, changes: 1 });
  await workspace.close();
  expect(seen.closed).toBe(1);
});

it('loads and offers nothing in Restricted Mode or without a folder, and does once that has changed', async () => {
  const { workspace, seen } = lazy();
  seen.isAvailable = false;
  await workspace.ready();
  expect(workspace.described(SIZE)).toEqual([]);
  expect(seen.opened).toBe(0);
  seen.isAvailable = true;
  workspace.changed();
  expect(seen.changes).toBe(1);
  await workspace.ready();
  expect(workspace.described(SIZE)).toEqual([TOOL]);
  seen.isAvailable = false;
  expect(workspace.described(SIZE)).toEqual([]);
  expect(workspace.readingTools).toBeUndefined();
  expect(workspace.toolsOf(THREAD, SIZE)).toEqual([]);
  expect(workspace.mode()).toBeUndefined();
});

it('follows instructions, those of other extensions too, only where the workspace is trusted', async () => {
  const { workspace, seen } = lazy();
  seen.isAvailable = false;
  expect(workspace.instructionsOf).toBeUndefined();
  seen.isAvailable = true;
  await workspace.ready();
  expect(await workspace.instructionsOf?.('t', replay([]), true)).toEqual([
    { path: 'AGENTS.md', text: 'of the workspace' },
    { path: 'extension: other', text: 'of another extension, true' },
  ]);
  seen.isAvailable = false;
  expect(workspace.instructionsOf).toBeUndefined();
});

it('tries again after it could not be loaded', async () => {
  const { workspace, seen } = lazy(1);
  await workspace.ready();
  expect(seen.failures).toEqual([new Error('no such chunk')]);
  expect(workspace.described(SIZE)).toEqual([]);
  await workspace.ready();
  expect(workspace.described(SIZE)).toEqual([TOOL]);
});

it('closes what was never opened', async () => {
  const { workspace, seen } = lazy();
  await workspace.close();
  expect(seen).toMatchObject({ opened: 0, closed: 0 });
});
