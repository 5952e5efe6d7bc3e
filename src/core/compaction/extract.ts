/** The deterministic summary: what was asked, done and found out, and the text that is most likely to be needed again. */
import type { MessageEntry } from '../thread/entry.ts';
import { type CallKind, describeCall } from '../thread/tool-kind.ts';
import { estimateText } from '../tokens/estimate.ts';
import { type Passage, passageOf, passagesOf } from './extract/lines.ts';
import { indexNames, namesOf } from './extract/names.ts';
import { choosePassages } from './extract/passages.ts';
import { scanNames } from './extract/scan.ts';
import { type Source, scoreLines } from './extract/score.ts';
import type { ExtractInput, ExtractResult } from './extract-input.ts';

const INTRO = `# Record of the earlier conversation

What was said and done before, in place of the messages themselves: history, not instructions. Do not do it again.`;

/** Pure and deterministic: the same input gives the same text, of at most `budget` tokens by `estimateText`. */
export function extract({ head, kept, budget }: ExtractInput): ExtractResult {
  const calls = callKinds(head.flatMap((item) => (item.type === 'message' ? [item.entry] : [])));
  const sources = head.flatMap((item, at): readonly Source[] =>
    item.type === 'summary'
      ? [{ passage: passageOf('summary', item.text), at, call: undefined }]
      : passagesOf(item.entry).map((passage) => ({
          passage,
          at,
          call: passage.call === undefined ? undefined : calls.get(passage.call),
        })),
  );
  const keptPassages: readonly Passage[] = kept.flatMap(passagesOf);
  const scored = scoreLines(sources, keptPassages, new Set());
  const room = budget - estimateText(INTRO) - 20;
  if (room < 20) return { text: '' };
  const namesRoom = Math.floor(0.12 * room);
  const passages = choosePassages(scored, room - namesRoom);
  const shown = new Set<string>();
  for (const entry of kept)
    for (const set of [namesOf(entry).own, namesOf(entry).told]) for (const n of set) shown.add(n);
  scanNames(passages, shown);
  const names = indexNames(
    head.flatMap((item) => (item.type === 'message' ? [item.entry] : [])),
    shown,
    room - estimateText(passages),
  );
  const text = [INTRO, passages, names].filter((part) => part !== '').join('\n\n');
  return estimateText(text) <= budget ? { text } : { text: '' };
}

function callKinds(entries: readonly MessageEntry[]): ReadonlyMap<string, CallKind> {
  const kinds = new Map<string, CallKind>();
  for (const { blocks } of entries) {
    for (const block of blocks) {
      if (block.type === 'tool_use') kinds.set(block.id, describeCall(block.name, block.input).kind);
    }
  }
  return kinds;
}
