/** What a model is answered that asked a sub-agent, by how the sub-agent ended or why it did not begin. */
import { expect, it } from 'vitest';
import { askAgentTool } from '../../../../src/core/agent/sub-agent/ask-agent-tool.ts';
import { MOST_SUB_AGENTS } from '../../../../src/core/agent/sub-agent/budget.ts';
import type { AskedEnd } from '../../../../src/core/agent/sub-agent/sub-agent-end.ts';
import { replay } from '../../../../src/core/thread/thread.ts';
import { failed } from '../../../../src/core/tool-output/tool.ts';
import { BUDGET } from './scripted-sub-agent.ts';

const context = { thread: replay([]), call: 'a', signal: { aborted: false } };

function toolFor(end: AskedEnd) {
  return askAgentTool(BUDGET, { ask: async () => end, endOf: async () => ({ type: 'closed', text: '' }) });
}

const said = (text: string) => ({ content: [{ type: 'text', text }] });

it.each<[string, AskedEnd, unknown]>([
  ['an answer', { type: 'done', text: 'A heron.' }, said('A heron.')],
  ['no answer', { type: 'done', text: ' ' }, failed('The sub-agent ended without an answer.')],
  [
    'an answer at its limit',
    { type: 'limited', limit: 'rounds', isAnswer: true, text: 'A heron.' },
    said('[The sub-agent reached its limit of 5 rounds; this is what it had found until then.]\n\nA heron.'),
  ],
  [
    'no answer at its limit',
    { type: 'limited', limit: 'time', isAnswer: false, text: 'I look.' },
    failed('The sub-agent reached its limit of 2 minutes and gave no answer. What it had written last:\n\nI look.'),
  ],
  [
    'a failure',
    { type: 'failed', why: 'its model failed', text: '' },
    failed('The sub-agent failed: its model failed\n\nIt had written nothing.'),
  ],
  ['a sub-agent that did not begin', { type: 'nothing', why: 'The disk is full.' }, failed('The disk is full.')],
  ['Stop', { type: 'stopped', text: 'I look.' }, failed('The sub-agent was stopped.', { type: 'stopped' })],
])('%s', async (_, end, outcome) => {
  expect(await toolFor(end).run({ task: 'Look.' }, context)).toEqual(outcome);
});

it('begins no more of them in a turn than the limit, and says so of the next one', async () => {
  const tool = toolFor({ type: 'done', text: 'A heron.' });
  for (let n = 0; n < MOST_SUB_AGENTS; n++) {
    expect(await tool.run({ task: ' ' }, context)).toMatchObject({ isError: true });
    expect(await tool.run({ task: 'Look.' }, context)).toEqual(said('A heron.'));
  }
  expect(await tool.run({ task: 'Look.' }, context)).toEqual(
    failed(`${MOST_SUB_AGENTS} sub-agents have run in this turn, which is the limit. Go on with what you have.`),
  );
});
