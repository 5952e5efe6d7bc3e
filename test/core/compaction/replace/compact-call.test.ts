/** A model's own compaction, from its input to the entry or the refusal (R4, R5, R11, R12, R16). */
import { describe, expect, it } from 'vitest';
import { applyBoundary } from '../../../../src/core/compaction/apply-boundary.ts';
import { DEFAULT_CONFIG } from '../../../../src/core/compaction/config.ts';
import { compactMap, planCompactCall } from '../../../../src/core/compaction/replace/compact-call.ts';
import type { Json } from '../../../../src/core/lang/json.ts';
import type { Block } from '../../../../src/core/message/message.ts';
import { checkContext } from '../../../../src/core/thread/check-context.ts';
import { projectContext } from '../../../../src/core/thread/context.ts';
import { append, nextId, type Thread } from '../../../../src/core/thread/thread.ts';
import { checkpointAt, work } from '../../arbitrary/work.ts';

const thread = asking(work(6, 8_000));
const [a, b, newest] = [checkpointAt(thread, 2), checkpointAt(thread, 10), checkpointAt(thread, 20)];

/** The thread with an open `compact` call, made beside another one. */
function asking(before: Thread): Thread {
  const id = nextId(before);
  const call = (callId: string, name: string) => ({ type: 'tool_use', id: callId, name, input: {} }) as const;
  return append(before, {
    type: 'message',
    id,
    at: 0,
    origin: 'model',
    blocks: [{ type: 'text', text: 'I make room.' }, call('k', 'compact'), call('r', 'read_file')],
  });
}

const call = (input: unknown, config = DEFAULT_CONFIG) => planCompactCall({ thread, config, input, callId: 'k' });

describe('planCompactCall', () => {
  it('R6 R12 replaces the range; of the call one line is left, the other call keeps its result, and the ref is named', () => {
    const planned = call({ replacements: [{ from: a, to: b, summary: 'Two parts were read.' }] });
    if (!planned.ok) throw new Error(planned.error);
    const after = append(thread, applyBoundary(thread, planned.value, 0));
    const messages = projectContext(after).messages;
    expect(checkContext(messages)).toEqual([]);
    const text = JSON.stringify(messages);
    expect(text).toContain('I compacted the thread.');
    expect(text).not.toContain('"name":"compact"');
    expect(text).toContain('"name":"read_file"');
    expect(text).toMatch(/Two parts were read\.\\n\\n\[The messages themselves can be read and searched: ref=e4-11\]/);
    expect(after.tokens).toBe(planned.value.tokensAfter);
  });

  it('C12 is refused under the strategy that compacts nothing', () => {
    const planned = call(
      { replacements: [{ from: a, to: b, summary: 'Read.' }] },
      { ...DEFAULT_CONFIG, strategy: 'disabled' },
    );
    expect(planned).toMatchObject({ ok: false, error: expect.stringContaining('switched off') });
    expect(compactMap(thread, { ...DEFAULT_CONFIG, strategy: 'disabled' }, { trigger: 1 })).toBe('');
  });

  it('names no ref where the model has no tool to follow it', () => {
    const config = { ...DEFAULT_CONFIG, toolOutput: { ...DEFAULT_CONFIG.toolOutput, enabled: false } };
    const planned = call({ replacements: [{ from: a, to: b, summary: 'Read.' }] }, config);
    expect(planned.ok && JSON.stringify(planned.value.edits)).not.toContain('ref=');
  });

  it.each([
    ['R4 a wrong key, with the right one', { replacements: [{ value: 'x' }] }, /did you mean summary/],
    ['R5 what is no list', { replacements: 'all' }, /replacements is of type string/],
    ['R11 an unknown id', { replacements: [{ from: 'zzzzzz', summary: 's' }] }, /no checkpoint zzzzzz/],
    [
      'R16 a gain too small',
      { replacements: [{ from: a, to: checkpointAt(thread, 4), summary: 's' }] },
      /at least 1000/,
    ],
    ['R16 the newest typed message', { replacements: [{ to: newest, summary: 's' }] }, /newest message/],
    [
      'R16 a summary that is longer than its range',
      { replacements: [{ from: a, to: b, summary: 'many words '.repeat(9_000) }] },
      /write shorter ones/,
    ],
  ])('refuses %s', (_, input, words) => {
    const refused = call(input);
    expect(refused.ok ? '' : refused.error).toMatch(words);
  });

  it.each([
    ['compaction', { ...DEFAULT_CONFIG, enabled: false }],
    ['the model', { ...DEFAULT_CONFIG, allowModel: false }],
  ])('says so where the settings switch %s off', (_, config) => {
    const refused = call({ replacements: [{ from: a, to: b, summary: 's' }] }, config);
    expect(refused.ok ? '' : refused.error).toContain('switched off');
  });
});

describe('C8 a refused call that is made again', () => {
  const refusedFor = (input: Json, asked: Json = input) => {
    const part = (block: Block, origin: 'model' | 'tools') =>
      ({ type: 'message', origin, at: 0, blocks: [block] }) as const;
    const use = (id: string, given: Json) => part({ type: 'tool_use', id, name: 'compact', input: given }, 'model');
    const result = { type: 'tool_result', toolUseId: 'k', content: [], isError: true } as const;
    const again = [use('k', input), part(result, 'tools'), use('l', asked)].reduce(
      (grown: Thread, entry) => append(grown, { ...entry, id: nextId(grown) }),
      work(6, 8_000),
    );
    const planned = planCompactCall({ thread: again, config: DEFAULT_CONFIG, input: asked, callId: 'l' });
    return planned.ok ? '' : planned.error;
  };

  it.each<[string, Json, Json?]>([
    ['too small', { replacements: [{ from: a, to: checkpointAt(thread, 4), summary: 's' }] }],
    ['an unknown id', { replacements: [{ from: 'zzzzzz', summary: 's' }] }],
    ['unreadable', { replacements: 'all' }],
    [
      'keys in another order',
      { replacements: [{ to: newest, summary: 's' }] },
      { replacements: [{ summary: 's', to: newest }] },
    ],
  ])('gets another, final answer: %s', (_, input, asked) =>
    expect(refusedFor(input, asked)).toMatch(/^Refused again.*Do not make it again/s),
  );

  it('gets the plain reason where it differs, and is done where it can be', () => {
    expect(refusedFor({ replacements: 'all' }, { replacements: 'none' })).not.toContain('again');
    expect(refusedFor({ replacements: [{ from: a, to: b, summary: 'Read.' }] })).toBe('');
  });
});

describe('C9 the round that the call stands in', () => {
  const results: readonly Block[] = [
    { type: 'tool_result', toolUseId: 'k', content: [] },
    { type: 'tool_result', toolUseId: 'r', content: [{ type: 'text', text: 'never seen by the model' }] },
    { type: 'checkpoint', id: 'zzzzz9' },
  ];
  const answered = append(thread, { type: 'message', origin: 'tools', blocks: results, id: nextId(thread), at: 0 });
  const plan = (input: unknown) => planCompactCall({ thread: answered, config: DEFAULT_CONFIG, input, callId: 'k' });
  const typedAt = thread.items.findLastIndex((item) => item.type === 'entry' && item.entry.origin === 'typed');

  it('is not in a range without to', () => {
    const planned = plan({ replacements: [{ from: checkpointAt(thread, typedAt), summary: 'Read.' }] });
    if (!planned.ok) throw new Error(planned.error);
    const after = append(answered, applyBoundary(answered, planned.value, 0));
    const { messages } = projectContext(after);
    expect(checkContext(messages)).toEqual([]);
    expect(JSON.stringify(messages)).toContain('never seen by the model');
    expect(JSON.stringify(messages)).toContain('"name":"read_file"');
  });

  it.each([
    [
      'is refused as the end of a range',
      { from: a, to: 'zzzzz9', summary: 's' },
      /round that you are in: end the range at \w{6}/,
    ],
    ['is all that is left after its last checkpoint', { from: 'zzzzz9', summary: 's' }, /nothing but the round/],
    ['does not let a range without both reach it', { summary: 's' }, /newest message/],
  ])('%s', (_, replacement, words) => {
    const refused = plan({ replacements: [replacement] });
    expect(refused.ok ? '' : refused.error).toMatch(words);
  });
});

describe('R16 the map of ranges', () => {
  const hint = (trigger: number, changes = {}) => compactMap(thread, { ...DEFAULT_CONFIG, ...changes }, { trigger });

  it.each([
    ['is given from 60 % of the trigger', Math.floor(thread.tokens / 0.6), {}, /^Your context fills/],
    ['and not before', Math.ceil(thread.tokens / 0.6) + 1, {}, /^$/],
    ['nor where the model may not compact', 1, { allowModel: false }, /^$/],
    ['nor where nothing may', 1, { enabled: false }, /^$/],
  ])('%s', (_, trigger, changes, words) => expect(hint(trigger, changes)).toMatch(words));

  it('C8 names only ranges that are accepted, each alone, whatever their size and the provider’s factor', () => {
    for (const [length, factor] of [
      [200, 1],
      [2_000, 1],
      [9_000, 1],
      [3_000, 0.5],
      [3_000, 2],
    ] as const) {
      const long = asking(work(12, length));
      const base = { system: 0, tools: 0, instructions: 0, factor };
      const map = compactMap(long, DEFAULT_CONFIG, { trigger: 1 }, base);
      const ranges = [...map.matchAll(/- from (\w{6}|the start) to (\w{6})/g)];
      if (length >= 3_000) expect(ranges.length).toBeGreaterThan(0);
      for (const [, from, to] of ranges) {
        const input = { replacements: [{ ...(from !== 'the start' && { from }), to, summary: 'Read. '.repeat(99) }] };
        expect(planCompactCall({ thread: long, config: DEFAULT_CONFIG, input, callId: 'k', base })).toMatchObject({
          ok: true,
        });
      }
    }
  });

  it('C8 is not given while a call would be refused for the time since the last one, and again in the next turn', () => {
    const planned = call({ replacements: [{ from: a, to: b, summary: 'Read.' }] });
    if (!planned.ok) throw new Error(planned.error);
    const after = append(thread, applyBoundary(thread, planned.value, 0));
    expect(compactMap(after, DEFAULT_CONFIG, { trigger: 1 })).toBe('');
    const typed = { type: 'message', origin: 'typed', blocks: [{ type: 'text', text: 'next' }] } as const;
    expect(compactMap(append(after, { ...typed, id: nextId(after), at: 0 }), DEFAULT_CONFIG, { trigger: 1 })).not.toBe(
      '',
    );
  });

  it('C7 is given once: not where the context holds one', () => {
    const text = hint(1);
    const reminder = { type: 'message', origin: 'program', blocks: [{ type: 'reminder', text }] } as const;
    const given = append(thread, { ...reminder, id: nextId(thread), at: 0 });
    expect(compactMap(given, DEFAULT_CONFIG, { trigger: 1 })).toBe('');
  });

  it('names ranges that the tool accepts', () => {
    const [, from, to] = /- from (\w{6}) to (\w{6})/.exec(hint(1)) ?? [];
    expect(call({ replacements: [{ from, to, summary: 'Read.' }] }).ok).toBe(true);
  });
});
