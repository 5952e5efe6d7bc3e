/** A server that refuses one tool of a request is asked again without this tool, and without it from then on. */
import { describe, expect, it } from 'vitest';
import type { ModelEvent } from '../../../../src/core/agent/model-event.ts';
import type { AgentModel, ModelRequest } from '../../../../src/core/agent/ports.ts';
import { conceding } from '../../../../src/core/agent/refusals/conceding.ts';
import { TOOL_REFUSAL } from '../../../../src/core/agent/refusals/tool-refusal.ts';

const tool = (name: string) => ({ name, description: name, inputSchema: { type: 'object' } });
const request: ModelRequest = {
  system: '',
  messages: [{ role: 'user', blocks: [{ type: 'text', text: 'hi' }] }],
  tools: [tool('read_file'), tool('mcp_github_search'), tool('odd')],
  toolChoice: 'auto',
  maxTokens: 100,
  isEdited: false,
  thread: 't',
};

/** Refuses each request with the next message; takes it when there is none left. */
function refusing(messages: readonly string[]) {
  const sent: string[][] = [];
  const left = [...messages];
  const model: AgentModel = {
    id: 'p/m',
    modelKey: 'p m',
    async *stream({ tools }) {
      sent.push(tools.map(({ name }) => name));
      const message = left.shift();
      yield message === undefined
        ? { type: 'end', reason: 'done' }
        : { type: 'error', error: { kind: 'invalid-request', message } };
    },
  };
  return { model: conceding(model), sent };
}

async function call(model: AgentModel): Promise<readonly ModelEvent['type'][]> {
  const types: ModelEvent['type'][] = [];
  for await (const { type } of model.stream(request, { aborted: false })) types.push(type);
  return types;
}

describe('one refused tool', () => {
  it.each(TOOL_REFUSAL.said)('%s', async (message) => {
    const { model, sent } = refusing([message]);
    expect(await call(model)).toEqual(['concession', 'end']);
    await call(model);
    expect(sent).toEqual([
      ['read_file', 'mcp_github_search', 'odd'],
      ['read_file', 'odd'],
      ['read_file', 'odd'],
    ]);
  });

  it('may be followed by another one in the same request', async () => {
    const { model, sent } = refusing([
      "Invalid schema for function 'odd': x",
      "Invalid schema for function 'read_file': y",
    ]);
    expect(await call(model)).toEqual(['concession', 'concession', 'end']);
    expect(sent.at(-1)).toEqual(['mcp_github_search']);
  });

  it('that was not sent is no reason to ask again', async () => {
    const { model } = refusing(["Invalid schema for function 'other': x"]);
    expect(await call(model)).toEqual(['error']);
  });
});
