/** R18–R20: old rounds of tool calls in a list of messages. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collapseToolChains } from '../../../../src/core/compaction/outputs/collapse.ts';
import type { Block, Message } from '../../../../src/core/message/message.ts';
import { projectContext } from '../../../../src/core/thread/context.ts';
import { replay } from '../../../../src/core/thread/thread.ts';
import { deepFreeze } from '../../arbitrary/deep-freeze.ts';
import { someLog } from '../../arbitrary/thread.ts';
import { RUNS } from '../../tool-output/samples.ts';

const said = (text: string): Block => ({ type: 'text', text });
const call = (id: string, name = 'read_file'): Block => ({ type: 'tool_use', id, name, input: {} });
const answer = (id: string, more: object = {}): Block => ({
  type: 'tool_result',
  toolUseId: id,
  content: [{ type: 'text', text: `result of ${id}` }],
  ...more,
});
const user = (...blocks: readonly Block[]): Message => ({ role: 'user', blocks });
const assistant = (...blocks: readonly Block[]): Message => ({ role: 'assistant', blocks });

/** Two messages, the round, and `after` more. */
function thread(round: readonly Message[], after: number): readonly Message[] {
  const rest = Array.from({ length: after }, (_, i) => (i % 2 ? user(said('go on')) : assistant(said('done'))));
  return deepFreeze([user(said('hello')), ...round, ...rest]);
}

const ROUND = [assistant(call('a')), user(answer('a'))];

describe('R18 collapseToolChains', () => {
  it.each([
    // messages after the result, limit, collapsed?
    [3, 3, false],
    [4, 3, true],
    [5, 3, true],
    [1, 1, false],
    [2, 1, true],
  ])('a result that %i messages follow, with the limit %i: collapsed %s', (after, collapseAfterTurns, collapsed) => {
    const messages = thread(ROUND, after);
    const result = collapseToolChains(messages, { collapseAfterTurns });
    expect(result.length).toBe(collapsed ? messages.length - 1 : messages.length);
    if (collapsed)
      expect(result[1]).toEqual(
        assistant(said(`[Tool: read_file | Result summarized — called ${after + 1} turns ago]`)),
      );
    else expect(result).toEqual(messages);
  });

  it('is a new array, and deep-equals its input when unset', () => {
    const messages = thread(ROUND, 9);
    for (const config of [{}, { collapseAfterTurns: null }]) {
      expect(collapseToolChains(messages, config)).toEqual(messages);
      expect(collapseToolChains(messages, config)).not.toBe(messages);
    }
  });

  it('R19 a failed result says so, and a ref ends the line', () => {
    const ref = { outputRef: { id: 'o_0123456789abcdef' } };
    const lineOf = (more: object) =>
      collapseToolChains(thread([assistant(call('a')), user(answer('a', more))], 4), { collapseAfterTurns: 1 })[1];
    const start = '[Tool: read_file | Result summarized — called 5 turns ago';
    expect(lineOf({ isError: true })).toEqual(assistant(said(`${start} | failed]`)));
    expect(lineOf(ref)).toEqual(assistant(said(`${start} | ref=o_0123456789abcdef]`)));
    expect(lineOf({ ...ref, isError: true })).toEqual(assistant(said(`${start} | failed | ref=o_0123456789abcdef]`)));
    expect(lineOf({ isError: false })).toEqual(assistant(said(`${start}]`)));
  });

  it('R19 text beside the call and beside the result is kept in its place, thinking goes', () => {
    const round = [
      assistant({ type: 'thinking', text: 'hm' }, said('I read.'), call('a'), said('And more.'), call('b')),
      user(answer('a'), answer('b'), said('Mind the tabs.'), { type: 'checkpoint', id: 'abc123' }),
    ];
    const line = '[Tool: read_file | Result summarized — called 5 turns ago]';
    expect(collapseToolChains(thread(round, 4), { collapseAfterTurns: 1 }).slice(1, 3)).toEqual([
      assistant(said('I read.'), said(line), said('And more.'), said(line)),
      user(said('Mind the tabs.'), { type: 'checkpoint', id: 'abc123' }),
    ]);
  });

  it('R19 several calls in a turn: one line each, in the order of the calls', () => {
    const round = [
      assistant(call('a', 'grep'), call('b', 'bash'), call('c', 'grep')),
      user(answer('c'), answer('b', { isError: true }), answer('a'), { type: 'checkpoint', id: 'abc123' }),
    ];
    const line = (name: string, failed = '') => `[Tool: ${name} | Result summarized — called 5 turns ago${failed}]`;
    expect(collapseToolChains(thread(round, 4), { collapseAfterTurns: 1 })[1]).toEqual(
      assistant(said([line('grep'), line('bash', ' | failed'), line('grep')].join('\n'))),
    );
  });

  it.each<[string, readonly Message[]]>([
    ['a call without a result', [assistant(call('a'), call('b')), user(answer('a'))]],
    ['a result without a call', [assistant(call('a')), user(answer('a'), answer('b'))]],
    ['ids that differ', [assistant(call('a')), user(answer('b'))]],
    ['a result that is not right after', [assistant(call('a')), user(said('wait')), user(answer('a'))]],
    ['a result before its call', [user(answer('a')), assistant(call('a'))]],
    ['a result twice', [assistant(call('a')), user(answer('a'), answer('a'))]],
    ['the same id twice in a turn', [assistant(call('a'), call('a')), user(answer('a'), answer('a'))]],
    ['roles that are not theirs', [user(call('a')), assistant(answer('a'))]],
    ['a call of the user', [user(call('a')), user(answer('a'))]],
    ['a result of the assistant', [assistant(call('a')), assistant(answer('a'))]],
    ['a turn of thinking and text', [assistant({ type: 'thinking', text: 'hm' }, said('x')), user(said('y'))]],
    ['a turn without calls', [assistant(said('x')), user(said('y'))]],
  ])('R20 %s is left alone', (_, round) => {
    const messages = thread(round, 6);
    expect(collapseToolChains(messages, { collapseAfterTurns: 1 })).toEqual(messages);
  });
});

describe('R18–R20 whatever the messages', () => {
  const contexts = someLog.map((log) => projectContext(replay(log)).messages);
  const limit = fc.integer({ min: 1, max: 8 });

  function orphans(messages: readonly Message[]): number {
    let open: readonly string[] = [];
    let found = 0;
    for (const { role, blocks } of messages) {
      const results = blocks.flatMap((block) => (block.type === 'tool_result' ? [block.toolUseId] : []));
      found += results.filter((id) => !open.includes(id)).length + open.filter((id) => !results.includes(id)).length;
      open = role === 'assistant' ? blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : [])) : [];
    }
    return found + open.length;
  }

  it('no orphan is added, no text is lost, and the input stays as it is', () => {
    fc.assert(
      fc.property(contexts, limit, (messages, collapseAfterTurns) => {
        const before = deepFreeze(messages);
        const after = collapseToolChains(before, { collapseAfterTurns });
        expect(orphans(after)).toBeLessThanOrEqual(orphans(before));
        const texts = (list: readonly Message[]) =>
          list.flatMap(({ blocks }) => blocks.filter(({ type }) => type === 'text'));
        for (const text of texts(before)) expect(texts(after)).toContain(text);
      }),
      RUNS,
    );
  });

  it('collapsing again changes nothing, and markers stay as they are while the thread grows', () => {
    fc.assert(
      fc.property(contexts, contexts, limit, (messages, more, collapseAfterTurns) => {
        const once = collapseToolChains(messages, { collapseAfterTurns });
        expect(collapseToolChains(once, { collapseAfterTurns })).toEqual(once);
        const grown = collapseToolChains([...once, ...more], { collapseAfterTurns });
        const markers = (list: readonly Message[]) =>
          list.flatMap(({ blocks }) =>
            blocks.flatMap((b) => (b.type === 'text' && /^\[Tool: /.test(b.text) ? [b] : [])),
          );
        const frozen = markers(once);
        expect(markers(grown).filter((marker) => frozen.includes(marker))).toEqual(frozen);
      }),
      RUNS,
    );
  });
});
