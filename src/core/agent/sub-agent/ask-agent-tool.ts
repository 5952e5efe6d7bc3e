/** The tool by which a model gives a task to a sub-agent, and what it is answered. */
import { isBlank } from '../../lang/lines.ts';
import description from '../../prompts/ask-agent.md';
import { failed, type ToolOutcome } from '../../tool-output/tool.ts';
import { type Fields, readInput } from '../../tool-output/tool-input.ts';
import type { Tool, ToolContext, ToolDefinition } from '../ports.ts';
import { limitText, MOST_ANSWER_TOKENS, MOST_SUB_AGENTS, type SubAgentBudget } from './budget.ts';
import type { AskedEnd } from './sub-agent-end.ts';

const FIELDS: Fields<{ readonly task: string }> = {
  task: {
    read: (value) => (typeof value === 'string' && !isBlank(value) ? value : undefined),
    expected: 'the whole task in words',
    isRequired: true,
  },
};

export const ASK_AGENT: ToolDefinition = {
  name: 'ask_agent',
  description: description.trim(),
  inputSchema: {
    type: 'object',
    properties: {
      task: { type: 'string', description: 'The whole task, as the sub-agent reads it.' },
    },
    required: ['task'],
    additionalProperties: false,
  },
};

const TOO_MANY = `${MOST_SUB_AGENTS} sub-agents have run in this turn, which is the limit. Go on with what you have.`;

const CLOSED = 'The window was closed before this sub-agent ended. A sub-agent changes nothing: you may ask it again.';

export interface AskAgentPorts {
  readonly ask: (task: string, context: ToolContext) => Promise<AskedEnd>;
  /** How the sub-agent ended whose call a closed window left without a result. */
  readonly endOf: (context: ToolContext) => Promise<AskedEnd>;
}

/** For one turn. Calls of it wait for the changes before them in the same reply, and not for each other. */
export function askAgentTool(budget: SubAgentBudget, { ask, endOf }: AskAgentPorts): Tool {
  let asked = 0;
  return {
    ...ASK_AGENT,
    mostTokens: MOST_ANSWER_TOKENS,
    resource: () => ({ type: 'workspace', mayChange: false }),
    run: async (input, context) => {
      const read = readInput(input, FIELDS);
      if (!read.ok) return failed(read.error);
      asked++;
      if (asked > MOST_SUB_AGENTS) return failed(TOO_MANY);
      return outcomeOf(await ask(read.value.task ?? '', context), budget);
    },
    recover: async (context) => outcomeOf(await endOf(context), budget),
  };
}

function outcomeOf(end: AskedEnd, budget: SubAgentBudget): ToolOutcome {
  if (end.type === 'nothing') return failed(end.why);
  const words = isBlank(end.text) ? 'It had written nothing.' : `What it had written last:\n\n${end.text}`;
  switch (end.type) {
    case 'done':
      return isBlank(end.text) ? failed('The sub-agent ended without an answer.') : answer(end.text);
    case 'limited': {
      const reached = `The sub-agent reached ${limitText(end.limit, budget, 'its')}`;
      if (end.isAnswer) return answer(`[${reached}; this is what it had found until then.]\n\n${end.text}`);
      return failed(`${reached} and gave no answer. ${words}`);
    }
    case 'failed':
      return failed(`The sub-agent failed: ${end.why}\n\n${words}`);
    case 'closed':
      return failed(`${CLOSED}\n\n${words}`);
    case 'stopped':
      return failed('The sub-agent was stopped.', { type: 'stopped' });
  }
}

function answer(text: string): ToolOutcome {
  return { content: [{ type: 'text', text }] };
}
