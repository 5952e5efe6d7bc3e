/** A server that refuses one tool of a request is asked again without this tool, and without it from then on. */
import { describe, expect, it } from 'vitest';
import type { ModelEvent } from '../../../../src/core/agent/model-event.ts';
import type { AgentModel, ModelRequest } from '../../../../src/core/agent/ports.ts';
import { conceding } from '../../../../src/core/agent/refusals/conceding.ts';
import { TOOL_REFUSAL } from '../../../../src/core/agent/refusals/tool-refusal.ts';
import type { Json } from '../../../../src/core/lang/json.ts';

const tool = (name: string) => ({ name, description: name, inputSchema: { type: 'object', properties: {} } });
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

const call = (model: AgentModel) => callWith(model, request.tools);

async function callWith(model: AgentModel, tools: ModelRequest['tools']): Promise<readonly ModelEvent['type'][]> {
  const types: ModelEvent['type'][] = [];
  for await (const { type } of model.stream({ ...request, tools }, { aborted: false })) types.push(type);
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

/** A server that refuses the first tool, in its order, whose schema has one of these words. */
function strict(words: readonly string[], inOrder = true) {
  const sent: string[][] = [];
  const model: AgentModel = {
    id: 'p/m',
    modelKey: 'p m',
    async *stream({ tools }) {
      sent.push(tools.map(({ name }) => name));
      const looked = inOrder ? tools : tools.toReversed();
      const bad = looked.find((one) => words.some((word) => JSON.stringify(one.inputSchema).includes(word)));
      yield bad === undefined
        ? { type: 'end', reason: 'done' }
        : {
            type: 'error',
            error: { kind: 'invalid-request', message: `Invalid schema for function '${bad.name}': no` },
          };
    },
  };
  return { model: conceding(model), sent };
}

describe('many refused tools', () => {
  const of = (name: string, property: Json) => ({
    name,
    description: name,
    inputSchema: { type: 'object', properties: { path: { type: 'string' }, more: property }, required: ['path'] },
  });
  const good = Array.from({ length: 20 }, (_, n) => of(`good_${n}`, { type: n % 2 === 0 ? 'string' : 'integer' }));
  const KINDS: readonly Json[] = [
    { type: 'string', format: 'uri' },
    { type: 'array' },
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
    { type: 'object', properties: { 'the text': { type: 'string' } } },
    { type: 'string', pattern: '^(?!a)' },
  ];
  const bad = (kinds: readonly Json[]) =>
    Array.from({ length: 40 }, (_, n) => of(`bad_${n}`, kinds[n % kinds.length] ?? true));
  /** Own tools first, then good and bad ones in turn. */
  const mixed = (kinds: readonly Json[]) => [
    ...good.slice(0, 4),
    ...bad(kinds).flatMap((one, n) => (n % 2 === 0 ? [one, ...good.slice(4 + n / 2, 5 + n / 2)] : [one])),
  ];

  it.each([
    ['of one kind', KINDS.slice(0, 1), ['"format"'], true],
    ['of one kind, by a server that looks from the end', KINDS.slice(0, 1), ['"format"'], false],
    ['of one kind, whose key has a blank', KINDS.slice(3, 4), ['the text'], true],
  ])('%s cost two requests, and no good one is left out', async (_, kinds, words, inOrder) => {
    const { model, sent } = strict(words, inOrder);
    await callWith(model, mixed(kinds));
    expect(sent).toHaveLength(3);
    expect(sent.at(-1)?.filter((name) => name.startsWith('bad'))).toEqual([]);
    expect(
      sent
        .at(-1)
        ?.filter((name) => name.startsWith('good'))
        .sort(),
    ).toEqual(good.map(({ name }) => name).sort());
    await callWith(model, mixed(kinds));
    expect(sent).toHaveLength(4);
  });

  it.each([true, false])('of five kinds cost at most four (in order: %s)', async (inOrder) => {
    const words = ['"format"', '{"type":"array"}', '"anyOf"', 'the text', '(?!'];
    const { model, sent } = strict(words, inOrder);
    expect(await callWith(model, mixed(KINDS))).toContain('end');
    expect(sent.length).toBeLessThanOrEqual(5);
    expect(sent.at(-1)).toEqual(expect.arrayContaining(good.slice(0, 4).map(({ name }) => name)));
  });
});
