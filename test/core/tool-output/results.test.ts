/** What a model reads of results that were cut, read again or failed: every note and refusal. */
import { it } from 'vitest';
import { builtInTools } from '../../../src/core/agent/built-in-tools.ts';
import { callTools, resultOf } from '../../../src/core/agent/call-tools.ts';
import { lostResult, openCalls } from '../../../src/core/agent/open-calls.ts';
import type { Tool } from '../../../src/core/agent/ports.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { planTrim } from '../../../src/core/compaction/outputs/trim.ts';
import type { Json } from '../../../src/core/lang/json.ts';
import { err, ok } from '../../../src/core/lang/result.ts';
import type { ToolResultBlock, ToolUseBlock } from '../../../src/core/message/message.ts';
import { enterResult } from '../../../src/core/tool-output/enter-result.ts';
import type { RegexEngine } from '../../../src/core/tool-output/finder.ts';
import { regexHits } from '../../../src/core/tool-output/hits.ts';
import { expectGolden, messagesText } from '../../golden-file.ts';
import { DEPOT_THREAD, edited, threadOf } from '../depot-thread.ts';
import { MemoryOutputs } from './samples.ts';

const LINES = Array.from({ length: 300 }, (_, i) => `line ${i + 1}: depot D${i % 40}`).join('\n');

const regex: RegexEngine = {
  start: async (pattern, { ignoreCase }) => {
    if (pattern === '(') return err('Unterminated group');
    const compiled = new RegExp(pattern, ignoreCase ? 'gi' : 'g');
    return ok({ overlap: 100, close: () => undefined, find: (text, wish) => regexHits(text, compiled, wish) });
  },
};

const resultsText = (results: readonly ToolResultBlock[]) => messagesText([{ role: 'user', blocks: results }]);
const call = (id: string, name: string, input: Json = {}): ToolUseBlock => ({ type: 'tool_use', id, name, input });

it.each<[string, Partial<typeof DEFAULT_CONFIG.toolOutput>, string]>([
  ['by-lines', { maxMessageBytes: 1_024 }, LINES],
  ['by-line-length', { maxLineLength: 200 }, `short\n${'long '.repeat(100)}\nshort`],
  ['by-tokens', { enabled: false, maxToolResultTokens: 50 }, LINES],
])('golden: a result cut %s', async (name, changes, text) => {
  const block = resultOf({ id: 'call_1' }, { content: [{ type: 'text', text }] });
  const entered = await enterResult(block, { ...DEFAULT_CONFIG.toolOutput, ...changes }, new MemoryOutputs());
  if (!entered.ok) throw new Error(entered.error.reason);
  await expectGolden(`results/cut-${name}.txt`, resultsText([entered.value]));
});

it('golden: what the cache tools and the to-do list give back', async () => {
  const outputs = new MemoryOutputs();
  const tools = builtInTools({ config: DEFAULT_CONFIG, outputs, regex });
  const { toolOutput: config } = DEFAULT_CONFIG;
  const calls = [
    call('page', 'tool_output_cache', { ref_id: 'e5-5', limit: 3 }),
    call('last', 'tool_output_cache', { ref_id: 'e5-5', offset: 12 }),
    call('past', 'tool_output_cache', { ref_id: 'e5-5', offset: 999 }),
    call('range', 'tool_output_cache', { ref_id: 'e1-3', limit: 6 }),
    call('unknown', 'tool_output_cache', { ref_id: 'o_1' }),
    call('missing', 'tool_output_cache', {}),
    call('found', 'tool_output_cache_grep', { ref_id: 'e5-5', pattern: 'D4', limit: 2 }),
    call('all', 'tool_output_cache_grep', {
      ref_id: 'e5-5',
      pattern: 'ZONE_1\\d',
      regex: true,
      ignore_case: true,
      limit: 2,
    }),
    call('none', 'tool_output_cache_grep', { ref_id: 'e5-5', pattern: 'Samoa' }),
    call('broken', 'tool_output_cache_grep', { ref_id: 'e5-5', pattern: '(', regex: true }),
    call('two-lines', 'tool_output_cache_grep', { ref_id: 'e5-5', pattern: 'a\nb' }),
    call('list', 'todo', { items: [{ text: 'Commit', status: 'in_progress' }] }),
    call('empty-list', 'todo', { items: [] }),
    call('bad-list', 'todo', { items: [{ text: 'Commit', status: 'soon' }] }),
  ];
  const unreadable = new Set<string>();
  const thread = edited(DEPOT_THREAD, planTrim(DEPOT_THREAD, { budget: 500 }));
  const results = await callTools({ calls, unreadable, tools, thread, config, outputs }, { aborted: false });
  const shown = calls.map((one, i) => resultsTextOf(one, results[i]));
  await expectGolden('results/built-in-tools.txt', shown.join('\n\n'));
});

function resultsTextOf(one: ToolUseBlock, result: ToolResultBlock | undefined): string {
  return messagesText([
    { role: 'assistant', blocks: [one] },
    { role: 'user', blocks: result ? [result] : [] },
  ]);
}

it('golden: calls that could not be made', async () => {
  const outputs = new MemoryOutputs();
  const throws: Tool = {
    name: 'throws',
    description: '',
    inputSchema: {},
    run: () => Promise.reject(new Error('the disk is full')),
  };
  const odd: Tool = { ...throws, name: 'odd', run: async () => JSON.parse('{"content":[{"type":"video"}]}') };
  const round = {
    calls: [call('unknown', 'fly'), call('unreadable', 'throws'), call('throws', 'throws'), call('odd', 'odd')],
    unreadable: new Set(['unreadable']),
    tools: [throws, odd],
    thread: DEPOT_THREAD,
    config: DEFAULT_CONFIG.toolOutput,
    outputs,
  };
  const made = await callTools(round, { aborted: false });
  const stopped = await callTools({ ...round, calls: [call('stopped', 'throws')] }, { aborted: true });
  const { items } = threadOf([{ typed: 'Go.' }]);
  const open = [
    ...items.map(({ message }) => message),
    { role: 'assistant', blocks: [call('lost', 'throws')] } as const,
  ];
  await expectGolden(
    'results/failed-calls.txt',
    resultsText([...made, ...stopped, ...openCalls(open).map(lostResult)]),
  );
});
