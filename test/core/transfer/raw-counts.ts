/** Counts what a recorded file holds by other means than the import: paths into the raw records. */

export interface Counted {
  readonly calls: number;
  readonly results?: number;
  readonly typed?: number;
  /** Tokens that were written, over all calls. */
  readonly output?: number;
}

type Counter = (values: readonly unknown[]) => Counted;

/** Everything at a path: `*` stands for each element of a list or each value of an object. */
function at(value: unknown, path: string): readonly unknown[] {
  return path.split('.').reduce<readonly unknown[]>(
    (found, key) =>
      found.flatMap((one) => {
        if (typeof one !== 'object' || one === null) return [];
        if (key === '*') return Object.values(one);
        return key in one ? [Reflect.get(one, key)] : [];
      }),
    [value],
  );
}

function where(values: readonly unknown[], conditions: Readonly<Record<string, unknown>>): readonly unknown[] {
  return values.filter((value) => Object.entries(conditions).every(([path, wanted]) => at(value, path)[0] === wanted));
}

function sum(values: readonly unknown[]): number {
  return values.reduce<number>((total, value) => total + Number(value), 0);
}

const claudeCode: Counter = (lines) => {
  const said = where(lines, { type: 'assistant' }).filter((line) => at(line, 'isSidechain')[0] !== true);
  return { calls: where(at(said, '*.message.content.*'), { type: 'tool_use' }).length };
};

const codexCalls = ['function_call', 'custom_tool_call', 'tool_search_call', 'local_shell_call'];

export const COUNTERS: Readonly<Record<string, Counter>> = {
  'claude-code': claudeCode,
  'claude-code-fixtures': claudeCode,
  'codex-rollout': (lines) => ({
    calls: at(where(lines, { type: 'response_item' }), '*.payload.type').filter((type) =>
      codexCalls.includes(String(type)),
    ).length,
  }),
  'copilot-cli-events': (lines) => ({
    calls: at(where(lines, { type: 'assistant.message' }), '*.data.toolRequests.*').length,
    results: where(lines, { type: 'tool.execution_complete' }).length,
    typed: where(lines, { type: 'user.message' }).length,
    output: sum(at(where(lines, { type: 'assistant.message' }), '*.data.outputTokens')),
  }),
  'pi-session': (lines) => {
    const messages = at(where(lines, { type: 'message' }), '*.message');
    const said = where(messages, { role: 'assistant' });
    return {
      calls: where(at(said, '*.content.*'), { type: 'toolCall' }).length,
      results: where(messages, { role: 'toolResult' }).length,
      typed: where(messages, { role: 'user' }).length,
      output: sum(at(said, '*.usage.output')),
    };
  },
  'gemini-cli-session': (document) => ({
    calls: at(document, '*.messages.*.toolCalls.*').length,
    results: at(document, '*.messages.*.toolCalls.*.result').length,
    typed: where(at(document, '*.messages.*'), { type: 'user' }).length,
    output: sum(at(document, '*.messages.*.tokens.output')) + sum(at(document, '*.messages.*.tokens.thoughts')),
  }),
  'gemini-contents': (document) => ({
    calls: at(document, '*.*.parts.*.functionCall').length,
    results: at(document, '*.*.parts.*.functionResponse').length,
  }),
  'mini-swe-agent-traj': (document) => ({
    calls: at(document, '*.messages.*.tool_calls.*').length,
    results: where(at(document, '*.messages.*'), { role: 'tool' }).length,
    typed: 1,
    output: sum(at(document, '*.messages.*.extra.response.usage.completion_tokens')),
  }),
  'swe-agent-traj': (document) => {
    const history = at(document, '*.history.*').filter((message) => at(message, 'is_demo')[0] !== true);
    return { calls: at(where(history, { role: 'assistant' }), '*.action').filter(Boolean).length, typed: 1 };
  },
  'openhands-llm-log': (document) => ({
    calls:
      at(document, '*.messages.*.tool_calls.*').length +
      at(document, '*.response.choices.*.message.tool_calls.*').length,
    results: where(at(document, '*.messages.*'), { role: 'tool' }).length,
    typed: 1,
    output: sum(at(document, '*.response.usage.completion_tokens')),
  }),
  'openai-request-log': (lines) => {
    const requests = at(lines, '*.request_params.messages').filter(Array.isArray);
    const longest = requests.toSorted((a, b) => b.length - a.length)[0] ?? [];
    return {
      calls: at(longest, '*.tool_calls.*').length,
      results: where(longest, { role: 'tool' }).length,
      typed: where(longest, { role: 'user' }).length,
    };
  },
  'vscode-copilot-chat': (document) => {
    const requests = at(document, '*.requests.*');
    const shown = requests.filter((request) => at(request, 'result.metadata.toolCallRounds').length === 0);
    const invoked = where(at(shown, '*.response.*'), { kind: 'toolInvocationSerialized' });
    return {
      calls: at(requests, '*.result.metadata.toolCallRounds.*.toolCalls.*').length + invoked.length,
      results:
        at(requests, '*.result.metadata.toolCallResults.*').length + at(invoked, '*.resultDetails.output').length,
      typed: requests.length,
    };
  },
};
