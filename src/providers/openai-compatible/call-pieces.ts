/** Puts the pieces of a reply's calls together, whatever servers leave out of them or get wrong. */
import type { ModelEvent } from '../../core/agent/model-event.ts';
import { ObjectScanner } from '../shared/json-end.ts';
import { callNameOf } from '../shared/reply-values.ts';
import {
  type Call,
  type CallPiece,
  isDoubtful,
  isEmptyObject,
  isGrown,
  isPlaceholder,
  isRepetition,
  joinedName,
  note,
  restarted,
  restOf,
  sealOf,
} from './call-input.ts';

/**
 * One rule says where a piece goes: to the call of its id; else to the call at its index; else to the newest call. A call begins with a
 * name.
 *
 * ```
 *            id or name           arguments               `}` of the object
 *   (none) ───────────▶ named ───────────────▶ growing ───────────────────▶ whole ──▶ a piece for it: its repetition
 *                       │ name pieces join       │ a name is a repetition                    │ equal: dropped
 *                       └ end: a call without    └ end: unreadable, never run                └ another: a call of its own
 *                         input
 * ```
 */
export class CallPieces {
  readonly #calls: Call[] = [];
  readonly #byId = new Map<string, Call>();
  readonly #byIndex = new Map<string, Call>();
  readonly #taken = new Set<string>();
  /** The newest call that has a name. */
  #named: Call | undefined;
  /** Calls before it were given out as far as they came. */
  #next = 0;
  #count = 0;
  /** The call that was given out last. */
  #newest: Call | undefined;

  /** Calls that were given out. */
  get count(): number {
    return this.#count;
  }

  /** No call lacks a part of its input. */
  get areWhole(): boolean {
    return this.#calls.every((call) => call.first || call.scanner.isWhole || !call.scanner.hasBegun || isGrown(call));
  }

  add(piece: CallPiece): readonly ModelEvent[] {
    const { index, id } = piece;
    let { name, json } = piece;
    let call = this.#callOf(piece);
    const isIdOnly = name === '' && json.trim() === '';
    for (;;) {
      if (id !== '') this.#byId.set(id, call);
      if (index !== '' && !(isIdOnly && this.#byIndex.has(index))) this.#byIndex.set(index, call);
      if (name !== '') this.#named = call;
      if (call.id === '') call.id = id;
      call.seal ??= piece.seal;
      if (json.trim() !== '') note(call, json);
      if (!call.scanner.hasBegun) call.name = joinedName(call.name, name);
      const taken = call.scanner.take(json);
      if (taken > 0) call.input.push(json.slice(0, taken));
      json = json.slice(taken);
      if (json.trim() === '') return [...this.#give(false), ...this.#sealLate(call)];
      // What follows a whole object begins its repetition.
      call = this.#open(call.first ?? call, '');
      name = '';
    }
  }

  /** The rest, when the reply is over. */
  end(): readonly ModelEvent[] {
    return this.#give(true);
  }

  #callOf(piece: CallPiece): Call {
    const { index, id, name } = piece;
    const known = this.#byId.get(id);
    if (known && isPlaceholder(known, piece)) return restarted(known);
    if (known) return known.scanner.isWhole ? this.#open(known.first ?? known, id) : known;
    // A name at an index that no call has begins one.
    const newest = name === '' ? (this.#named ?? this.#calls.at(-1)) : index === '' ? this.#calls.at(-1) : undefined;
    const found = this.#byIndex.get(index) ?? newest;
    if (!found) return this.#open(undefined, id);
    if (id === '' && isPlaceholder(found, piece)) return restarted(found);
    return id === '' ? this.#withoutId(found, piece) : this.#withNewId(found, piece);
  }

  #withoutId(found: Call, { name, json }: CallPiece): Call {
    if (!found.scanner.isWhole || (name === '' && json.trim() === '')) return found;
    return this.#open(name === '' || name === found.name ? (found.first ?? found) : undefined, '');
  }

  /** A call begins, unless the piece plainly goes on with the one at its index or before it. */
  #withNewId(found: Call, { id, name, json }: CallPiece): Call {
    const { isWhole, hasBegun } = found.scanner;
    if (isWhole) return this.#open(undefined, id);
    const isContent = json.trim() !== '';
    if (name === '') {
      // Its name may come with the next piece of that id.
      return !isContent && found.id !== '' ? this.#open(undefined, id) : found;
    }
    const goesOn = hasBegun
      ? isContent && !/^\s*\{/.test(json) && found.name === name
      : found.id === '' && (found.name === '' || found.name === name);
    return goesOn ? found : this.#open(undefined, id);
  }

  #open(first: Call | undefined, id: string): Call {
    const call: Call = {
      id: first?.id || id,
      name: '',
      scanner: new ObjectScanner(),
      input: [],
      growing: '',
      first,
      own: undefined,
      given: 0,
      seal: undefined,
      isSealed: false,
    };
    this.#calls.push(call);
    return call;
  }

  /** In the order in which the calls began: a call is given out with its first input, a possible repetition at the end. */
  #give(isOver: boolean): readonly ModelEvent[] {
    const events: ModelEvent[] = [];
    for (; this.#next < this.#calls.length; this.#next++) {
      const call = this.#calls[this.#next];
      if (!call || (!isOver && (call.first || call.name === '' || !call.scanner.hasBegun))) break;
      events.push(...this.#eventsOf(call, isOver));
      const mayChange = !call.scanner.isWhole || (isEmptyObject(call) && call === this.#calls.at(-1));
      if (!isOver && mayChange) break;
    }
    return events;
  }

  #eventsOf(call: Call, isOver: boolean): readonly ModelEvent[] {
    if (isRepetition(call)) return [];
    const { first, name, scanner } = call;
    const isHeld = !isOver && (isDoubtful(call) || isEmptyObject(call));
    const json = isHeld ? '' : restOf(call);
    if (!isHeld) call.given = call.input.length;
    if (name === '' && first) {
      // Another input behind the end of one: neither is sure, so the model is asked for both again.
      return scanner.isWhole && first.own !== undefined ? [{ type: 'input', id: first.own, json }] : [];
    }
    if (name === '' && json === '' && this.#calls.length > 1) return [];
    const events: ModelEvent[] = [];
    if (call.own === undefined) {
      this.#count++;
      call.own = call.id !== '' && !this.#taken.has(call.id) ? call.id : this.#freeId();
      this.#taken.add(call.own);
      events.push({ type: 'call', id: call.own, name: callNameOf(name) });
      events.push(...sealOf(call));
    }
    this.#newest = call;
    return json === '' ? events : [...events, { type: 'input', id: call.own, json }];
  }

  /** A seal that comes behind the input, while no other call was given out. */
  #sealLate(call: Call): readonly ModelEvent[] {
    return call === this.#newest ? sealOf(call) : [];
  }

  #freeId(): string {
    for (let number = this.#count; ; number++) if (!this.#taken.has(`call_${number}`)) return `call_${number}`;
  }
}
