/** Shortens a text, or the texts in a JSON value, to a number of tokens: the start and the end stay, and a note names the rest. */
import { endOf, startOf } from '../../lang/clip.ts';
import type { Json } from '../../lang/json.ts';
import { estimateText } from '../../tokens/estimate.ts';

/** What a note says of the part that was left out; it is put on a line of its own. */
export interface CutPart {
  /** UTF-16 units. */
  readonly characters: number;
  /** The line of the text, from 1, in which the part begins. */
  readonly line: number;
}

export interface ShortenOptions {
  /** Tokens. Where the note alone has more, the note is what is left. */
  readonly most: number;
  readonly noteFor: (left: CutPart) => string;
  /** Tokens of a text as it is sent. */
  readonly tokensOf?: (text: string) => number;
}

/** Of the tokens that a shortened text has beside its note, the share of its start. */
const START_SHARE = 0.75;

/** A shortened text below so many tokens shows too little to be worth its note. */
const LEAST_SHOWN = 24;

/** The text itself where it has at most `most` tokens, or where the note would not make it shorter. Linear. */
export function shortenText(text: string, { most, noteFor, tokensOf = estimateText }: ShortenOptions): string {
  const tokens = tokensOf(text);
  if (tokens <= most) return text;
  const room = most - tokensOf(noteFor({ characters: text.length, line: text.length }));
  for (let length = Math.floor((text.length * room) / tokens); length > 0; length = Math.floor(length * 0.85)) {
    if (room < LEAST_SHOWN) break;
    const start = wholeLines(startOf(text, Math.floor(length * START_SHARE)));
    const end = endOf(text, Math.floor(length * (1 - START_SHARE)));
    const note = noteFor({ characters: text.length - start.length - end.length, line: start.split('\n').length });
    const short = `${start}${start.endsWith('\n') ? '' : '\n'}${note}\n${end}`;
    if (tokensOf(short) <= most) return short;
  }
  const note = noteFor({ characters: text.length, line: 1 });
  return note.length < text.length ? note : text;
}

/** Without its last, halved line, unless that line is most of it. */
function wholeLines(text: string): string {
  const end = text.lastIndexOf('\n') + 1;
  return end > text.length / 2 ? text.slice(0, end) : text;
}

/** A call's input is an object; this key holds the start and the end of one that has too much beside its texts. */
const WHOLE_INPUT = 'shortened_input';

/**
 * An input of a tool call with its longest texts shortened, so that it has at most `most` tokens. One that has more without
 * its texts (a long list of numbers, for example) becomes an object with one text. Linear.
 */
export function shortenInput(input: Json, { most, noteFor }: Omit<ShortenOptions, 'tokensOf'>): Json {
  const json = JSON.stringify(input);
  const texts: number[] = [];
  // The engine's own walk: an input from a server may be nested as deep as it likes.
  JSON.stringify(input, (_, value: Json) => {
    if (typeof value === 'string') texts.push(tokensOfJson(value));
    return value;
  });
  const beside = estimateText(json) - texts.reduce((sum, tokens) => sum + tokens, 0);
  const each = capFor(texts, most - beside);
  const options = { most: each, noteFor, tokensOf: tokensOfJson };
  const short: Json = JSON.parse(json, (_, value: Json) =>
    typeof value === 'string' ? shortenText(value, options) : value,
  );
  if (typeof short === 'object' && short !== null && estimateText(JSON.stringify(short)) <= most) return short;
  return { [WHOLE_INPUT]: shortenText(json, { most: most - WRAPPED, noteFor, tokensOf: tokensOfJson }) };
}

function tokensOfJson(text: string): number {
  return estimateText(JSON.stringify(text));
}

/** The object around the text of a whole input. */
const WRAPPED = estimateText(JSON.stringify({ [WHOLE_INPUT]: '' }));

/** The most that each of `sizes` may have so that all together have at most `budget`; infinite where they do as they are. */
export function capFor(sizes: readonly number[], budget: number): number {
  let left = budget;
  let parts = sizes.length;
  for (const size of [...sizes].sort((a, b) => a - b)) {
    if (size * parts > left) return Math.max(0, Math.floor(left / parts));
    left -= size;
    parts--;
  }
  return Number.POSITIVE_INFINITY;
}
