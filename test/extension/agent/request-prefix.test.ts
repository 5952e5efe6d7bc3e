/** What a request of a thread begins with: how often the choice of tools is made, and what is refused of it. */
import { expect, it } from 'vitest';
import type { ToolDefinition } from '../../../src/core/agent/ports.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { chooseTools } from '../../../src/core/workspace/external/choose-tools.ts';
import { isSwitchedOff } from '../../../src/core/workspace/external/tool-selection.ts';
import { runningPrefix } from '../../../src/extension/agent/request-prefix.ts';
import { callContextFor } from '../../../src/extension/agent/turn-resources.ts';

function world() {
  const state = { chosen: 0, selection: { on: [] as string[], off: [] as string[] } };
  const ports = {
    knowledge: { read: () => ({}) },
    now: () => 0,
    workspaceTools: {
      described: () => [],
      toolsOf: () => [],
      selection: {
        choose: (own: readonly ToolDefinition[], window: number | undefined) => {
          state.chosen++;
          return chooseTools(state.selection, [], { own, window });
        },
        isOff: (name: string) => isSwitchedOff(name, state.selection),
        externalOf: () => [],
      },
    },
  } as unknown as Parameters<typeof callContextFor>[1];
  const resources = {
    threadId: 't1',
    config: DEFAULT_CONFIG,
    chatModel: { head: { id: 'local/m', name: 'M' }, agent: { id: 'local/m' }, reported: { window: 100_000 } },
  } as Parameters<typeof callContextFor>[0];
  return { state, ports, resources };
}

it('chooses the tools for a request, and not where only limits are asked for', () => {
  const { state, ports, resources } = world();
  const thread = replay([]);
  const { limits, measurePrefix } = callContextFor(resources, ports, thread);
  expect(state.chosen).toBe(1);
  for (let n = 0; n < 5; n++) expect(limits({})).toMatchObject({ ok: true, value: { window: 100_000 } });
  expect(state.chosen).toBe(1);
  measurePrefix?.(thread);
  expect(state.chosen).toBe(2);
});

it('refuses a call of a tool that was switched off meanwhile, without choosing all tools again', async () => {
  const { state, ports, resources } = world();
  const log = { thread: replay([]) } as Parameters<typeof runningPrefix>[2];
  const { tools } = runningPrefix(resources, ports, log, [])(log.thread);
  const todo = tools.find(({ name }) => name === 'todo');
  if (!todo) throw new Error('no tool');
  const call = { thread: log.thread, call: 'c1', signal: new AbortController().signal };
  state.selection.off.push('todo', 'compact');
  const text = 'Nothing was done: the person has switched this tool off. Go on without it.';
  expect(await todo.run({}, call)).toMatchObject({ content: [{ text }], isError: true });
  expect(isSwitchedOff('compact', state.selection)).toBe(false);
  expect(state.chosen).toBe(0);
});
