/** A sub-agent runs only where Stop reaches it. */
import { expect, it } from 'vitest';
import { SUB_AGENT_BUDGET } from '../../../src/core/agent/sub-agent/budget.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { subAgentTool } from '../../../src/extension/agent/sub-agent/sub-agent-tool.ts';

type Args = Parameters<typeof subAgentTool>;

it('makes no thread for a call whose signal it could not follow', async () => {
  let made = 0;
  const storeOf = () => {
    made++;
    throw new Error('The store is not needed.');
  };
  const ports = { subAgents: { budget: SUB_AGENT_BUDGET, storeOf } } as unknown as Args[1];
  const tool = subAgentTool({ threadId: 't' } as Args[0], ports, {} as Args[2]);
  const context = { thread: replay([]), call: 'a', signal: { aborted: false } };
  await expect(tool.run({ task: 'Look.' }, context)).rejects.toThrow('AbortSignal');
  expect(made).toBe(0);
});
