/** What of a reply is in the log, however its stream went: whole, or marked as cut, and nothing that a retry made void. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelError, ModelEvent } from '../../../src/core/agent/model-event.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import type { Block, TokenUsage } from '../../../src/core/message/message.ts';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import { checkContext } from '../../../src/core/thread/check-context.ts';
import type { MessageEntry } from '../../../src/core/thread/entry.ts';
import { toAnthropicMessages } from '../../../src/providers/anthropic/to-messages.ts';
import { runs } from '../../property/runs.ts';
import { anthropicRejects } from '../../wire/anthropic.ts';
import { Loop } from './loop.ts';

const RUNS = runs(100);
const MAKER = 'scripted';

/** One part of a reply: what it streams, and what it comes to when the reply is whole. */
interface Part {
  readonly events: readonly ModelEvent[];
  readonly block: Block | undefined;
  /** Also in a reply that is cut. */
  readonly survives: boolean;
}

const text = fc.constantFrom('I look.', ' and ', 'so it is', '  ').map(
  (said): Part => ({
    events: [
      { type: 'text', text: said },
      { type: 'signature', of: 'text', signature: 's' },
    ],
    block: said.trim() === '' ? undefined : { type: 'text', text: said, signature: 's', by: MAKER },
    survives: true,
  }),
);
const thinking = fc.boolean().map((isSigned): Part => {
  const seal = isSigned ? ({ type: 'signature', of: 'thinking', signature: 's' } as const) : undefined;
  return {
    // What comes between keeps two thoughts apart.
    events: [
      { type: 'thinking', text: 'hm' },
      ...(seal ? [seal] : []),
      { type: 'text', text: ' ' },
      { type: 'signature', of: 'text', signature: 's' },
    ],
    block: { type: 'thinking', text: 'hm', ...(isSigned && { signature: 's', by: MAKER }) },
    survives: isSigned,
  };
});
const redacted = fc.constant<Part>({
  events: [{ type: 'redacted-thinking', data: 'AA' }],
  block: { type: 'redacted_thinking', data: 'AA', by: MAKER },
  survives: true,
});
const call = fc.integer({ min: 1, max: 1e6 }).map((n): Part => {
  const id = `c${n}`;
  return {
    events: [
      { type: 'call', id, name: 'read_file' },
      { type: 'input', id, json: '{"path":' },
      { type: 'input', id, json: '"a"}' },
    ],
    block: { type: 'tool_use', id, name: 'read_file', input: { path: 'a' } },
    survives: false,
  };
});
const usage = fc.option(fc.integer({ min: 1, max: 900 }).map((output) => tokenUsage({ input: 10, output })));

const failure = fc.constantFrom<ModelError['kind']>(
  'auth',
  'rate-limit',
  'overloaded',
  'network',
  'refused',
  'cancelled',
);
const ending: fc.Arbitrary<ModelEvent | undefined> = fc.oneof(
  fc.constantFrom<ModelEvent>(
    { type: 'end', reason: 'done' },
    { type: 'end', reason: 'calls' },
    { type: 'end', reason: 'length' },
  ),
  failure.map((kind): ModelEvent => ({ type: 'error', error: { kind, message: kind } })),
  fc.constant(undefined),
);

interface Script {
  /** Attempts that failed, with how much they had streamed. */
  readonly voided: readonly (TokenUsage | null)[];
  readonly parts: readonly Part[];
  readonly usage: TokenUsage | null;
  readonly end: ModelEvent | undefined;
}

/** Providers let a reply think before it speaks and calls. */
const parts = fc
  .tuple(fc.array(fc.oneof(thinking, redacted), { maxLength: 2 }), fc.array(fc.oneof(text, call), { maxLength: 3 }))
  .map((both) => both.flat());

const WORD: Part = {
  events: [{ type: 'text', text: 'Well.' }],
  block: { type: 'text', text: 'Well.' },
  survives: true,
};
const isSaid = ({ block }: Part) => block?.type === 'text' || block?.type === 'tool_use';

/** A reply that ends has a word in it: one without is asked for again (W21). */
const script: fc.Arbitrary<Script> = fc
  .record({
    voided: fc.array(usage, { maxLength: 2 }),
    parts,
    usage,
    end: ending,
  })
  .map((one) => (one.end?.type === 'end' && !one.parts.some(isSaid) ? { ...one, parts: [...one.parts, WORD] } : one));

const BUSY: ModelError = { kind: 'overloaded', message: '529' };

function eventsOf({ voided, parts, usage, end }: Script): readonly ModelEvent[] {
  const told = (one: TokenUsage | null): readonly ModelEvent[] => (one ? [{ type: 'usage', usage: one }] : []);
  return [
    ...voided.flatMap((one, at): readonly ModelEvent[] => [
      { type: 'text', text: 'void' },
      { type: 'call', id: 'void', name: 'read_file' },
      ...told(one),
      { type: 'retry', error: BUSY, attempt: at + 1, most: 4, at: 0 },
    ]),
    ...parts.flatMap(({ events }) => events),
    ...told(usage),
    ...(end ? [end] : []),
  ];
}

/** What the log should hold of a reply that nobody stopped. */
function expected({ parts, usage, end }: Script): Pick<MessageEntry, 'blocks' | 'usage' | 'cut'> | undefined {
  const isWhole = end?.type === 'end';
  const blocks = parts.flatMap(({ block, survives }) => (block && (isWhole || survives) ? [block] : []));
  const cut = isWhole ? (end.reason === 'length' ? 'length' : undefined) : isStop(end) ? 'stopped' : 'failed';
  if (blocks.length === 0 && !usage) return undefined;
  return { blocks, ...(usage && { usage }), ...(cut && { cut }) };
}

const isStop = (end: ModelEvent | undefined) => end?.type === 'error' && end.error.kind === 'cancelled';
const held = ({ messages }: Loop['thread']) =>
  messages
    .filter(({ origin }) => origin === 'model')
    .map(({ blocks, usage, cut }) => ({ blocks, ...(usage && { usage }), ...(cut && { cut }) }));

function expectSound(loop: Loop): void {
  expect(JSON.stringify(loop.thread.messages)).not.toContain('void');
  for (const request of loop.requests) {
    expect(checkContext(request)).toEqual([]);
    expect(anthropicRejects(toAnthropicMessages(request, MAKER), { request: true })).toEqual([]);
  }
}

describe('a reply in the log', () => {
  it('is what came after the last retry, with its usage, marked with what cut it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(script, { minLength: 1, maxLength: 5 }), async (scripts) => {
        const loop = new Loop({
          config: DEFAULT_CONFIG,
          window: 1_000_000,
          events: (turn) => scripts.slice(turn - 1, turn).map(eventsOf)[0],
          reply: () => ({ blocks: [{ type: 'text', text: 'done' }] }),
        });
        while (loop.replies < scripts.length) {
          const end = await loop.send(loop.replies === 0 ? 'go' : undefined);
          const last = scripts[loop.replies - 1]?.end;
          if (loop.replies > scripts.length || last?.type === 'end') expect(end).toEqual({ type: 'done' });
          else expect(end.type).toBe(isStop(last) ? 'stopped' : 'failed');
        }
        // A call in the last script is followed by one call more, which has a reply of its own.
        expect(held(loop.thread).slice(0, scripts.flatMap((one) => expected(one) ?? []).length)).toEqual(
          scripts.flatMap((one) => expected(one) ?? []),
        );
        expectSound(loop);
      }),
      RUNS,
    );
  });

  it('case 26 that was stopped at any event holds no call and nothing void, and says so where anything is left', async () => {
    await fc.assert(
      fc.asyncProperty(script, fc.nat({ max: 20 }), async (one, at) => {
        const events = eventsOf(one);
        const signal = { aborted: false };
        let seen = 0;
        const loop = new Loop({
          config: DEFAULT_CONFIG,
          window: 1_000_000,
          signal,
          watch: () => {
            signal.aborted ||= seen++ === at;
          },
          events: (turn) => (turn === 1 ? events : undefined),
          reply: () => ({ blocks: [{ type: 'text', text: 'done' }] }),
        });
        const end = await loop.send('go');
        const event = events[at];
        const isCut = event !== undefined && event.type !== 'end' && event.type !== 'error';
        if (!isCut) return;
        expect(end).toEqual({ type: 'stopped' });
        const messages = held(loop.thread);
        expect(messages.length).toBeLessThanOrEqual(1);
        for (const { blocks, cut } of messages) {
          expect(cut).toBe('stopped');
          expect(blocks.some(({ type }) => type === 'tool_use')).toBe(false);
        }
        if (at >= events.findLastIndex(({ type }) => type === 'retry')) expectSound(loop);
        signal.aborted = false;
        expect((await loop.send('go on')).type).toBe('done');
        for (const request of loop.requests) expect(checkContext(request)).toEqual([]);
      }),
      RUNS,
    );
  });
});
