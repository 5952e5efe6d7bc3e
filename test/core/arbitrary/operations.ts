/** Arbitrary lives of a thread: whatever a person, a model and the program can do to it, in any order. */
import fc from 'fast-check';
import { type CompactionConfig, DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { gateAndMeasure } from '../../../src/core/compaction/draft.ts';
import { planSummaryEdit } from '../../../src/core/compaction/edit-summary.ts';
import type { Limits } from '../../../src/core/compaction/limits.ts';
import { finishNative, planNative } from '../../../src/core/compaction/native.ts';
import { planCompaction } from '../../../src/core/compaction/plan.ts';
import { planReplace } from '../../../src/core/compaction/replace/plan-replace.ts';
import { checkpointsInContext } from '../../../src/core/compaction/replace/ranges.ts';
import { sizeBudget } from '../../../src/core/compaction/size-budget.ts';
import { finishSummary } from '../../../src/core/compaction/summarize/finish-summary.ts';
import { planSummary } from '../../../src/core/compaction/summarize/plan-summary.ts';
import { planRedo, planUndo } from '../../../src/core/compaction/undo.ts';
import type { Result } from '../../../src/core/lang/result.ts';
import type { Block } from '../../../src/core/message/message.ts';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import { takenCheckpoints, withCheckpoint } from '../../../src/core/thread/checkpoint.ts';
import { decodeEntry } from '../../../src/core/thread/decode-entry.ts';
import type { Entry, Planned } from '../../../src/core/thread/entry.ts';
import type { EntryId } from '../../../src/core/thread/entry-id.ts';
import { planPin } from '../../../src/core/thread/pin.ts';
import { planRestore, planUndoRestore } from '../../../src/core/thread/restore.ts';
import { append, nextId, replay, type Thread } from '../../../src/core/thread/thread.ts';
import { DEFAULT_PRICES } from '../../../src/core/tokens/prices.ts';
import { deepFreeze } from './deep-freeze.ts';
import { type MessageDraft, someDrafts, someMaker, someText, userBlock } from './thread.ts';
/** `which` picks among what there is, whatever its number. */
export type Operation =
  | { readonly type: 'messages'; readonly drafts: readonly MessageDraft[] }
  | { readonly type: 'compact'; readonly config: CompactionConfig; readonly target: number }
  | { readonly type: 'summarize'; readonly target: number; readonly reply: string }
  | {
      readonly type: 'native';
      readonly by: string;
      readonly target: number;
      readonly tokens: number | undefined;
      readonly text: string | undefined;
    }
  | {
      readonly type: 'range';
      /** A model asks for it by a call, alone or beside another one. */
      readonly by: 'person' | 'model' | 'model-among-calls';
      readonly from: number | undefined;
      readonly to: number | undefined;
      readonly summary: string;
    }
  | { readonly type: 'undo' | 'redo'; readonly which: number }
  | { readonly type: 'edit-summary'; readonly which: number; readonly text: string }
  | { readonly type: 'restore'; readonly which: number; readonly to: 'checkpoint' | 'entry' | 'before-restore' }
  | { readonly type: 'pin'; readonly which: number; readonly pinned: boolean }
  | { readonly type: 'model'; readonly model: string }
  | { readonly type: 'reply'; readonly model: string; readonly total: number; readonly text: string }
  | { readonly type: 'abort'; readonly said: string; readonly typed: string }
  | { readonly type: 'queue'; readonly blocks: readonly Block[] }
  | { readonly type: 'unqueue' | 'send'; readonly which: number }
  | { readonly type: 'restart' };

export const someConfig: fc.Arbitrary<CompactionConfig> = fc
  .record({
    strategy: fc.constantFrom('summarize', 'extract', 'truncate'),
    retainLastTurns: fc.integer({ min: 0, max: 5 }),
    toolOutput: fc
      .record({
        enabled: fc.boolean(),
        collapseAfterTurns: fc.option(fc.integer({ min: 1, max: 6 })),
        contextBudgetTokens: fc.option(fc.integer({ min: 0, max: 3000 })),
      })
      .map((changes) => ({ ...DEFAULT_CONFIG.toolOutput, ...changes })),
  })
  .map((changes) => ({ ...DEFAULT_CONFIG, ...changes }));

/** Mostly below what random threads hold, so that there is something to do. */
export const someTarget = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 400 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 4000 }) },
);

const which = fc.nat({ max: 30 });
const model = fc.constantFrom('model-a', 'model-b', 'model-c');
const words = fc.lorem({ maxCount: 12 });

/** A summary as models write it: with and without a retain section, blank, or with tags in the text. */
const someReply = fc
  .tuple(fc.array(fc.lorem({ maxCount: 5 }), { maxLength: 4 }), fc.oneof(words, someText))
  .map(([lines, summary]) =>
    lines.length === 0
      ? summary
      : `<retain>\n${lines.map((line) => `- ${line}`).join('\n')}\n</retain>\n<summary>${summary}</summary>`,
  );

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: fc.constant('messages'), drafts: someDrafts }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant('compact'), config: someConfig, target: someTarget }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('summarize'), target: someTarget, reply: someReply }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('native'),
      by: someMaker,
      target: someTarget,
      tokens: fc.option(fc.integer({ min: 1, max: 300 }), { nil: undefined }),
      text: fc.option(words, { nil: undefined }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('range'),
      by: fc.constantFrom('person', 'model', 'model-among-calls'),
      from: fc.option(which, { nil: undefined }),
      to: fc.option(which, { nil: undefined }),
      summary: fc.oneof(words, someText),
    }),
  },
  { weight: 6, arbitrary: fc.record({ type: fc.constantFrom('undo', 'redo'), which }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('edit-summary'), which, text: fc.oneof(words, someText) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('restore'),
      which,
      to: fc.constantFrom('checkpoint', 'entry', 'before-restore'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('pin'), which, pinned: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('model'), model }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('reply'),
      model,
      total: fc.integer({ min: 0, max: 20_000 }),
      text: words,
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('abort'), said: words, typed: someText }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('queue'), blocks: fc.array(userBlock, { maxLength: 3 }) }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom('unqueue', 'send'), which }) },
  { weight: 1, arbitrary: fc.constant({ type: 'restart' }) },
);

/** A life begins with something said; it is long enough that compactions come upon compactions. */
export const someOperations: fc.Arbitrary<readonly Operation[]> = fc
  .tuple(someDrafts, fc.array(operation, { maxLength: 12, size: 'max' }))
  .map(([drafts, operations]) => [{ type: 'messages', drafts }, ...operations]);

export function limitsWith(target: number): Limits {
  return { window: 200_000, reserve: 0, trigger: 2 * target, target, floor: 100 };
}

/** The thread after one operation; undo, redo, pins and the like pick among what there is. */
export function perform(thread: Thread, operation: Operation): Thread {
  switch (operation.type) {
    case 'messages':
      return operation.drafts.reduce(say, thread);
    case 'abort': {
      const call = { type: 'tool_use', id: `open${nextId(thread)}`, name: 'run_command', input: {} } as const;
      const cut = say(thread, {
        type: 'message',
        origin: 'model',
        blocks: [{ type: 'text', text: operation.said }, call],
      });
      return say(cut, { type: 'message', origin: 'typed', blocks: [{ type: 'text', text: operation.typed }] });
    }
    case 'reply': {
      const { model, total, text } = operation;
      const usage = tokenUsage({ input: total });
      return say(thread, { type: 'message', origin: 'model', blocks: [{ type: 'text', text }], model, usage });
    }
    case 'compact': {
      const { config, target } = operation;
      const plan = planCompaction({ thread, config, limits: limitsWith(target), trigger: 'manual' });
      return plan.type === 'compaction' ? put(thread, plan.draft) : thread;
    }
    case 'summarize': {
      const input = { thread, config: DEFAULT_CONFIG, limits: limitsWith(operation.target), trigger: 'auto' } as const;
      const plan = planSummary(input, sizeBudget(input), {
        modelKey: 'someone',
        window: 200_000,
        warm: false,
        prices: DEFAULT_PRICES,
      });
      return plan ? putPlanned(thread, finishSummary(input, plan, operation.reply)) : thread;
    }
    case 'native': {
      const { by, target, tokens, text } = operation;
      const input = { thread, config: DEFAULT_CONFIG, limits: limitsWith(target), trigger: 'auto' } as const;
      const plan = planNative(input, sizeBudget(input), by);
      const data = { type: 'compaction', content: `at ${nextId(thread)}` };
      const made = { by, data, ...(tokens !== undefined && { tokens }), ...(text !== undefined && { text }) };
      return plan ? putPlanned(thread, finishNative(input, plan, made)) : thread;
    }
    case 'range':
      return replaceRange(thread, operation);
    case 'undo':
    case 'redo': {
      const isWanted = (id: EntryId) => thread.undone.has(id) === (operation.type === 'redo');
      const compaction = pick(
        thread.compactions.filter(({ id }) => isWanted(id)),
        operation.which,
      );
      if (!compaction) return thread;
      return putPlanned(thread, (operation.type === 'undo' ? planUndo : planRedo)(thread, compaction.id));
    }
    case 'edit-summary': {
      const summaries = thread.compactions.flatMap(({ id, edits }) =>
        edits.flatMap((edit, at) => (edit.type === 'entries' && edit.replacement.length > 0 ? [{ id, at }] : [])),
      );
      const summary = pick(summaries, operation.which);
      return summary ? putPlanned(thread, planSummaryEdit(thread, summary.id, summary.at, operation.text)) : thread;
    }
    case 'restore':
      return restore(thread, operation);
    case 'pin': {
      const message = pick(thread.messages.slice(), operation.which);
      return message ? putPlanned(thread, planPin(thread, message.id, operation.pinned)) : thread;
    }
    case 'model':
      return put(thread, { type: 'model', model: operation.model });
    case 'queue':
      return put(thread, { type: 'queued', blocks: operation.blocks });
    case 'unqueue':
    case 'send': {
      const queued = pick(thread.queue, operation.which);
      if (!queued) return thread;
      if (operation.type === 'unqueue') return put(thread, { type: 'unqueued', queued: queued.id });
      return say(thread, { type: 'message', origin: 'typed', blocks: queued.blocks, queued: queued.id });
    }
    case 'restart':
      return restarted(thread);
  }
}

/** The thread as the next start of the program reads it from its file. */
export function restarted(thread: Thread): Thread {
  const entries = thread.entries.map((entry) => {
    const decoded = decodeEntry(JSON.parse(JSON.stringify(entry)));
    if (!decoded.ok) throw new Error(decoded.error);
    return decoded.value;
  });
  return deepFreeze(replay(deepFreeze(entries)));
}

function say(thread: Thread, draft: MessageDraft): Thread {
  const id = nextId(thread);
  return write(thread, withCheckpoint({ ...draft, id, at: id }, takenCheckpoints(thread.entries.slice())));
}

function putPlanned(thread: Thread, planned: Result<Planned, unknown>): Thread {
  return planned.ok ? put(thread, planned.value) : thread;
}

function put(thread: Thread, planned: Planned): Thread {
  const id = nextId(thread);
  return write(thread, { ...planned, id, at: id });
}

/** Whoever changes an entry or a thread later throws. */
function write(thread: Thread, entry: Entry): Thread {
  return deepFreeze(append(thread, deepFreeze(entry)));
}

function replaceRange(thread: Thread, operation: Extract<Operation, { type: 'range' }>): Thread {
  if (operation.by === 'person') return putPlanned(thread, plannedRange(thread, operation));
  const [compact, other] = ['compact', 'run_command'].map((name) => {
    return { type: 'tool_use', id: `${name}${nextId(thread)}`, name, input: { summary: operation.summary } } as const;
  });
  if (!compact || !other) return thread;
  const calls = operation.by === 'model' ? [compact] : [compact, other];
  const called = say(thread, { type: 'message', origin: 'model', blocks: calls });
  const done = putPlanned(called, plannedRange(called, operation, compact.id));
  const answered = done === called ? calls : calls.slice(1);
  const blocks = answered.map(({ id }) => ({ type: 'tool_result', toolUseId: id, content: [] }) as const);
  return answered.length === 0 ? done : say(done, { type: 'message', origin: 'tools', blocks });
}

function plannedRange(thread: Thread, operation: Extract<Operation, { type: 'range' }>, callId?: string) {
  const { from, to, summary } = operation;
  const ids = [...checkpointsInContext(thread.items).keys()];
  const [first, last] = [from, to].map((at) => (at === undefined ? undefined : pick(ids, at)));
  const replacement = { ...(first !== undefined && { from: first }), ...(last !== undefined && { to: last }), summary };
  const trigger = callId === undefined ? 'manual' : 'model';
  const planned = planReplace({
    thread,
    replacements: [replacement],
    trigger,
    ...(callId !== undefined && { callId }),
  });
  return planned.ok ? gateAndMeasure(thread, planned.value) : planned;
}

function restore(thread: Thread, { which, to }: Extract<Operation, { type: 'restore' }>): Thread {
  const { entries } = thread;
  if (to === 'before-restore') {
    const last = entries.findLast((entry) => entry.type === 'restore');
    return last ? putPlanned(thread, planUndoRestore(thread, last.id)) : thread;
  }
  const target =
    to === 'entry' ? pick(entries.slice(), which)?.id : pick([...takenCheckpoints(entries.slice())], which);
  return target === undefined ? thread : putPlanned(thread, planRestore(thread, target));
}

function pick<T>(all: readonly T[], which: number): T | undefined {
  return all[which % Math.max(1, all.length)];
}
