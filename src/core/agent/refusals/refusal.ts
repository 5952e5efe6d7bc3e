/** Reads out of a server's refusal what is conceded: the most images or tokens, the types of images, seals, tools. */
import type { ToolDefinition } from '../ports.ts';
import type { Conceded, Concession } from './conceded.ts';

/** What was sent, as far as a refusal can be about it. */
export interface SentParts {
  readonly images: number;
  /** Media types of its images. */
  readonly imageTypes: readonly string[];
  readonly hasTools: boolean;
  /** In their order. */
  readonly tools: readonly ToolDefinition[];
  readonly hasSeals: boolean;
  readonly forbidsCalls: boolean;
  readonly maxTokens: number;
  /** A level of effort was asked for. */
  readonly asksEffort: boolean;
  /** What was conceded before it. */
  readonly conceded: Conceded;
}

/** To add a refusal is to add a row: who says it, word for word; what recognizes it; what is conceded, undefined where that changes nothing. */
export interface Refusal {
  readonly said: readonly string[];
  readonly match: RegExp;
  readonly concede: (found: RegExpExecArray, sent: SentParts) => Concession | undefined;
}

export const model = (conceded: Conceded): Concession => ({ type: 'model', conceded });
export const always = (conceded: Conceded) => () => model(conceded);
export const ifTools = (_: unknown, { hasTools }: SentParts) => (hasTools ? model({ tools: 'none' }) : undefined);
export const ifImages = (_: unknown, { images }: SentParts) => (images > 0 ? model({ images: 0 }) : undefined);
export const ifSeals = (_: unknown, { hasSeals }: SentParts): Concession | undefined =>
  hasSeals ? { type: 'thread', without: 'seals' } : undefined;

export function otherEffort(_: unknown, { asksEffort, conceded }: SentParts): Concession | undefined {
  if (conceded.effort === 'none') return model({ effort: 'unsaid' });
  return asksEffort ? model({ effort: 'refused' }) : undefined;
}

export function atMostImages({ input }: RegExpExecArray, { images }: SentParts): Concession | undefined {
  if (/\bbytes\b|pixels|\b[MK]i?B\b|dimension|resolution/i.test(input)) return undefined;
  const most = boundIn(input) ?? (/too many/i.test(input) ? Math.floor(images / 2) : images);
  return images > most ? model({ images: most }) : undefined;
}

export function atMostTokens({ input }: RegExpExecArray, { maxTokens }: SentParts): Concession | undefined {
  const isUnbound = /too (?:large|big|high|many)|exceed/i.test(input) && !/\d/.test(input);
  const most = boundIn(input) ?? (isUnbound ? Math.floor(maxTokens / 2) : 0);
  return most >= 1 && most < maxTokens ? model({ maxTokens: most }) : undefined;
}

/** The highest number that the message says is taken. */
function boundIn(message: string): number | undefined {
  const found = AFFORDABLE.exec(message) ?? BOUND.exec(message);
  const value = Number(found?.[1]?.replace(/[,_]/g, ''));
  if (!found || !Number.isSafeInteger(value)) return undefined;
  const isExclusive = /^\[.*\)$|\(exclusive$|(less|lower|smaller|fewer) than [\s:(`'"]*\d/i.test(found[0]);
  return isExclusive ? value - 1 : value;
}

/** What an account can pay for is said behind what was asked for. */
const AFFORDABLE = /can only afford (\d[\d,]*)/i;

const BOUND =
  /(?:\[\s*\d+\s*,\s*|\(inclusive\) to |<=?\s*|≤\s*|>\s*|\b(?:less|lower|smaller|fewer) than (?:or equal to )?|at most|no more than|up to|not (?:be )?(?:exceed|(?:greater|larger|more|higher) than)|exceed|between \d+ and|\bonly|\b(?:max(?:imum)?|limit(?:ed)?)(?: [a-z_]+){0,5}?)[\s:(`'"]*(?:(?<=\s)[a-z_]+=(?:[a-z_]+=)*)?(\d[\d,_]*)(?:\)| \(exclusive)?/i;

/** Formats that the message refuses, or those of the request that it does not list as taken. Where there is none, one image is broken. */
export function ofOneType({ input }: RegExpExecArray, { images, imageTypes }: SentParts): Concession | undefined {
  if (images === 0) return undefined;
  const broken: Concession = { type: 'thread', without: 'new-images' };
  if (/does not match|exceeds|too (large|small|big)|dimensions/i.test(input)) return broken;
  const taken = new Set<string>();
  const refused = new Set<string>();
  for (const sentence of input.split(/[.;]\s/)) {
    const named = IMAGE_FORMATS.flatMap(([name, form]) => (form.test(sentence) ? [`image/${name}`] : []));
    const isRefusal =
      /unsupported|invalid|unknown|not (be )?(supported|allowed|accepted|enabled)|n't support|not support/i.test(
        sentence,
      );
    for (const type of named) (isRefusal ? refused : taken).add(type);
  }
  const types = imageTypes.filter((type) => refused.has(type) || (taken.size > 0 && !taken.has(type)));
  return types.length > 0 ? model({ imageTypes: types }) : broken;
}

export const IMAGE_FORMATS = [
  ['gif', /\bgif\b/i],
  ['webp', /\bwebp\b/i],
  ['png', /\bpng\b/i],
  ['jpeg', /\bjpe?g\b/i],
] as const;

/** A refusal for its bytes, of which images are most. */
export const OLDER_IMAGES: Concession = { type: 'thread', without: 'older-images' };

/** A request that holds all that a refusal can be about. */
export const EVERYTHING: SentParts = {
  images: Number.MAX_SAFE_INTEGER,
  imageTypes: IMAGE_FORMATS.map(([name]) => `image/${name}`),
  hasTools: true,
  tools: [],
  hasSeals: true,
  forbidsCalls: true,
  maxTokens: Number.MAX_SAFE_INTEGER,
  asksEffort: true,
  conceded: {},
};
