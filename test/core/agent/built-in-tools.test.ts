/** The tools that a thread's model has, what each takes, and what a turn makes of their results. */
import { describe, expect, it } from 'vitest';
import { builtInTools } from '../../../src/core/agent/built-in-tools.ts';
import type { Tool } from '../../../src/core/agent/ports.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { planCompaction } from '../../../src/core/compaction/plan.ts';
import { err } from '../../../src/core/lang/result.ts';
import type { Block, ResultContent } from '../../../src/core/message/message.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import type { Thread } from '../../../src/core/thread/thread.ts';
import { limitsWith, perform } from '../arbitrary/operations.ts';
import { work } from '../arbitrary/work.ts';
import { inChunks, MemoryOutputs } from '../tool-output/samples.ts';
import { Loop } from './loop.ts';
import { textOf } from './scripted-model.ts';

const regex = { start: async () => err('none') };
const toolsFor = (config = DEFAULT_CONFIG, outputs = new MemoryOutputs()) => builtInTools({ config, outputs, regex });
const named = (tools: readonly Tool[], name: string) => {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(`no ${name}`);
  return tool;
};
const context = { thread: work(1), call: 'c1', signal: { aborted: false } };
const resultOf = (id: string, text: string) =>
  ({ type: 'tool_result', toolUseId: id, content: [{ type: 'text', text }] }) as const;
const words = (content: readonly ResultContent[]) => content.map((c) => (c.type === 'text' ? c.text : '')).join();

describe('the own tools', () => {
  const { toolOutput } = DEFAULT_CONFIG;
  it.each([
    ['all by default', DEFAULT_CONFIG, ['tool_output_cache', 'tool_output_cache_grep', 'compact', 'todo']],
    [
      'no compact where the model may not',
      { ...DEFAULT_CONFIG, allowModel: false },
      ['tool_output_cache', 'tool_output_cache_grep', 'todo'],
    ],
    [
      'nor where nothing is compacted',
      { ...DEFAULT_CONFIG, enabled: false },
      ['tool_output_cache', 'tool_output_cache_grep', 'todo'],
    ],
    [
      'C12 nor under the strategy that compacts nothing',
      { ...DEFAULT_CONFIG, strategy: 'disabled' as const },
      ['tool_output_cache', 'tool_output_cache_grep', 'todo'],
    ],
    [
      'R35 no reading by ref where the context names none',
      { ...DEFAULT_CONFIG, toolOutput: { ...toolOutput, enabled: false } },
      ['compact', 'todo'],
    ],
  ])('are %s', (_, config, names) => {
    const tools = toolsFor(config);
    expect(tools.map(({ name }) => name)).toEqual(names);
    for (const { description, inputSchema } of tools) {
      expect(description.length).toBeGreaterThan(100);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }
  });

  it('R36 read what was stored', async () => {
    const outputs = new MemoryOutputs();
    await outputs.put(['one\ntwo\n']);
    const tool = named(toolsFor(DEFAULT_CONFIG, outputs), 'tool_output_cache');
    expect(await tool.run({ ref_id: 'o_0000000000000001' }, context)).toMatchObject({ isError: true });
    const seen = perform(context.thread, {
      type: 'messages',
      drafts: [
        { type: 'message', origin: 'model', blocks: [{ type: 'tool_use', id: 'x', name: 'run', input: {} }] },
        {
          type: 'message',
          origin: 'tools',
          blocks: [{ type: 'tool_result', toolUseId: 'x', content: [], outputRef: { id: 'o_0000000000000001' } }],
        },
      ],
    });
    const page = await tool.run({ ref_id: 'o_0000000000000001' }, { ...context, thread: seen });
    expect(words(page.content)).toContain('two');
  });
});

describe('todo', () => {
  const todo = named(toolsFor(), 'todo');
  const list = async (input: unknown) => {
    const { content, isError = false } = await todo.run(input, context);
    return [words(content), isError] as const;
  };

  it('answers with the list, each item in a line', async () => {
    const items = [
      { text: 'read\n the code', status: 'done' },
      { text: 'change it', status: 'in_progress' },
      { text: 'run the tests', status: 'pending' },
    ];
    expect(await list({ items })).toEqual(['- [x] read the code\n- [~] change it\n- [ ] run the tests', false]);
    expect(await list({ items: [] })).toEqual(['The list is empty.', false]);
  });

  it.each<[string, unknown, RegExp]>([
    ['no object', 'x', /must be an object/],
    ['no list', {}, /items is missing: a list of at most 100/],
    ['a list in words', { items: '- [ ] a' }, /items must be a list/],
    ['too many', { items: Array.from({ length: 101 }, () => ({ text: 'a', status: 'done' })) }, /at most 100/],
    ['another key', { items: [], merge: true }, /Unknown key "merge"/],
    ['an item in words', { items: ['a'] }, /items\[0\]: The input must be an object/],
    ['an item that says nothing', { items: [{ text: '', status: 'done' }] }, /items\[0\]: text must be/],
    [
      'an item of no status',
      { items: [{ text: 'a' }] },
      /items\[0\]: status is missing: one of pending, in_progress, done/,
    ],
    [
      'a status of its own',
      {
        items: [
          { text: 'a', status: 'done' },
          { text: 'b', status: 'later' },
        ],
      },
      /items\[1\]: status must be one of/,
    ],
  ])('says what is wrong with %s', async (_, input, error) => {
    const [said, isError] = await list(input);
    expect(isError).toBe(true);
    expect(said).toMatch(error);
  });

  it('has its newest list in what a compaction leaves, however old the call is', () => {
    const write = (text: string): Block => {
      return { type: 'tool_use', id: text, name: 'todo', input: { items: [{ text, status: 'in_progress' }] } };
    };
    const noted = ['an older step', 'the step at hand'].reduce(
      (thread: Thread, text) =>
        perform(thread, {
          type: 'messages',
          drafts: [
            { type: 'message', origin: 'model', blocks: [write(text)] },
            { type: 'message', origin: 'tools', blocks: [{ type: 'tool_result', toolUseId: text, content: [] }] },
          ],
        }),
      work(3),
    );
    const drafts = work(10).messages.map(({ id: _, at: __, ...draft }) => draft);
    const thread = perform(noted, { type: 'messages', drafts });
    const config = { ...DEFAULT_CONFIG, strategy: 'extract' } as const;
    const plan = planCompaction({ thread, config, limits: limitsWith(4_000), trigger: 'manual' });
    if (plan.type !== 'compaction') throw new Error(plan.type);
    const after = textOf(projectContext(perform(thread, { type: 'compact', config, target: 4_000 })).messages);
    expect(after).toContain('- [~] the step at hand');
    expect(after).not.toContain('- [~] an older step');
  });
});

describe('in a turn', () => {
  const call = (name: string, input: object): Block => ({ type: 'tool_use', id: 'k', name, input: { ...input } });

  it('R36 what the cache tools give enters as it is and is stored no second time', async () => {
    const config = { ...DEFAULT_CONFIG, toolOutput: { ...DEFAULT_CONFIG.toolOutput, maxToolResultTokens: 50 } };
    const long = 'a line of output\n'.repeat(500);
    const outputs = { open: async () => inChunks([long]) };
    const loop: Loop = new Loop({
      config,
      window: 100_000,
      tools: builtInTools({ config, outputs, regex }),
      reply: (turn) => {
        if (turn === 1) return { blocks: [call('read_file', {})], results: [resultOf('k', long)] };
        return {
          blocks: turn === 2 ? [call('tool_output_cache', { ref_id: 'o_00000001' })] : [{ type: 'text', text: 'done' }],
        };
      },
    });
    expect(await loop.send('go')).toEqual({ type: 'done' });
    const [cut, page] = [2, 4].map((at) => loop.thread.messages.at(at)?.blocks[0]);
    expect(cut).toMatchObject({ outputRef: { id: 'o_00000001' } });
    if (page?.type !== 'tool_result') throw new Error('no result');
    expect(words(page.content).length).toBeGreaterThan(200);
    expect(page.outputRef).toBeUndefined();
    expect(loop.outputs).toBe(1);
  });

  it('refuses a call of compact where the model may not compact, and goes on', async () => {
    const config = { ...DEFAULT_CONFIG, allowModel: false };
    const loop = new Loop({
      config,
      window: 100_000,
      tools: toolsFor(config),
      reply: (turn) => ({
        blocks: turn === 1 ? [call('compact', { replacements: [{ summary: '' }] })] : [{ type: 'text', text: 'done' }],
      }),
    });
    expect(await loop.send('go')).toEqual({ type: 'done' });
    expect(JSON.stringify(loop.thread.messages.at(2))).toContain('switched off in the settings');
    expect(loop.thread.compactions).toEqual([]);
  });
});
