/** The summary's section of decisions: the user's answers to questions, and the model's sentences that state a choice. */
import { oneLine } from '../../lang/clip.ts';
import { ENGLISH } from '../../prompts/labels/en.ts';
import type { ThreadLabels } from '../../prompts/labels/labels.ts';
import type { MessageEntry } from '../../thread/entry.ts';
import type { PastCall } from './calls.ts';
import { passagesOf } from './lines.ts';
import { type Section, type SectionItem, section } from './section.ts';

const QUESTION_TOOLS = /ask_?(?:user|followup|question)|exit_?plan_?mode/i;
const DECISION_WORDS =
  /\b(?:decided|decision|i(?:'|’)ll (?:go|use|keep)|let(?:'|’)s (?:go|use|keep)|instead of|rather than|root cause|turns out|the (?:fix|cause|problem|issue|plan) (?:is|was)|we (?:agreed|chose|won(?:'|’)t))\b/i;
const SHORTEST = 40;
const LONGEST = 240;
const ANSWER = 200;

export function decisionsSection(
  entries: readonly MessageEntry[],
  calls: readonly PastCall[],
  budget: number,
  labels: ThreadLabels = ENGLISH,
): Section {
  const found: { readonly at: number; readonly text: string; readonly answered: boolean }[] = [];
  for (const call of calls) {
    if (!QUESTION_TOOLS.test(call.request.name) || !call.result || call.result.failed) continue;
    const asked = call.request.subject === '' ? '' : `${oneLine(call.request.subject, ANSWER)} → `;
    found.push({ at: call.at, text: `${asked}${oneLine(call.result.text, ANSWER)}`, answered: true });
  }
  entries.forEach((entry, at) => {
    if (entry.origin !== 'model') return;
    for (const { kind, lines } of passagesOf(entry)) {
      if (kind !== 'said') continue;
      for (const { key } of lines) {
        if (key.length >= SHORTEST && key.length <= LONGEST && DECISION_WORDS.test(key))
          found.push({ at, text: key, answered: false });
      }
    }
  });
  const items = found
    .sort((a, b) => a.at - b.at)
    .map(
      ({ at, text, answered }): SectionItem => ({
        text: `- ${text.replace(/^[-*] /, '')}`,
        rank: (answered ? 0 : 1e9) - at,
      }),
    );
  return section(labels.decisions, items, budget);
}
