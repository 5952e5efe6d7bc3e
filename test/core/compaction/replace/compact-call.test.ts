/** A model's own compaction, from its input to the entry or the refusal (R4, R5, R11, R12, R16). */
import { describe, expect, it } from 'vitest';
import { applyBoundary } from '../../../../src/core/compaction/apply-boundary.ts';
import { DEFAULT_CONFIG } from '../../../../src/core/compaction/config.ts';
import { compactMap, planCompactCall } from '../../../../src/core/compaction/replace/compact-call.ts';
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

describe('R16 the map of ranges', () => {
  const hint = (trigger: number, changes = {}) => compactMap(thread, { ...DEFAULT_CONFIG, ...changes }, { trigger });

  it.each([
    ['is given from 60 % of the trigger', Math.floor(thread.tokens / 0.6), {}, /^Your context fills/],
    ['and not before', Math.ceil(thread.tokens / 0.6) + 1, {}, /^$/],
    ['nor where the model may not compact', 1, { allowModel: false }, /^$/],
    ['nor where nothing may', 1, { enabled: false }, /^$/],
  ])('%s', (_, trigger, changes, words) => expect(hint(trigger, changes)).toMatch(words));

  it('names ranges that the tool accepts', () => {
    const [, from, to] = /- from (\w{6}) to (\w{6})/.exec(hint(1)) ?? [];
    expect(call({ replacements: [{ from, to, summary: 'Read.' }] }).ok).toBe(true);
  });
});
