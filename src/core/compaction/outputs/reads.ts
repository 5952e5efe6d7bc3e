/** Which lines of which file a read shows, and whether a later read shows them again. */
import type { Json } from '../../lang/json.ts';
import { describeCall, type LineRange } from '../../thread/tool-kind.ts';
import { countLines } from '../../tool-output/line-windows.ts';
import type { PlacedOutput } from './find-outputs.ts';

export interface Read {
  readonly output: PlacedOutput;
  /** Its place among the outputs. */
  readonly at: number;
  readonly path: string;
  readonly input: Json;
  /** As it was asked for. */
  readonly range: LineRange | undefined;
  /** The first and the last line that the result can hold, by how many it has. */
  readonly from: number;
  readonly to: () => number;
}

/** The result as a read, when it is one that succeeded and holds nothing but text. */
export function readOf(output: PlacedOutput, at: number): Read | undefined {
  const { call, block } = output;
  if (!call || block.isError) return undefined;
  const { kind, subject, range } = describeCall(call.name, call.input);
  if (kind !== 'read' || subject === '') return undefined;
  if (!block.content.every((part) => part.type === 'text')) return undefined;
  const from = range?.from ?? 1;
  let last: number | undefined;
  // Counting lines reads the whole text, and most files are read once.
  const to = () => {
    last ??= Math.min(range?.to ?? Number.POSITIVE_INFINITY, from + shownLines(output) - 1);
    return last;
  };
  return { output, at, path: normalPath(subject), input: call.input, range, from, to };
}

/**
 * True when the later read of the same path shows all that the older one showed: its lines lie within, or it is the very
 * same request (of a file that is shorter now, maybe). A request that names no lines may page in a way of its own; it is
 * compared only with one that says all that it says.
 */
export function covers(later: Read, older: Read): boolean {
  if (!later.range && !hasAllFieldsOf(older.input, later.input)) return false;
  if (!older.range && !hasAllFieldsOf(later.input, older.input)) return false;
  if (later.from <= older.from && older.to() <= later.to()) return true;
  const isSameRequest = later.from === older.from && later.range?.to === older.range?.to;
  return isSameRequest && later.output.block.outputRef === undefined;
}

export function normalPath(path: string): string {
  return path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
}

/** Lines that a result shows. A cut view's note and its incomplete line don't count. */
function shownLines({ block }: PlacedOutput): number {
  const lines = countLines([block.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')]);
  return block.outputRef ? Math.max(0, lines - 2) : lines;
}

function hasAllFieldsOf(whole: Json, part: Json): boolean {
  if (!isFields(whole) || !isFields(part)) return JSON.stringify(whole) === JSON.stringify(part);
  return Object.entries(part).every(
    ([key, value]) => Object.hasOwn(whole, key) && JSON.stringify(whole[key]) === JSON.stringify(value),
  );
}

function isFields(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
