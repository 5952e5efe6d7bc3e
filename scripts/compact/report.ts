/** What the workbench prints for a person. */
import type { Limits } from '../../src/core/compaction/limits.ts';
import type { Row } from '../../src/core/view/row.ts';
import { projectRows } from '../../src/core/view/rows.ts';
import type { Outcome } from './compact.ts';
import type { Loaded } from './load.ts';

const number = new Intl.NumberFormat('en');

/** A few lines: what was read, what was done, step by step. */
export function summaryLines(loaded: Loaded, limits: Limits, outcome: Outcome): readonly string[] {
  const { messages } = loaded.thread;
  const lines = [
    `${loaded.format}: ${number.format(messages.length)} messages, ~${number.format(outcome.tokensBefore)} tokens`,
    `window ${number.format(limits.window)}, trigger ${number.format(limits.trigger)}, target ${number.format(limits.target)}`,
  ];
  if (outcome.outcome === 'compacted')
    lines.push(
      `compacted by ${outcome.strategy}: ~${number.format(outcome.tokensBefore)} -> ~${number.format(outcome.tokensAfter)} tokens in ${Math.round(outcome.ms)} ms`,
    );
  else lines.push(outcome.outcome);
  if (outcome.price) {
    const { rewrite, making, savingPerCall, breakEven } = outcome.price;
    const [saves, costs] = [savingPerCall, rewrite + making].map((value) => number.format(Math.round(value)));
    lines.push(
      `saves ~${saves} input tokens' worth a call, costs ~${costs} once: pays after ${number.format(breakEven)} calls`,
    );
  }
  if (outcome.reason !== undefined) lines.push(`because: ${outcome.reason}`);
  for (const step of outcome.steps)
    lines.push(
      `  ${step.kind} entries ${step.from}-${step.to}: ${step.messages} messages, ${step.turns} turns, ${step.toolResults} results, ~${number.format(step.tokensBefore)} -> ~${number.format(step.tokensAfter)}`,
    );
  for (const { line, detail } of loaded.odd.slice(0, 20)) lines.push(`line ${line} was left out: ${detail}`);
  if (loaded.leftOut) lines.push(`left out of the thread: ${loaded.leftOut.detail}`);
  if (loaded.odd.length > 20) lines.push(`and ${loaded.odd.length - 20} lines more`);
  return lines;
}

function wordsOf(row: Row): string {
  switch (row.type) {
    case 'tool':
      return `${row.name} ${row.subject}`;
    case 'marker':
      return row.strategy;
    case 'attempt':
      return row.end;
    case 'switch':
      return `${row.from} to ${row.to}`;
    case 'restore':
      return `to entry ${row.to}`;
    default:
      return row.body.text;
  }
}

/** One line for each row of the thread: what the model still has of it. */
export function explainLines(outcome: Outcome): readonly string[] {
  const { rows, statuses } = projectRows(outcome.thread);
  const lines: string[] = [];
  let at = 0;
  for (const run of statuses)
    for (let i = 0; i < run.count; i++) {
      const row = rows[at++];
      if (!row) continue;
      const what = wordsOf(row);
      lines.push(
        `${run.fate.padEnd(10)} ${row.type.padEnd(9)} ${String(row.tokens).padStart(7)}  ${what.replace(/\s+/g, ' ').slice(0, 90)}`,
      );
    }
  return lines;
}
