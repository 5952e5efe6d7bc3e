/** Writes the deterministic summary: sections of facts (requests, to-dos, files, commands, errors), then the best lines verbatim. */

import { startOf } from '../lang/clip.ts';
import { fenced } from '../lang/fence.ts';
import type { ThreadLabels } from '../prompts/labels/labels.ts';
import { threadLabels } from '../prompts/thread-labels.ts';
import type { MessageEntry } from '../thread/entry.ts';
import { threadLanguage } from '../thread/thread-language.ts';
import { estimateText } from '../tokens/estimate.ts';
import { callsOf, type PastCall } from './extract/calls.ts';
import { commandsSection, errorsSection } from './extract/commands.ts';
import { decisionsSection } from './extract/decisions.ts';
import { filesSection } from './extract/files.ts';
import { type KeptText, keptText } from './extract/kept-text.ts';
import { plainTail } from './extract/kind-floors.ts';
import { addParts, indexNames } from './extract/name-index.ts';
import { sourcesOf } from './extract/passage-sources.ts';
import { choosePassages } from './extract/passages.ts';
import { addNames } from './extract/scan.ts';
import { scoreLines } from './extract/score.ts';
import type { Section } from './extract/section.ts';
import { todoSection } from './extract/todo.ts';
import { userRequestsSection } from './extract/user-requests.ts';
import { SHARES, TYPED_SHARE } from './extract/weights.ts';
import type { ExtractInput, ExtractItem, ExtractResult } from './extract-input.ts';

/** Maximum tokens of each section of facts. */
const MOST_TOKENS = 3000;
/** Below this budget, each section takes half of what the sections before it left. */
const SMALL = 600;
/** Reserve for joining the parts, since a joined text can have more tokens than its parts. */
const SLACK = 6;

/** Pure and deterministic: the same input gives the same text, of at most `budget` tokens by `estimateText`. */
export function extract({ head, kept: keptEntries, budget, typedTokens = 0 }: ExtractInput): ExtractResult {
  const kept = keptText(keptEntries);
  const entries = head.flatMap((item) => (item.type === 'message' ? [item.entry] : []));
  const labels = threadLabels(threadLanguage([...entries, ...kept.typed]));
  const room = budget - estimateText(labels.intro) - SLACK;
  if (head.length === 0 || room <= 0) return { text: '' };
  const calls = callsOf(entries);
  const facts = factSections({ head, entries, calls, kept, labels, typedTokens }, room);
  const heading = `## ${labels.passages}\n\n${labels.passagesNote}\n\n`;
  const frame = estimateText(heading) + 8;
  const left = room - sum(facts) - frame;
  const lines = scoreLines(sourcesOf(head, calls), kept, linesIn(facts));
  const passages = choosePassages(lines, left - Math.floor(SHARES.names * room), plainTail(head, budget));
  const parts = [labels.intro, ...facts.map((fact) => fact.text)];
  if (passages !== '') parts.push(`${heading}${fenced(passages, 'text')}`);
  const shown = new Set<string>();
  for (const part of parts) addNames(part, shown);
  addParts(shown);
  let text = parts.join('\n\n');
  const namesHeading = `\n\n## ${labels.names}\n\n`;
  const isShown = { has: (name: string) => shown.has(name) || kept.names.has(name) };
  const names = indexNames(entries, isShown, budget - estimateText(text) - estimateText(namesHeading) - SLACK);
  if (names !== '') text += namesHeading + names;
  return { text: estimateText(text) <= budget && parts.length > 1 ? text : '' };
}

interface FactInput {
  readonly head: readonly ExtractItem[];
  readonly entries: readonly MessageEntry[];
  readonly calls: readonly PastCall[];
  readonly kept: KeptText;
  readonly labels: ThreadLabels;
  readonly typedTokens: number;
}

function factSections(
  { head, entries, calls, kept, labels, typedTokens }: FactInput,
  room: number,
): readonly Section[] {
  const mostTyped = Math.max(typedTokens, Math.floor(room * TYPED_SHARE));
  const tell: readonly (readonly [keyof typeof SHARES, (share: number) => Section])[] = [
    ['summary', (share) => summarySection(head, share, labels)],
    ['asks', (share) => userRequestsSection(entries, Math.max(share, mostTyped), share, labels)],
    ['todo', (share) => todoSection({ gone: calls, kept: kept.calls }, share, labels)],
    ['errors', (share) => errorsSection(calls, share, labels)],
    ['decisions', (share) => decisionsSection(entries, calls, share, labels)],
    ['files', (share) => filesSection(calls, share, labels)],
    ['commands', (share) => commandsSection(calls, share, labels)],
  ];
  let left = room;
  return tell.flatMap(([part, write]) => {
    const share = room < SMALL ? left / 2 : Math.min(MOST_TOKENS, SHARES[part] * room);
    const told = write(Math.floor(share));
    left -= told.tokens;
    return told.text === '' ? [] : [told];
  });
}

/** The latest earlier summary, which covers the ones before it. */
function summarySection(head: readonly ExtractItem[], budget: number, labels: ThreadLabels): Section {
  const last = head.findLast((item) => item.type === 'summary');
  if (!last) return { text: '', tokens: 0 };
  const whole = `## ${labels.summary}\n\n${last.text.trim()}`;
  const tokens = estimateText(whole) + 2;
  const text = tokens <= budget ? whole : `${startOf(whole, Math.floor((0.95 * whole.length * budget) / tokens))} […]`;
  return { text, tokens: estimateText(text) + 2 };
}

/** The lines and inline code of the fact sections, which the verbatim part need not repeat. */
function linesIn(facts: readonly Section[]): ReadonlySet<string> {
  const told = new Set<string>();
  for (const { text } of facts) {
    for (const line of text.split('\n')) {
      told.add(line.replace(/^- (?:\[.\] )?/, '').trim());
      for (const code of line.matchAll(/(`+) ?(.+?) ?\1/g)) told.add(code[2] ?? '');
    }
  }
  return told;
}

/** In a fence that is longer than any in the text, so that nothing in it acts as Markdown. */

function sum(sections: readonly Section[]): number {
  return sections.reduce((total, { tokens }) => total + tokens, 0);
}
