/** What a compaction leaves of any thread, in any window from 4k on, whatever must stay ("The target is a wish", cases C1–C5). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CompactionOutcome } from '../../../src/core/agent/compaction-outcome.ts';
import { runCompaction } from '../../../src/core/agent/run-compaction.ts';
import { applyBoundary } from '../../../src/core/compaction/apply-boundary.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { mustKeep } from '../../../src/core/compaction/keep.ts';
import { type Limits, limitsFor } from '../../../src/core/compaction/limits.ts';
import { NOTE_TOKENS } from '../../../src/core/compaction/size-budget.ts';
import { nextRequest } from '../../../src/core/compaction/trigger.ts';
import { ok } from '../../../src/core/lang/result.ts';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import { checkContext } from '../../../src/core/thread/check-context.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import { planPin } from '../../../src/core/thread/pin.ts';
import { append, nextId, type Thread } from '../../../src/core/thread/thread.ts';
import { estimateText } from '../../../src/core/tokens/estimate.ts';
import { DEFAULT_PRICES } from '../../../src/core/tokens/prices.ts';
import { runs } from '../../property/runs.ts';
import { round, run, threadOf, typed } from '../tool-output/rounds.ts';
import { Loop, type ScriptedReply } from './loop.ts';
import { scriptedModel } from './scripted-model.ts';

const RUNS = runs(500);
const running = { aborted: false };

const lines = (tokens: number, label: string) =>
  `${label} ${'answer '.repeat(tokens).replaceAll(/(?:\S+ ){20}/g, '$&\n')}`;

/** A message by its share of the trigger. */
interface Part {
  readonly type: 'typed' | 'said' | 'round';
  readonly share: number;
  readonly pinned: boolean;
}

const somePart: fc.Arbitrary<Part> = fc.record({
  type: fc.constantFrom('typed', 'said', 'round'),
  share: fc.oneof(
    { weight: 4, arbitrary: fc.double({ min: 0.001, max: 0.15, noNaN: true }) },
    { weight: 1, arbitrary: fc.double({ min: 0.1, max: 0.8, noNaN: true }) },
  ),
  pinned: fc.oneof({ weight: 19, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
});

const someWindow = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 4_000, max: 40_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 40_000, max: 120_000 }) },
);

function threadOfParts(parts: readonly Part[], trigger: number): Thread {
  const drafts = parts.map(({ type, share }, at) => {
    const text = lines(Math.ceil(share * trigger), `part ${at}`);
    if (type === 'typed') return [typed(text)];
    if (type === 'round') return round(run(`command ${at}`, text));
    return [{ type: 'message', origin: 'model', blocks: [{ type: 'text', text }] } as const];
  });
  const thread = threadOf(typed('begin'), ...drafts);
  return parts.reduce((before, { pinned }, at) => {
    const message = thread.messages.at(at + 1)?.id;
    const pin = pinned && message !== undefined ? planPin(before, message, true) : undefined;
    return pin?.ok ? append(before, { ...pin.value, id: nextId(before), at: 0 }) : before;
  }, thread);
}

function turnLimits(window: number): Limits {
  const limits = limitsFor({ window }, DEFAULT_CONFIG);
  if (!limits.ok) throw new Error(limits.error.type);
  return limits.value;
}

function applied(thread: Thread, outcome: CompactionOutcome): Thread {
  if (outcome.type !== 'compacted') return thread;
  const after = append(thread, applyBoundary(thread, outcome.draft, 0));
  expect(checkContext(projectContext(after, 'scripted').messages)).toEqual([]);
  return after;
}

describe('a compaction in any window', () => {
  it('empties no run, discards no summary that fits, and ends below the trigger where that can be', async () => {
    let compactions = 0;
    await fc.assert(
      fc.asyncProperty(
        someWindow,
        fc.array(somePart, { minLength: 2, maxLength: 14 }),
        fc.record({
          fixed: fc.double({ min: 0, max: 1, noNaN: true }),
          pending: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 0.6, noNaN: true })),
          strategy: fc.constantFrom('native', 'summarize', 'extract', 'truncate'),
          trigger: fc.constantFrom('auto', 'manual'),
          warm: fc.boolean(),
          reply: fc.double({ min: 0.05, max: 2, noNaN: true }),
        }),
        async (window, parts, { fixed, pending, strategy, trigger, warm, reply }) => {
          const limits = turnLimits(window);
          const thread = threadOfParts(parts, limits.trigger);
          const base = { system: Math.floor(fixed * limits.trigger), tools: 0, instructions: 0 };
          const pendingTokens = Math.floor(pending * limits.trigger);
          const next = { thread, limits, base, pendingTokens };
          const request = nextRequest(next);
          const summary = lines(Math.ceil(reply * limits.floor), 'summary');
          const model = scriptedModel([`<summary>${summary}</summary>`], { window, warm });
          const native = {
            id: 'scripted',
            modelKey: 'scripted',
            prices: DEFAULT_PRICES,
            compact: async () =>
              ok({ data: {}, text: 'It went on.', usage: tokenUsage({ output: Math.ceil(reply * limits.floor) }) }),
          } as const;
          const config = { ...DEFAULT_CONFIG, strategy } as const;
          const input = { ...next, config, trigger, mustFit: !request.fits } as const;
          const outcome = await runCompaction(input, { model, native }, running);
          const after = applied(thread, outcome);
          const kept = mustKeep(after.items, undefined, after.pins);
          const notes = NOTE_TOKENS * (kept.islands.length + 1);
          const least = base.system + kept.tokens + pendingTokens + notes;
          if (outcome.type === 'summary-failed') {
            // How long a reply comes back can't be foreseen: it is refused only where it is longer than what it replaces.
            const removable = thread.tokens - mustKeep(thread.items, undefined, thread.pins).tokens;
            expect(reply * limits.floor + 300).toBeGreaterThan(removable);
            return;
          }
          if (outcome.type !== 'compacted') {
            expect(outcome.type).toBe('unchanged');
            expect(model.sent).toEqual([]);
            return;
          }
          compactions++;
          for (const edit of outcome.draft.edits) {
            if (edit.type !== 'entries' || edit.replacement.length > 0) continue;
            const took = thread.originals.reduce(
              (sum, { entry, tokens }) => sum + (entry.id >= edit.span.from && entry.id <= edit.span.to ? tokens : 0),
              0,
            );
            expect(took).toBeLessThanOrEqual(1_000);
          }
          const removed = outcome.draft.steps.reduce((sum, step) => sum + step.tokensBefore, 0);
          if (model.sent.length > 0 && estimateText(summary) < removed / 2)
            expect(outcome.draft.strategy).toBe('summarize');
          if (1.1 * least < limits.trigger)
            expect(1.1 * (outcome.draft.tokensAfter + pendingTokens)).toBeLessThan(limits.trigger + 2);
        },
      ),
      RUNS,
    );
    expect(compactions).toBeGreaterThan(RUNS.numRuns / 3);
  });

  it('pays at most once for each tenth of the trigger that comes, and goes on', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 4_000, max: 40_000 }),
        fc.double({ min: 0, max: 0.95, noNaN: true }),
        fc.array(
          fc.record({
            type: fc.constantFrom('said', 'round'),
            share: fc.double({ min: 0.005, max: 0.2, noNaN: true }),
          }),
          {
            minLength: 8,
            maxLength: 24,
          },
        ),
        fc.constantFrom('<summary>It went on.</summary>', '', `<summary>${lines(900, 'summary')}</summary>`),
        async (window, fixed, replies, answer) => {
          const { trigger } = turnLimits(window);
          const summarizer = scriptedModel([answer], { window, warm: true });
          const reply = (turn: number): ScriptedReply => {
            const { type, share } = replies[turn % replies.length] ?? { type: 'said', share: 0.01 };
            const text = lines(Math.ceil(share * trigger), `reply ${turn}`);
            if (type === 'said') return { blocks: [{ type: 'text', text }] };
            const id = `c${turn}`;
            return {
              blocks: [{ type: 'tool_use', id, name: 'read_file', input: { path: id } }],
              results: [{ type: 'tool_result', toolUseId: id, content: [{ type: 'text', text }] }],
            };
          };
          const loop = new Loop({
            config: DEFAULT_CONFIG,
            window,
            fixed: Math.floor(fixed * trigger),
            summarizer,
            reply,
          });
          for (let turn = 0; turn < 6; turn++) await loop.send(`question ${turn}`);
          const calls = loop.thread.compactions.filter(
            ({ strategy, fellFrom }) => strategy === 'summarize' || fellFrom?.reason === 'empty-summary',
          ).length;
          const came = loop.thread.originals.reduce((sum, { tokens }) => sum + tokens, 0);
          expect(calls).toBeLessThanOrEqual(Math.ceil(came / (0.1 * trigger)));
          const unused = loop.thread.compactions.filter(({ fellFrom }) => fellFrom?.reason === 'target-missed');
          expect(unused).toEqual([]);
        },
      ),
      { numRuns: Math.ceil(RUNS.numRuns / 5) },
    );
  });
});
