/** The tools of two threads that work at once: what each has seen is kept, and one does not write over what the other wrote. */
import { expect, it } from 'vitest';
import type { ThreadLog } from '../../../src/core/agent/ports.ts';
import { err, ok } from '../../../src/core/lang/result.ts';
import type { CheckedPath } from '../../../src/core/permission/request.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { DEFAULT_TOOL_OUTPUT_CONFIG } from '../../../src/core/tool-output/config.ts';
import type { FileChange, Files } from '../../../src/core/workspace/ports.ts';
import { createWorkspaceTools } from '../../../src/extension/workspace/create-workspace-tools.ts';
import { MemoryFiles } from '../../core/workspace/memory-files.ts';

const BETWEEN = 'a\nb\nc\nd\ne\nf\ng\nh\n';
const size = { window: 200_000, limits: DEFAULT_TOOL_OUTPUT_CONFIG };

/** As an editor does, it compares first and writes a moment later. */
class SlowFiles extends MemoryFiles {
  override async write(path: CheckedPath, change: FileChange): ReturnType<Files['write']> {
    const now = await this.read(path);
    if (!now.ok || now.value.version !== change.expected) return err({ type: 'outdated' });
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.contents.set(path.inside ?? '', { text: change.text });
    return (await this.read(path)) as Awaited<ReturnType<Files['write']>>;
  }
}

function setUp(isOpen: (thread: string) => boolean) {
  const files = new SlowFiles({ 'a.ts': `one\n${BETWEEN}two\n` });
  const log: ThreadLog = { thread: replay([]), append: async () => ok(replay([])) };
  const tools = createWorkspaceTools({
    files,
    search: { search: async () => ({ ok: false, error: 'no search here' }) } as never,
    authorityOf: () => ({ decide: () => ({ type: 'allow' }), ask: async () => ({ type: 'denied' }) }),
    isOpen,
  });
  const call = async (thread: string, name: string, input: object) => {
    const tool = tools.toolsOf({ id: thread, log }, size).find((one) => one.name === name);
    const done = await tool?.run(input, {
      call: 'c',
      thread: log.thread,
      signal: new AbortController().signal,
    } as never);
    const [block] = done?.content ?? [];
    return { text: block?.type === 'text' ? block.text : '', isError: done?.isError === true };
  };
  return { files, call };
}

it('one that changes a file at the same moment changes what the other left', async () => {
  const { files, call } = setUp(() => true);
  await call('t', 'read_file', { path: 'a.ts' });
  await call('u', 'read_file', { path: 'a.ts' });
  const edit = (old: string, text: string) => ({ path: 'a.ts', edits: [{ old, new: text }] });
  const done = await Promise.all([
    call('t', 'edit_file', edit('one', 'ONE')),
    call('u', 'edit_file', edit('two', 'TWO')),
  ]);
  expect(done.map(({ isError }) => isError)).toEqual([false, false]);
  expect(files.contents.get('a.ts')?.text).toBe(`ONE\n${BETWEEN}TWO\n`);
  const lost = await call('t', 'write_file', { path: 'a.ts', content: 'mine\n' });
  expect([lost.isError, files.contents.get('a.ts')?.text]).toEqual([true, `ONE\n${BETWEEN}TWO\n`]);
});

it('what a thread has seen is kept while it is open, and not longer', async () => {
  const open = new Set(['t', 'u']);
  const { call } = setUp((thread) => open.has(thread));
  const rewrite = (text: string) => call('t', 'write_file', { path: 'a.ts', content: text });
  await call('t', 'read_file', { path: 'a.ts' });
  await call('u', 'read_file', { path: 'a.ts' });
  expect((await rewrite('one\n')).isError).toBe(false);
  open.delete('t');
  await call('v', 'read_file', { path: 'a.ts' });
  expect((await rewrite('two\n')).isError).toBe(true);
});
