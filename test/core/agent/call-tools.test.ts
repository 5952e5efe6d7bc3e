/** Results of tools, whatever a tool gives. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { callTools, STOPPED } from '../../../src/core/agent/call-tools.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { decodeEntry } from '../../../src/core/thread/decode-entry.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { failed, type ToolOutcome } from '../../../src/core/tool-output/tool.ts';

const call = { type: 'tool_use', id: 'c1', name: 'look', input: {} } as const;

async function resultOf(given: unknown) {
  const tool = { name: 'look', description: '', inputSchema: {}, run: async () => given as ToolOutcome };
  const [result] = await callTools(
    {
      calls: [call],
      unreadable: new Set(),
      tools: [tool],
      thread: replay([]),
      config: DEFAULT_CONFIG.toolOutput,
      outputs: { put: async () => ({ ok: false, error: { reason: 'ENOENT' } }) },
    },
    { aborted: false },
  );
  return result;
}

it('W1 keeps what can be read of a result, and says where a part can not', async () => {
  const content = [
    { type: 'text', text: 'a', signature: 5, more: 1 },
    { type: 'image', mediaType: 'image/png', data: 'AA', width: '3' },
    { type: 'text', text: 5 },
    null,
  ];
  expect(await resultOf({ content, isError: 1 })).toEqual({
    type: 'tool_result',
    toolUseId: 'c1',
    content: [
      { type: 'text', text: 'a' },
      { type: 'image', mediaType: 'image/png', data: 'AA' },
      { type: 'text', text: '[A part of this result could not be read.]' },
      { type: 'text', text: '[A part of this result could not be read.]' },
    ],
  });
});

it('W1 a result of whatever a tool gives can be written and read', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.anything(), fc.record({ content: fc.anything(), isError: fc.anything() })),
      async (given) => {
        const result = await resultOf(given);
        const entry = { type: 'message', id: 1, at: 0, origin: 'tools', blocks: [result] };
        expect(decodeEntry(JSON.parse(JSON.stringify(entry)))).toEqual({ ok: true, value: entry });
      },
    ),
  );
});

it.each([100_000, 2_001])(
  'S9 an error of a bounded tool that repeats an argument of %i characters is cut',
  async (length) => {
    const argument = 'x'.repeat(length);
    const tool = {
      name: 'look',
      description: '',
      inputSchema: {},
      isBounded: true as const,
      run: async () => ({ content: [{ type: 'text', text: `${argument} is no pattern.` }], isError: true }) as const,
    };
    const round = {
      unreadable: new Set<string>(),
      thread: replay([]),
      config: DEFAULT_CONFIG.toolOutput,
      outputs: { put: async () => ({ ok: false, error: { reason: 'ENOENT' } }) as const },
    };
    const unknown = { ...call, id: 'c2', name: argument };
    const results = await callTools({ ...round, calls: [call, unknown], tools: [tool] }, { aborted: false });
    for (const { content, isError } of results) {
      expect(isError).toBe(true);
      expect(JSON.stringify(content).length).toBeLessThan(2_100);
    }
  },
);

it('S3 runs at most eight calls of a reply at the same time, and gives the results in their order', async () => {
  let running = 0;
  let most = 0;
  const tool = {
    name: 'look',
    description: '',
    inputSchema: {},
    run: async (input: unknown) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      return { content: [{ type: 'text', text: JSON.stringify(input) }] } as const;
    },
  };
  const calls = Array.from({ length: 200 }, (_, n) => ({ ...call, id: `c${n}`, input: { n } }));
  const results = await callTools(
    {
      calls,
      unreadable: new Set(),
      tools: [tool],
      thread: replay([]),
      config: DEFAULT_CONFIG.toolOutput,
      outputs: { put: async () => ({ ok: false, error: { reason: 'ENOENT' } }) },
    },
    { aborted: false },
  );
  expect(most).toBe(8);
  expect(results.map(({ toolUseId, content }) => [toolUseId, content])).toEqual(
    calls.map(({ id, input }) => [id, [{ type: 'text', text: JSON.stringify(input) }]]),
  );
});

it.each([
  ['what was read until then', { content: [{ type: 'text', text: 'half' } as const] }, STOPPED],
  ['an error', failed('It broke.'), STOPPED],
  ['how it was stopped', failed('It may have been done.', { type: 'stopped' }), undefined],
  ['what was changed', { content: [{ type: 'text', text: 'Edited a.ts.' } as const] }, undefined, 'changes'],
  ['why nothing was changed', failed('It was not found.'), STOPPED, 'changes'],
] as const)('a call that was stopped and gives %s', async (_, outcome, expected, effect?: 'changes') => {
  const signal = { aborted: false };
  const run = async () => {
    signal.aborted = true;
    return outcome;
  };
  const [result] = await callTools(
    {
      calls: [call],
      unreadable: new Set(),
      tools: [{ name: 'look', description: '', inputSchema: {}, run, ...(effect && { effect }) }],
      thread: replay([]),
      config: DEFAULT_CONFIG.toolOutput,
      outputs: { put: async () => ({ ok: false, error: { reason: 'ENOENT' } }) },
    },
    signal,
  );
  expect(result).toMatchObject(expected ?? outcome);
});
