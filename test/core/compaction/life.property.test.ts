/** Properties of a thread's whole life: whatever happens to it, the context is valid and nothing is lost. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block } from '../../../src/core/message/message.ts';
import { checkContext } from '../../../src/core/thread/check-context.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import { messagesBetween, replay, type Thread } from '../../../src/core/thread/thread.ts';
import { openRef } from '../../../src/core/tool-output/open-ref.ts';
import { refOfEdit } from '../../../src/core/tool-output/ref.ts';
import { toAnthropicMessages } from '../../../src/providers/anthropic/to-messages.ts';
import { anthropicRejects } from '../../wire/anthropic.ts';
import { type Operation, perform, restarted, someOperations } from '../arbitrary/operations.ts';
import { MAKERS } from '../arbitrary/thread.ts';
import { contextBytes, RUNS } from './properties.ts';

const EMPTY = replay([]);

/** The blocks in the order in which a provider reads them. */
function flatten(thread: Thread, modelKey?: string): readonly (Block & { role: string })[] {
  return projectContext(thread, modelKey).messages.flatMap((m) => m.blocks.map((b) => ({ ...b, role: m.role })));
}

/** Each step of a life: the thread before and after an operation; messages come one by one. */
function everyStep(
  operations: readonly Operation[],
  check: (before: Thread, operation: Operation, after: Thread) => void,
): void {
  let thread = EMPTY;
  for (const operation of operations) {
    const single =
      operation.type === 'messages'
        ? operation.drafts.map((draft) => ({ type: 'messages', drafts: [draft] }) as const)
        : [operation];
    for (const one of single) {
      const after = perform(thread, one);
      check(thread, one, after);
      thread = after;
    }
  }
}

describe('a thread, whatever happens to it', () => {
  it('has a context that every check and a strict provider take, after every operation', () => {
    fc.assert(
      fc.property(someOperations, (operations) => {
        let thread = EMPTY;
        for (const operation of operations) {
          thread = perform(thread, operation);
          expect(checkContext(projectContext(thread).messages)).toEqual([]);
          for (const modelKey of MAKERS) {
            const { messages } = projectContext(thread, modelKey);
            expect(checkContext(messages)).toEqual([]);
            expect(anthropicRejects(toAnthropicMessages(messages, modelKey))).toEqual([]);
          }
        }
      }),
      RUNS,
    );
  });

  it('R57 sends a provider what it sealed to the byte and first, and nobody what another sealed', () => {
    fc.assert(
      fc.property(someOperations, (operations) => {
        everyStep(operations, (_, __, after) => {
          const held = after.items.flatMap(({ message }) => message.blocks);
          for (const modelKey of MAKERS) {
            const sent = flatten(after, modelKey);
            const own = held.findLast((block) => block.type === 'native' && block.by === modelKey);
            if (own) expect(sent[0]).toEqual({ ...own, role: 'assistant' });
            for (const block of sent) {
              if ('signature' in block || block.type === 'redacted_thinking') expect(block.by).toBe(modelKey);
              if (block.type === 'native') expect(block).toEqual({ ...own, role: 'assistant' });
            }
            for (const block of held)
              if (block.type === 'native' && block !== own)
                expect(sent.some((one) => one.type === 'text' && one.text.endsWith(block.text))).toBe(true);
          }
        });
      }),
      RUNS,
    );
  });

  it('is the same thread, to the byte and to the token, when its log is read again', () => {
    fc.assert(
      fc.property(someOperations, (operations) => {
        const thread = operations.reduce(perform, EMPTY);
        const again = restarted(thread);
        expect(contextBytes(again)).toBe(contextBytes(thread));
        expect(again).toEqual(thread);
      }),
      RUNS,
    );
  });

  it('never changes an entry once it is in the log, and only adds to it', () => {
    fc.assert(
      fc.property(someOperations, (operations) => {
        everyStep(operations, (before, operation, after) => {
          if (operation.type === 'restart') return expect(after.entries).toEqual(before.entries);
          expect(after.entries.length - before.entries.length).toBeLessThanOrEqual(3);
          expect(before.entries.every((entry, at) => entry === after.entries.at(at))).toBe(true);
          const ids = after.entries.map(({ id }) => id);
          expect(ids.every((id, at) => id > (ids[at - 1] ?? 0))).toBe(true);
        });
      }),
      RUNS,
    );
  });

  it('only adds blocks to the context between two boundaries, where no call is left open', () => {
    fc.assert(
      fc.property(someOperations, (operations) => {
        everyStep(operations, (before, operation, after) => {
          const adds = operation.type === 'messages' || operation.type === 'send' || operation.type === 'reply';
          if (!adds || (operation.type === 'messages' && operation.drafts[0]?.origin === 'tools')) return;
          if (projectContext(before).repairs.some((repair) => repair.type === 'missing-result')) return;
          for (const modelKey of [undefined, ...MAKERS]) {
            const blocks = flatten(before, modelKey);
            expect(flatten(after, modelKey).slice(0, blocks.length)).toEqual(blocks);
          }
        });
      }),
      RUNS,
    );
  });

  it('has the same context to the byte after what is no boundary and no message', () => {
    fc.assert(
      fc.property(someOperations, (operations) => {
        everyStep(operations, (before, { type }, after) => {
          if (type === 'pin' || type === 'queue' || type === 'unqueue' || type === 'restart')
            expect(contextBytes(after)).toBe(contextBytes(before));
        });
      }),
      RUNS,
    );
  });

  it('keeps what is queued in order through everything, until it is sent or taken back, once', () => {
    fc.assert(
      fc.property(someOperations, (operations) => {
        everyStep(operations, (before, { type }, after) => {
          const waiting = (thread: Thread) => thread.queue.map(({ id }) => id);
          if (type === 'queue') expect(waiting(after)).toEqual([...waiting(before), after.entries.at(-1)?.id]);
          else if (type === 'send' || type === 'unqueue') {
            const left = waiting(after);
            expect(left.length).toBe(Math.max(0, waiting(before).length - 1));
            expect(left).toEqual(waiting(before).filter((id) => left.includes(id)));
          } else expect(waiting(after)).toEqual(waiting(before));
        });
      }),
      RUNS,
    );
  });

  it('comes back to the byte when a restore is taken back', () => {
    fc.assert(
      fc.property(someOperations, fc.nat({ max: 30 }), fc.nat({ max: 30 }), (operations, first, second) => {
        const thread = operations.reduce(perform, EMPTY);
        const there = perform(thread, { type: 'restore', which: first, to: 'entry' });
        const further = perform(there, { type: 'restore', which: second, to: 'checkpoint' });
        const back = [there, further].map((restored) =>
          perform(restored, { type: 'restore', which: 0, to: 'before-restore' }),
        );
        if (there !== thread) expect(contextBytes(back[0] ?? EMPTY)).toBe(contextBytes(thread));
        if (further !== there) expect(contextBytes(back[1] ?? EMPTY)).toBe(contextBytes(there));
      }),
      RUNS,
    );
  });

  it('goes on from right after what it was restored to', () => {
    fc.assert(
      fc.property(someOperations, fc.nat({ max: 30 }), (operations, which) => {
        const states = new Map<number, string>();
        let thread = EMPTY;
        everyStep(operations, (_, __, after) => {
          states.set(after.entries.at(-1)?.id ?? 0, contextBytes(after));
          thread = after;
        });
        const restored = perform(thread, { type: 'restore', which, to: 'entry' });
        const entry = restored.entries.at(-1);
        if (restored === thread || entry?.type !== 'restore' || !states.has(entry.to)) return;
        expect(contextBytes(restored)).toBe(states.get(entry.to));
      }),
      RUNS,
    );
  });

  it('leads by ref to every text that an edit took out', async () => {
    await fc.assert(
      fc.asyncProperty(someOperations, async (operations) => {
        const thread = operations.reduce(perform, EMPTY);
        for (const { edits } of thread.compactions)
          for (const edit of edits) {
            const source = await openRef(refOfEdit(edit), thread, { open: async () => undefined });
            if (!source.ok) throw new Error(`${refOfEdit(edit)} leads nowhere`);
            let text = '';
            for await (const chunk of source.value.chunks()) text += chunk;
            const removed =
              edit.type === 'entries'
                ? messagesBetween(thread, edit.span.from, edit.span.to).flatMap(({ blocks }) => blocks)
                : (thread.messages.find(({ id }) => id === edit.span.entry)?.blocks ?? []).slice(
                    edit.span.from,
                    edit.span.to + 1,
                  );
            const media = [...source.value.media.values()];
            const parts = removed.flatMap((b): readonly Block[] => (b.type === 'tool_result' ? b.content : [b]));
            for (const block of parts) {
              if (block.type === 'text' || block.type === 'thinking' || block.type === 'reminder')
                expect(text).toContain(block.text);
              if (block.type === 'image' || block.type === 'document') expect(media).toContain(block);
            }
          }
      }),
      RUNS,
    );
  });
});
