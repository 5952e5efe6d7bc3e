/** What the agent writes again after a compaction: an extract keeps no less of it than a plain tail of the same size. */
import { describe, expect, it } from 'vitest';
import { applyBoundary } from '../../../../src/core/compaction/apply-boundary.ts';
import { DEFAULT_CONFIG } from '../../../../src/core/compaction/config.ts';
import { passagesOf } from '../../../../src/core/compaction/extract/lines.ts';
import { planCompaction } from '../../../../src/core/compaction/plan.ts';
import type { Json } from '../../../../src/core/lang/json.ts';
import type { Block } from '../../../../src/core/message/message.ts';
import type { MessageEntry } from '../../../../src/core/thread/entry.ts';
import { append, replay } from '../../../../src/core/thread/thread.ts';
import { estimateMessage } from '../../../../src/core/tokens/estimate.ts';
import { agentThread, type Shape } from './agent-thread.ts';

const SHAPES: Readonly<Record<string, Shape>> = {
  short: { messages: 34, sentences: 2, output: 20, lastOutput: 20, turn: 3 },
  'of middle length': { messages: 120, sentences: 2, output: 30, lastOutput: 30, turn: 8 },
  long: { messages: 400, sentences: 2, output: 10, lastOutput: 10, turn: 10 },
  'full of prose': { messages: 120, sentences: 9, output: 2, lastOutput: 2, turn: 2 },
  'with huge outputs at its end': { messages: 120, sentences: 2, output: 6, lastOutput: 120, turn: 8 },
  'of one turn': { messages: 160, sentences: 3, output: 12, lastOutput: 12, turn: 1_000 },
};
const SEEDS = [1, 2, 3, 4, 5];
const CUT = 0.6;
const SHORTEST = 24;

/** The lines that the agent writes after the cut, that stood before it, and that nothing after it has shown before. */
function neededLines(before: readonly MessageEntry[], after: readonly MessageEntry[]) {
  const old = new Set(before.flatMap(linesOf));
  const own = new Set(before.filter(({ origin }) => origin === 'model').flatMap(linesOf));
  const shown = new Set<string>();
  const needed = new Set<string>();
  for (const entry of after) {
    for (const line of linesOf(entry)) {
      if (entry.origin === 'model' && line.length >= SHORTEST && old.has(line) && !shown.has(line)) needed.add(line);
      shown.add(line);
    }
  }
  return { all: [...needed], toolOnly: [...needed].filter((line) => !own.has(line)) };
}

function linesOf(entry: MessageEntry): readonly string[] {
  return passagesOf(entry).flatMap(({ lines }) => lines.map(({ key }) => key));
}

function textOf(blocks: readonly Block[]): string {
  const strings = (value: Json): readonly string[] => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
  };
  return blocks
    .flatMap((block) => {
      if (block.type === 'text') return [block.text];
      if (block.type === 'tool_use') return strings(block.input);
      return block.type === 'tool_result' ? block.content.map((part) => (part.type === 'text' ? part.text : '')) : [];
    })
    .join('\n');
}

/** The text of a context that `extract` made, and of a tail of its size. */
function compacted(before: readonly MessageEntry[], share: number) {
  const thread = replay(before);
  const limits = {
    window: 200_000,
    reserve: 0,
    trigger: thread.tokens,
    target: Math.floor(thread.tokens * share),
    floor: 0,
  };
  const plan = planCompaction({ thread, config: DEFAULT_CONFIG, limits, trigger: 'manual' });
  if (plan.type !== 'compaction') throw new Error(plan.type);
  const { items, tokens } = append(thread, applyBoundary(thread, plan.draft, 0));
  let room = tokens;
  const start = before.findLastIndex(({ blocks }) => {
    room -= estimateMessage(blocks);
    return room < 0;
  });
  return {
    extract: items.map(({ message }) => textOf(message.blocks)).join('\n'),
    tail: before
      .slice(start + 1)
      .map(({ blocks }) => textOf(blocks))
      .join('\n'),
  };
}

/** Lines that each context kept, and that were needed. */
interface Kept {
  readonly extract: number;
  readonly tail: number;
  readonly needed: number;
}

function keptOf(shape: Shape, share: number): { readonly all: Kept; readonly toolOnly: Kept } {
  const runs = SEEDS.map((seed) => {
    const entries = agentThread(shape, seed, CUT);
    const at = entries.findIndex(({ origin }, i) => i >= entries.length * CUT && origin === 'model');
    const needed = neededLines(entries.slice(0, at), entries.slice(at));
    const texts = compacted(entries.slice(0, at), share);
    const count = (lines: readonly string[]): Kept => ({
      extract: lines.filter((line) => texts.extract.includes(line)).length,
      tail: lines.filter((line) => texts.tail.includes(line)).length,
      needed: lines.length,
    });
    return { all: count(needed.all), toolOnly: count(needed.toolOnly) };
  });
  return { all: sum(runs.map(({ all }) => all)), toolOnly: sum(runs.map(({ toolOnly }) => toolOnly)) };
}

function sum(parts: readonly Kept[]): Kept {
  const of = (key: keyof Kept) => parts.reduce((total, part) => total + part[key], 0);
  return { extract: of('extract'), tail: of('tail'), needed: of('needed') };
}

describe('extract beside a plain tail of its size', () => {
  it.each([0.1, 0.2, 0.35])('keeps no less of a thread of any shape, at %f of its size', (share) => {
    const found = Object.entries(SHAPES).map(([name, shape]) => [name, keptOf(shape, share)] as const);
    for (const [name, { all }] of found)
      expect((all.extract - all.tail) / all.needed, name).toBeGreaterThanOrEqual(-0.02);
    // Each shape has few lines that only a tool gave, so they are counted together.
    const toolOnly = sum(found.map(([, kept]) => kept.toolOnly));
    expect((toolOnly.extract - toolOnly.tail) / toolOnly.needed).toBeGreaterThanOrEqual(-0.02);
  });
});
