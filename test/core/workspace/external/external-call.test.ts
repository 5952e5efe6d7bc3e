/** Calls of external tools: who is asked, what is refused, what the model reads; and which tools are offered. */
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/core/lang/json.ts';
import { decide } from '../../../../src/core/permission/decide.ts';
import type { Mode, PermissionState } from '../../../../src/core/permission/request.ts';
import type { Rule } from '../../../../src/core/permission/rule.ts';
import { replay } from '../../../../src/core/thread/thread.ts';
import type { Answer, Question } from '../../../../src/core/workspace/authority.ts';
import { chooseTools, describeTools } from '../../../../src/core/workspace/external/choose-tools.ts';
import { externalCall } from '../../../../src/core/workspace/external/external-call.ts';
import type { ExternalReply, ExternalTool } from '../../../../src/core/workspace/external/external-tool.ts';

const HASH = 'a'.repeat(64);
const weather: ExternalTool = {
  id: 'weather',
  source: 'Weather',
  description: 'Tells the weather.',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  hash: HASH,
};

function world({
  mode = 'ask',
  isTrusted = true,
  rules = [],
  answer = { type: 'allowed', approval: {} },
  reply = { type: 'done', parts: [{ type: 'text', text: 'sunny' }] },
}: {
  readonly mode?: Mode;
  readonly isTrusted?: boolean;
  readonly rules?: readonly Rule[];
  readonly answer?: Answer;
  readonly reply?: ExternalReply;
} = {}) {
  const asked: Question[] = [];
  const invoked: Json[] = [];
  const state = {
    tools: [weather] as readonly ExternalTool[],
    on: ['weather'],
    onAsk: () => {},
  };
  const permission: PermissionState = {
    mode,
    isTrusted,
    rules,
    paths: { check: () => undefined, repository: () => undefined },
    ownFolders: [],
    changedSince: () => [],
  };
  const [offered] = describeTools([weather], new Set());
  if (!offered) throw new Error('no tool');
  const tool = externalCall(offered, {
    tools: {
      list: () => state.tools,
      invoke: async (_, input) => {
        invoked.push(input);
        return reply;
      },
    },
    isOn: (id) => state.on.includes(id),
    authority: {
      decide: (request) => decide(request, permission),
      ask: async (question) => {
        asked.push(question);
        state.onAsk();
        return answer;
      },
    },
  });
  const run = async (input: unknown) => {
    const signal = new AbortController().signal;
    const { content, isError, stream, intervention } = await tool.run(input, {
      thread: replay([]),
      call: 'c1',
      signal,
    });
    const texts = content.map((part) => (part.type === 'text' ? part.text : `<${part.type}>`));
    let longest = 0;
    if (stream) for await (const chunk of stream.chunks) longest = Math.max(longest, chunk.length);
    return { texts, isError, longest, intervention };
  };
  return { tool, run, asked, invoked, state };
}

describe('a call of an external tool', () => {
  it('is asked with its arguments and description in every mode but Plan, and a rule for this very tool answers it', async () => {
    for (const mode of ['ask', 'edit'] as const) {
      const { run, asked, invoked } = world({ mode });
      expect(await run({ city: 'Oslo' })).toMatchObject({ texts: ['sunny'] });
      expect(asked[0]?.proposal).toEqual({
        type: 'external',
        id: 'weather',
        source: 'Weather',
        description: 'Tells the weather.',
        input: { city: 'Oslo' },
      });
      expect(asked[0]?.asks[0]?.offers).toEqual([{ rule: { tool: 'external_tool', id: 'weather', hash: HASH } }]);
      expect(invoked).toEqual([{ city: 'Oslo' }]);
    }
    const ruled = world({ rules: [{ tool: 'external_tool', id: 'weather', hash: HASH }] });
    await ruled.run({ city: 'Oslo' });
    expect(ruled.asked).toEqual([]);
    expect(ruled.invoked).toHaveLength(1);
  });

  it('is refused in Plan, also with a rule, and in Restricted Mode', async () => {
    const rules = [{ tool: 'external_tool', id: 'weather', hash: HASH }] as const;
    const plan = world({ mode: 'plan', rules });
    expect(await plan.run({ city: 'Oslo' })).toMatchObject({ isError: true, intervention: { type: 'plan' } });
    const restricted = world({ isTrusted: false, rules });
    expect((await restricted.run({ city: 'Oslo' })).texts[0]).toContain('has not trusted this workspace');
    expect([...plan.asked, ...plan.invoked, ...restricted.asked, ...restricted.invoked]).toEqual([]);
  });

  it('is asked again, and says why, where the description or the schema changed since the rule', async () => {
    const { run, asked } = world({ rules: [{ tool: 'external_tool', id: 'weather', hash: 'b'.repeat(64) }] });
    await run({ city: 'Oslo' });
    expect(asked[0]?.asks[0]?.reasons).toEqual([
      { type: 'external', source: 'Weather' },
      { type: 'external-changed', id: 'weather' },
    ]);
  });

  it('is asked again where the tool changes while the question is open', async () => {
    const { run, asked, invoked, state } = world();
    state.onAsk = () => {
      state.tools = [{ ...weather, description: 'Deletes all.', hash: 'c'.repeat(64) }];
    };
    await run({ city: 'Oslo' });
    expect(asked.map(({ proposal }) => proposal?.type === 'external' && proposal.description)).toEqual([
      'Tells the weather.',
      'Deletes all.',
    ]);
    expect(invoked).toHaveLength(1);
  });

  it('asks nobody where the input is wrong, the tool is off, or gone', async () => {
    const { run, asked, state } = world();
    expect((await run({ town: 'Oslo' })).texts[0]).toContain('city is missing');
    expect((await run(undefined)).texts[0]).toContain('city is missing');
    expect((await run('Oslo')).texts[0]).toContain('must be an object');
    state.tools = [];
    expect((await run({ city: 'Oslo' })).texts[0]).toContain('VS Code has no tool weather now');
    state.on = [];
    expect((await run({ city: 'Oslo' })).texts[0]).toContain('switched this tool off');
    expect(asked).toEqual([]);
  });

  it.each<[ExternalReply, string]>([
    [{ type: 'failed', message: 'MPC -32000: Connection closed' }, 'MPC -32000: Connection closed'],
    [{ type: 'given-up' }, 'or Weather ended in the middle of it'],
    [{ type: 'late', minutes: 10 }, 'Weather gave no answer within 10 minutes'],
    [{ type: 'stopped' }, 'stopped this call'],
    [{ type: 'done', parts: [] }, 'empty'],
    [
      { type: 'done', parts: [{ type: 'unsent', what: 'audio/wav, 9 bytes.' }] },
      '[Left out of the result: audio/wav, 9 bytes.]',
    ],
    [{ type: 'done', parts: [{ type: 'image', mediaType: 'image/png', data: 'AA==' }] }, '<image>'],
  ])('says %j', async (reply, expected) => {
    const { texts } = await world({ reply }).run({ city: 'Oslo' });
    expect(texts.join()).toContain(expected);
  });

  it('counts as a change, so that its result is kept where Stop was pressed as it came', () => {
    expect(world().tool.effect).toBe('changes');
  });

  it('gives a long error cut, and a result of 50 MB or of many texts in pieces', async () => {
    const failed = await world({ reply: { type: 'failed', message: 'e'.repeat(1e6) } }).run({ city: 'Oslo' });
    expect(failed.texts.join('').length).toBeLessThan(10_000);
    const short = Array.from({ length: 100_000 }, () => ({ type: 'text', text: 'x' }) as const);
    expect((await world({ reply: { type: 'done', parts: short } }).run({ city: 'Oslo' })).texts).toEqual([]);
    const parts = [{ type: 'text', text: 'x'.repeat(50e6) }] as const;
    const { texts, longest } = await world({ reply: { type: 'done', parts } }).run({ city: 'Oslo' });
    expect(texts).toEqual([]);
    expect(longest).toBeLessThanOrEqual(65_536);
  });
});

describe('what is offered', () => {
  const many = Array.from({ length: 200 }, (_, n) => ({
    ...weather,
    id: `t${n}`,
    source: `S${n % 3}`,
    description: 'd'.repeat(400),
  }));
  const own = [{ name: 'todo', description: 'x'.repeat(400), inputSchema: {} }];

  it('is nothing until it is selected, then in an order of its own', () => {
    expect(chooseTools({ on: [], off: [] }, many, { own, window: 200_000 }).offered).toEqual([]);
    const selected = chooseTools({ on: ['t5', 't1', 't0', 'gone'], off: ['todo', 'compact'] }, [...many].reverse(), {
      own,
      window: 200_000,
    });
    expect(selected.offered.map(({ id }) => id)).toEqual(['t0', 't1', 't5']);
    expect(selected.without).toEqual(['todo']);
  });

  it('takes more than a tenth of a large window with a word, and never of a small one', () => {
    const on = many.map(({ id }) => id);
    const large = chooseTools({ on, off: [] }, many, { own, window: 100_000 });
    expect(large.offered).toHaveLength(200);
    expect(large.tokens).toBeGreaterThan(large.share ?? 0);
    const small = chooseTools({ on, off: [] }, many, { own, window: 15_000 });
    expect(small.tokens).toBeLessThanOrEqual(1_500);
    expect(small.offered.length).toBeGreaterThan(0);
    expect(small.offered.length + small.leftOut.length).toBe(200);
    expect(chooseTools({ on, off: [] }, many, { own, window: undefined }).offered).toHaveLength(200);
  });
});
