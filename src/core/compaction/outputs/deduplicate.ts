/** Replaces duplicate tool outputs by one line: files that were read again later, and equal results. */
import { startOf } from '../../lang/clip.ts';
import type { BlockEdit } from '../../thread/edit.ts';
import { lowerBoundOf } from '../../thread/find-entry.ts';
import type { Thread } from '../../thread/thread.ts';
import { describeCall } from '../../thread/tool-kind.ts';
import { findOutputs, type PlacedOutput } from './find-outputs.ts';
import { covers, normalPath, type Read, readOf } from './reads.ts';
import { stubEdit } from './stub.ts';

/** Minimum tokens that a stub must save. */
const LEAST_SAVED = 40;

/**
 * Edits that leave one line in place of older results: of a read whose lines a later read of the same file shows (whether or
 * not the file was edited between), and of a result that a later one equals byte for byte. The line names where the text
 * now stands and the ref of the older one. The newest round and what is pinned are left alone, and so is what would save next to nothing.
 */
export function planDeduplication(thread: Pick<Thread, 'items' | 'edits' | 'pins'>): readonly BlockEdit[] {
  const outputs = findOutputs(thread);
  const stubs = new Map<PlacedOutput, string>();
  const edited = editedAt(outputs);
  for (const { older, later } of repeatedReads(outputs)) {
    const edits = edited.get(older.path) ?? [];
    const next = edits[lowerBoundOf(edits, older.at, (at) => at)];
    const isChanged = next !== undefined && next < later.at;
    const text = `${nameOf(later.output)}${isChanged ? ', changed since' : ''}`;
    stubs.set(older.output, `[read again later: ${text}; this one: ref=${older.output.ref}]`);
  }
  for (const [older, later] of repeatedTexts(outputs.filter((output) => !stubs.has(output))))
    stubs.set(older, `[same as the later result of ${nameOf(later)}; this one: ref=${older.ref}]`);
  return outputs.flatMap((output) => {
    const stays = output.isNewest || thread.pins.has(output.entry.id);
    const text = stays ? undefined : stubs.get(output);
    const stub = text === undefined ? undefined : stubEdit(output, text);
    return stub && stub.saved >= LEAST_SAVED ? [stub.edit] : [];
  });
}

/** An older read is compared with so many later ones of its file, the latest. */
const MOST_STANDING = 64;

interface RepeatedRead {
  readonly older: Read;
  readonly later: Read;
}

/** Each read that a later read repeats, with the last such read. */
function repeatedReads(outputs: readonly PlacedOutput[]): readonly RepeatedRead[] {
  const again: RepeatedRead[] = [];
  const standing = new Map<string, Read[]>();
  for (let at = outputs.length - 1; at >= 0; at--) {
    const output = outputs[at];
    const older = output && readOf(output, at);
    if (!older) continue;
    const later = standing.get(older.path);
    const by = later?.find((one) => covers(one, older));
    if (by) again.push({ older, later: by });
    else if (later && later.length < MOST_STANDING) later.push(older);
    else if (!later) standing.set(older.path, [older]);
  }
  return again;
}

/** Each result whose text a later result repeats, with the last such result. */
function repeatedTexts(outputs: readonly PlacedOutput[]): ReadonlyMap<PlacedOutput, PlacedOutput> {
  const again = new Map<PlacedOutput, PlacedOutput>();
  const texts = outputs.flatMap((output) => {
    const [only, ...more] = output.block.content;
    return only?.type === 'text' && more.length === 0 ? [{ text: only.text, output }] : [];
  });
  // Texts of a length that no other has are told apart without reading them.
  const lengths = new Map<number, number>();
  for (const { text } of texts) lengths.set(text.length, (lengths.get(text.length) ?? 0) + 1);
  const [succeeded, failed] = [new Map<string, PlacedOutput>(), new Map<string, PlacedOutput>()];
  for (const { text, output } of texts.reverse()) {
    if (lengths.get(text.length) === 1) continue;
    const standing = output.block.isError ? failed : succeeded;
    const later = standing.get(text);
    if (later) again.set(output, later);
    else standing.set(text, output);
  }
  return again;
}

/** For each path the places among the outputs where it was edited. */
function editedAt(outputs: readonly PlacedOutput[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [at, { call, block }] of outputs.entries()) {
    if (!call || block.isError) continue;
    const { kind, subject } = describeCall(call.name, call.input);
    if (kind !== 'edit') continue;
    for (const path of subject.split(', ').map(normalPath)) {
      const found = places.get(path);
      if (found) found.push(at);
      else places.set(path, [at]);
    }
  }
  return places;
}

function nameOf({ call }: PlacedOutput): string {
  if (!call) return 'a call';
  const { subject, range } = describeCall(call.name, call.input);
  const lines = range ? ` lines ${range.from}-${range.to ?? ''}` : '';
  return `${call.name}${subject === '' ? '' : ` ${startOf(subject, 120)}`}${lines}`;
}
