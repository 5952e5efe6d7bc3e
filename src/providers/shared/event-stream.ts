/** Decodes server-sent events that hold JSON, as strictly as needed and no more: what can't be read costs its own event only. */

import { DEEPEST } from '../../core/lang/cap-depth.ts';
import { startOf } from '../../core/lang/clip.ts';
import { parseJson } from '../../core/lang/json-fields.ts';
import { isObject } from '../../core/lang/read-value.ts';
import { LineSplitter } from './line-splitter.ts';
import { hasObjectEnd, looseObjects } from './loose-json.ts';

/** `json` is one value on one line, and `value` is what it says; `done` is the `[DONE]` that ends a stream of OpenAI's APIs. */
export type StreamEvent =
  | { readonly type: 'data'; readonly name?: string; readonly json: string; readonly value: unknown }
  | { readonly type: 'done' };

/** Characters of a text that is no JSON: more of it is not shown. */
const LONGEST = 2_000;
const FIELD = /^\s*(data|event|id|retry)\s*:[^\S\n]?(.*)$/s;
const DONE = '[DONE]';

/**
 * The events of a body, whatever type it is said to have. An event without its last blank line counts. Lines that are no fields
 * continue the data; a body of one JSON value, or of one on each line, is as many events, and the elements of a list are one each.
 * A body in which nothing can be read is one event `error` with its text. After `[DONE]` nothing is read. Linear.
 */
export class EventDecoder {
  readonly #lines = new LineSplitter();
  #name: string | undefined;
  #block: string[] = [];
  #unreadable: string[] = [];
  #hasData = false;
  #isDone = false;

  push(text: string): readonly StreamEvent[] {
    return this.#lines.push(text).flatMap((line) => this.#line(line));
  }

  end(): readonly StreamEvent[] {
    return [...this.#lines.end().flatMap((line) => this.#line(line)), ...this.#dispatch(), ...this.#whole()];
  }

  #line(line: string): readonly StreamEvent[] {
    if (line.trim() === '') return this.#dispatch();
    if (line.startsWith(':')) return [];
    const [, field, value = ''] = FIELD.exec(line) ?? [];
    // Where a server leaves blank lines out, an event ends where the next one begins.
    const only = this.#block.length === 1 ? this.#block[0] : undefined;
    const isNext = field !== undefined && only !== undefined && isObject(jsonIn(only));
    const events = isNext ? this.#dispatch() : [];
    if (field === 'event') this.#name = value.trim();
    else if (field === 'data' || field === undefined) this.#block.push(field ? value : line);
    return events;
  }

  /** The event that a blank line ends, or one for each line that is an event by itself. */
  #dispatch(): readonly StreamEvent[] {
    const [block, name] = [this.#block, this.#name];
    this.#block = [];
    this.#name = undefined;
    if (this.#isDone || block.every((line) => line.trim() === '')) return [];
    const whole = this.#eventsOf(block.join('\n'), name);
    const events = whole ?? block.flatMap((line) => this.#eventsOf(line, name) ?? []);
    if (events.some(({ type }) => type === 'data')) this.#hasData = true;
    if (events.length > 0) return events;
    if (name === 'error') return [said(block.join('\n'))];
    if (!this.#hasData) this.#unreadable.push(...block);
    return [];
  }

  #eventsOf(text: string, name: string | undefined): readonly StreamEvent[] | undefined {
    const trimmed = text.trim();
    if (this.#isDone || trimmed === '') return [];
    if (trimmed === DONE) {
      const rest = this.#whole();
      this.#isDone = true;
      return [...rest, { type: 'done' }];
    }
    const value = jsonIn(trimmed);
    if (value === undefined) return this.#looseEvents(trimmed, name);
    if (Array.isArray(value)) return value.filter(isObject).map((one) => event(JSON.stringify(one), one, name));
    if (!isObject(value)) return name === 'error' && typeof value === 'string' ? [said(value)] : undefined;
    // Only a long text can be nested so deeply that a part of the value is text.
    const json = trimmed.length > DEEPEST ? JSON.stringify(value) : trimmed.replace(/[\r\n]+/g, ' ');
    return [event(json, value, name)];
  }

  /** Events of a text that is not JSON, but plainly was meant to be. */
  #looseEvents(text: string, name: string | undefined): readonly StreamEvent[] | undefined {
    const found = looseObjects(text);
    if (!found || (found.rest !== '' && found.rest !== DONE)) return undefined;
    const events = found.values.map((one) => event(JSON.stringify(one), one, name));
    if (found.rest === '') return events;
    this.#isDone = true;
    return [...events, { type: 'done' }];
  }

  /** What came in place of events: JSON with blank lines in it, or a text. */
  #whole(): readonly StreamEvent[] {
    const text = this.#unreadable.join('\n');
    this.#unreadable = [];
    if (this.#hasData || this.#isDone || text.trim() === '') return [];
    const value = jsonIn(text);
    if (isObject(value)) return [event(JSON.stringify(value), value, undefined)];
    // The start of a value is no text but a cut. Python's own form of an object is one.
    return /^\s*[[{]/.test(text) && !hasObjectEnd(text) ? [] : [said(text)];
  }
}

function jsonIn(text: string): unknown {
  const value = parseJson(text);
  return value.ok ? value.value : undefined;
}

function event(json: string, value: unknown, name: string | undefined): StreamEvent {
  return { type: 'data', json, value, ...(name !== undefined && name !== '' && { name }) };
}

/** Words in place of an event are an error's. */
function said(text: string): StreamEvent {
  const value = { error: { message: startOf(text.trim(), LONGEST) } };
  return event(JSON.stringify(value), value, 'error');
}
