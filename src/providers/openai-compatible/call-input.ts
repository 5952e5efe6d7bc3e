/** One call of a reply as its pieces come: its input, also where pieces repeat what came before them, and its seal. */
import type { ModelEvent } from '../../core/agent/model-event.ts';
import { parseJson } from '../../core/lang/json-fields.ts';
import { ObjectScanner } from '../shared/json-end.ts';

/** Empty texts are values that were left out. */
export interface CallPiece {
  readonly index: string;
  readonly id: string;
  readonly name: string;
  /** A piece of the JSON text of its input. */
  readonly json: string;
  /** What goes back to the server with the call. */
  readonly seal?: string | undefined;
}

export interface Call {
  /** The server's; empty until it gives one. */
  id: string;
  name: string;
  scanner: ObjectScanner;
  input: string[];
  /** The newest piece of the input where each so far began with the one before it: it may hold all of the input. */
  growing: string | undefined;
  /** The call that this one may only repeat. */
  readonly first: Call | undefined;
  /** The id of its events, once the first was given out. */
  own: string | undefined;
  given: number;
  seal: string | undefined;
  /** Its seal was given out. */
  isSealed: boolean;
}

export function sealOf(call: Call): readonly ModelEvent[] {
  if (call.seal === undefined || call.isSealed) return [];
  call.isSealed = true;
  return [{ type: 'signature', of: 'call', signature: call.seal }];
}

export function note(call: Call, json: string): void {
  if (call.growing !== undefined) call.growing = json.startsWith(call.growing) ? json : undefined;
}

/** Whether each piece so far began with the one before it, so that the newest may hold all of the input. */
export function isDoubtful({ growing, input, scanner }: Call): boolean {
  return growing !== undefined && input.length > 1 && !scanner.isWhole;
}

/** What was not given out of the input: of the pieces together, or of the newest one where only that is JSON. */
export function restOf(call: Call): string {
  const { growing = '', input, given } = call;
  return isGrown(call) ? growing.slice(input.slice(0, given).join('').length) : input.slice(given).join('');
}

export function isGrown(call: Call): boolean {
  return isDoubtful(call) && parseJson(call.growing ?? '').ok;
}

/** Some gateways begin with an empty object, which the input then replaces. */
export function isPlaceholder(call: Call, { name, json }: CallPiece): boolean {
  const { given } = call;
  return given === 0 && name === '' && json.trim() !== '' && isEmptyObject(call);
}

export function isEmptyObject({ scanner, input }: Call): boolean {
  return scanner.isWhole && input.length === 1 && /^\s*\{\s*\}\s*$/.test(input[0] ?? '');
}

export function restarted(call: Call): Call {
  call.scanner = new ObjectScanner();
  call.input = [];
  call.growing = '';
  return call;
}

/** A name comes whole, whole again with each piece, longer with each piece, or in pieces. */
export function joinedName(name: string, piece: string): string {
  return piece.startsWith(name) ? piece : name + piece;
}

/** The same arguments once more, under the same name or none. */
export function isRepetition({ first, name, input }: Call): boolean {
  if (!first || (name !== '' && name !== first.name)) return false;
  const text = input.join('');
  return text.trim() === '' || normal(text) === normal(first.input.join(''));
}

function normal(text: string): string {
  const parsed = parseJson(text);
  return parsed.ok ? JSON.stringify(parsed.value) : text.trim();
}
