/** What becomes of a thread's next request on its way to Anthropic. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRequest } from '../../../src/core/agent/build-request.ts';
import type { ModelRequest } from '../../../src/core/agent/ports.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import { replay, type Thread } from '../../../src/core/thread/thread.ts';
import { type Prompt, toPrompt } from '../../../src/providers/anthropic/to-request.ts';
import { type ModelInfo, maxTokensOf } from '../../../src/providers/shared/provider.ts';
import { perform, someOperations } from '../../core/arbitrary/operations.ts';
import { work } from '../../core/arbitrary/work.ts';
import { runs } from '../../property/runs.ts';
import { LOOK, requestFor } from '../drive.ts';
import { assistant, user } from './steps.ts';

const OPUS: ModelInfo = { id: 'claude-opus-5-5' };
const MAKER = 'anthropic/claude-opus-5-5';
const asked = (request: ModelRequest, info = OPUS) => toPrompt(request, info, MAKER);
const ofThread = (thread: Thread) =>
  buildRequest({ thread, modelKey: MAKER, system: 'Be brief.', tools: [LOOK], reserve: 1000, threadId: 't' });

const unmarked = (value: unknown) =>
  JSON.stringify(value, (key, inner) => (key === 'cache_control' ? undefined : inner));

/** All that is sent, block by block in the order in which it is cached. */
function inOrder({ tools, system, messages, ...rest }: Prompt): readonly string[] {
  const blocks = messages.flatMap(({ role, content }) =>
    Array.isArray(content) ? content.map((block) => `${role} ${unmarked(block)}`) : [`${role} ${content}`],
  );
  return [JSON.stringify(rest), unmarked(tools), unmarked(system), ...blocks];
}

describe('the bytes of a request', () => {
  it('case 24: are those of the one before and what was appended, but for the marks, between two boundaries', () => {
    let compared = 0;
    fc.assert(
      fc.property(someOperations, (operations) => {
        let thread = replay([]);
        for (const operation of operations) {
          const before = thread;
          thread = perform(thread, operation);
          if (thread.boundary !== before.boundary || !isAppended(before, thread)) continue;
          // No request ends with the model's own words.
          if (before.items.at(-1)?.message.role !== 'user') continue;
          // Nor does one go out while a call is open.
          if (projectContext(before).repairs.some(({ type }) => type === 'missing-result')) continue;
          const [old, now] = [inOrder(asked(ofThread(before))), inOrder(asked(ofThread(thread)))];
          expect(now.slice(0, old.length)).toEqual(old);
          expect(inOrder(asked(ofThread(replay(JSON.parse(JSON.stringify(thread.entries))))))).toEqual(now);
          compared++;
        }
      }),
      runs(60),
    );
    expect(compared).toBeGreaterThan(0);
  });

  it('have at most four marks, on the system, the last tool and the last two messages of the user', () => {
    const { system, tools, messages } = asked(ofThread(work(6, 100)));
    const isMarked = (value: unknown) => JSON.stringify(value).includes('"cache_control":{"type":"ephemeral"}');
    expect(isMarked(system)).toBe(true);
    expect(isMarked(tools?.at(-1))).toBe(true);
    const marked = messages.flatMap((message, at) => (isMarked(message) ? [at] : []));
    expect(marked).toEqual(messages.flatMap(({ role }, at) => (role === 'user' ? [at] : [])).slice(-2));
    expect(JSON.stringify([system, tools, messages]).split('cache_control').length - 1).toBe(4);
  });

  it('are kept for an hour where that is asked for', () => {
    const request = ofThread(work(6, 100));
    const hour = JSON.stringify(toPrompt(request, OPUS, MAKER, '1h'));
    expect(hour.split('"cache_control":{"type":"ephemeral","ttl":"1h"}')).toHaveLength(5);
    expect(hour.replaceAll(',"ttl":"1h"', '')).toBe(JSON.stringify(asked(request)));
  });
});

/** The log of `after` is that of `before` and more. */
function isAppended(before: Thread, after: Thread): boolean {
  return before.items.length > 0 && before.items.every((item, i) => after.items.at(i) === item);
}

describe('thinking', () => {
  const edited = (id: string, more: Partial<ModelInfo> = {}) =>
    asked(requestFor([user('Hi')], { isEdited: true }), { id, ...more });
  const ADAPTIVE = { type: 'adaptive', display: 'summarized' };
  const DROPS = { ...ADAPTIVE, block_binding: { prefix_mismatch_behavior: 'drop_block' } };

  it.each([
    ['claude-fable-5-2', DROPS],
    ['claude-mythos-5-1', DROPS],
    ['claude-opus-5-5', DROPS],
    ['claude-sonnet-5-5-20260901', DROPS],
    ['claude-haiku-5-5', DROPS],
    ['anthropic/claude-opus-5.5', DROPS],
    ['claude-fable-5', ADAPTIVE],
    ['claude-opus-5-20260401', ADAPTIVE],
    ['claude-sonnet-4-6', ADAPTIVE],
    ['claude-opus-4-6-20260205', ADAPTIVE],
    ['claude-opus-4-5-20251101', undefined],
    ['claude-haiku-4-5', undefined],
    ['claude-opus-4-20250514', undefined],
    ['claude-3-7-sonnet-20250219', undefined],
    ['another-model', undefined],
  ])('of %s after a boundary', (id, thinking) => {
    const prompt = edited(id);
    expect(prompt.thinking).toEqual(thinking);
    expect(prompt.betas).toEqual(thinking === DROPS ? ['thinking-binding-controls-2026-08-01'] : undefined);
  });

  it('is as the API says, where it does', () => {
    expect(edited('claude-opus-5-5', { thinks: false }).thinking).toBeUndefined();
    expect(edited('another-model', { thinks: true }).thinking).toEqual(ADAPTIVE);
  });

  it('drops nothing in a thread that was never changed', () => {
    const { thinking, betas } = asked(requestFor([user('Hi')]));
    expect([thinking, betas]).toEqual([ADAPTIVE, undefined]);
  });

  it('case 22: stays on where a call came without it', () => {
    const call = { type: 'tool_use', id: 'a', name: 'look', input: {} } as const;
    const result = { type: 'tool_result', toolUseId: 'a', content: [] } as const;
    const { thinking, messages } = asked(requestFor([user('Hi'), assistant(call), user(result)]));
    expect(thinking).toEqual(ADAPTIVE);
    expect(messages[1]).toMatchObject({ content: [{ type: 'tool_use' }] });
  });
});

describe('a compaction of its own', () => {
  const data = { type: 'compaction', content: 'So far.', encrypted_content: 'x', signature: 's', tool_changes: [] };
  const native = { type: 'native', by: MAKER, data, text: 'So far.' } as const;

  it('R57 goes back verbatim, first and with its beta', () => {
    const { messages, betas } = asked(requestFor([assistant(native), user('Go on')]));
    expect(messages[0]).toEqual({ role: 'assistant', content: [data] });
    expect(betas).toEqual(['compact-2026-09-04']);
  });

  it.each([
    ['not first', [user('Hi'), assistant(native), user('Go on')]],
    ['of another', [user('Hi'), assistant({ ...native, by: 'openai/x' }), user('Go on')]],
    ['no block', [assistant({ ...native, data: 'x' }), user('Go on')]],
  ])('is its text where it is %s', (_name, messages) => {
    const prompt = asked(requestFor(messages));
    expect(JSON.stringify(prompt.messages)).toContain('{"type":"text","text":"So far."}');
    expect(JSON.stringify(prompt)).not.toContain('compaction');
  });
});

describe('the rest of a request', () => {
  it('asks for no more than the model gives', () => {
    const request = requestFor([], { maxTokens: 64_000 });
    expect(maxTokensOf(request, { id: 'a', size: { maxOutput: 8192 } })).toBe(8192);
    expect(maxTokensOf(request, { id: 'a', size: { maxOutput: null } })).toBe(64_000);
    expect(maxTokensOf(request, { id: 'a', size: { maxOutput: 0 } })).toBe(64_000);
    expect(maxTokensOf(request, OPUS)).toBe(64_000);
  });

  it('has no half of a surrogate pair, in inputs neither', () => {
    const call = { type: 'tool_use', id: 'a', name: 'look', input: { 'k\ud83d': ['\ude00'] } } as const;
    const sent = JSON.stringify(asked(requestFor([user('cut \ud83d'), assistant(call)])).messages);
    expect(sent).not.toMatch(/\\ud[89a-f]/);
    expect(sent).toContain('cut \ufffd');
  });

  it.each([
    ['one that is large', 1, 8000, 5_000_000, 1],
    ['one that is too wide', 1, 8001, 100, 0],
    ['one that is too long', 1, 100, 5_300_000, 0],
    ['many', 20, 2001, 100, 20],
    ['many more', 21, 2001, 100, 0],
    ['many more that are small', 21, 2000, 100, 21],
  ])('has the images that are taken: %s', (_name, count, width, length, sent) => {
    const image = { type: 'image', mediaType: 'image/png', data: 'a'.repeat(length), width, height: 10 } as const;
    const result = {
      type: 'tool_result',
      toolUseId: 'a',
      content: Array.from({ length: count }, () => image),
    } as const;
    const call = { type: 'tool_use', id: 'a', name: 'look', input: {} } as const;
    const { messages } = asked(requestFor([user('Hi'), assistant(call), user(result)]));
    const text = JSON.stringify(messages);
    expect(text.split('"type":"image"').length - 1).toBe(sent);
    expect(text.split("that can't be sent").length - 1).toBe(count - sent);
  });

  it('says nothing where there is no system prompt and no tool', () => {
    const prompt = asked(requestFor([user('Hi')], { system: ' \n', tools: [] }));
    expect(Object.keys(prompt).sort()).toEqual(['messages', 'model', 'thinking']);
  });
});
