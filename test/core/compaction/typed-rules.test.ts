/** What a person typed stays word for word through several compactions, by any strategy (C6). */
import { describe, expect, it } from 'vitest';
import { runCompaction } from '../../../src/core/agent/run-compaction.ts';
import { applyBoundary } from '../../../src/core/compaction/apply-boundary.ts';
import { type CompactionConfig, DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { limitsFor } from '../../../src/core/compaction/limits.ts';
import type { Block } from '../../../src/core/message/message.ts';
import type { MessageEntry } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { planPin } from '../../../src/core/thread/pin.ts';
import type { Strategy } from '../../../src/core/thread/strategy.ts';
import { append, nextId, replay, type Thread } from '../../../src/core/thread/thread.ts';
import { scriptedModel } from '../agent/scripted-model.ts';
import { read, round, typed } from '../tool-output/rounds.ts';

const RULES = [
  'Never touch port 4711.',
  'Answer in French, please, and do not use tables.',
  'Ab jetzt immer mit Tests.',
  'Não mude o arquivo config.toml.',
  'main ブランチには絶対に push しないで。',
];

/** A turn with a question, a long result and a long answer. */
function turn(n: number, length: number): readonly Omit<MessageEntry, 'id' | 'at'>[] {
  const question = typed(RULES[(n - 3) / 5] ?? `What does part ${n} do, and where is it called?`);
  const lines = Array.from({ length: length / 20 }, (_, i) => `line ${i} of part ${n}`).join('\n');
  const answer = { type: 'text', text: `Part ${n} keeps its order. `.repeat(20) } as const;
  return [question, ...round(read(`part${n}.ts`, lines)), { type: 'message', origin: 'model', blocks: [answer] }];
}

function grown(thread: Thread, from: number, to: number, length: number): Thread {
  let longer = thread;
  for (let n = from; n < to; n++)
    for (const draft of turn(n, length)) longer = append(longer, { ...draft, id: nextId(longer), at: 0 });
  return longer;
}

async function compactedBy(thread: Thread, changes: Partial<CompactionConfig>, window: number): Promise<Thread> {
  const config = { ...DEFAULT_CONFIG, ...changes };
  const limits = limitsFor({ window }, config);
  if (!limits.ok) throw new Error(limits.error.type);
  const input = { thread, config, limits: limits.value, trigger: 'manual' } as const;
  const model = scriptedModel(['<summary>Some parts were read.</summary>']);
  const run = await runCompaction(input, { model }, { aborted: false });
  if (run.type !== 'compacted') throw new Error(JSON.stringify(run));
  return append(thread, applyBoundary(thread, run.draft, 0));
}

function expectRules(thread: Thread): void {
  const context = JSON.stringify(thread.items.map(({ message }) => message));
  expect(RULES.filter((rule) => !context.includes(rule))).toEqual([]);
}

const { summary } = DEFAULT_CONFIG;

describe.each([32_768, 64_000, 200_000])('C6 in a window of %d', (window) => {
  it.each<[string, Partial<CompactionConfig>]>([
    ['extract', { strategy: 'extract' }],
    ['truncate', { strategy: 'truncate' }],
    ['summarize', { strategy: 'summarize' }],
    ['summarize without retained lines', { strategy: 'summarize', summary: { ...summary, retainPrompt: null } }],
  ])('%s keeps each rule through five compactions', async (_, changes) => {
    const length = window / 10;
    let thread = grown(replay([]), 0, 30, length);
    for (let n = 0; n < 5; n++) {
      thread = await compactedBy(thread, changes, window);
      expectRules(thread);
      thread = grown(thread, 30 + 6 * n, 36 + 6 * n, length);
    }
  });
});

describe.each([18_000, 32_768, 200_000])('C6 in one long turn, in a window of %d', (window) => {
  it.each<[readonly Strategy[]]>([
    [['extract']],
    [['truncate']],
    [['summarize']],
    [['summarize', 'summarize', 'extract']],
    [['extract', 'truncate']],
  ])('%j in turn keeps each rule through nine compactions', async (strategies) => {
    let thread = grown(replay([]), 0, 30, window / 30);
    for (let n = 0; n < 9; n++) {
      thread = await compactedBy(thread, { strategy: strategies[n % strategies.length] ?? 'extract' }, window);
      expectRules(thread);
      for (let part = 0; part < 12; part++)
        for (const draft of turn(100 * n + part, window / 15).slice(1))
          thread = append(thread, { ...draft, id: nextId(thread), at: 0 });
    }
  });
});

describe('C6 between two pinned messages', () => {
  it.each<[readonly Strategy[]]>([
    [['extract']],
    [['truncate']],
    [['summarize']],
    [['summarize', 'truncate', 'extract']],
  ])('%j in turn keeps each rule through five compactions', async (strategies) => {
    let thread = grown(replay([]), 0, 30, 2_000);
    // Each rule is the first message of a turn; the answer before it and its own are pinned.
    const answers = thread.messages.slice().filter(({ origin, blocks }) => origin === 'model' && isSaid(blocks));
    for (const at of [2, 3, 7, 8, 12, 13, 17, 18, 22, 23]) {
      const pin = planPin(thread, answers[at]?.id ?? entryId(0), true);
      if (!pin.ok) throw new Error(pin.error.type);
      thread = append(thread, { ...pin.value, id: nextId(thread), at: 0 });
    }
    for (let n = 0; n < 5; n++) {
      thread = await compactedBy(thread, { strategy: strategies[n % strategies.length] ?? 'extract' }, 32_768);
      expectRules(thread);
      thread = grown(thread, 30 + 6 * n, 36 + 6 * n, 2_000);
    }
  });
});

const isSaid = (blocks: readonly Block[]) => blocks.every(({ type }) => type === 'text');
