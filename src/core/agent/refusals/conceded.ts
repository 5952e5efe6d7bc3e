/** What a server refused of requests to one model, so that later requests go without it. */
import { isObject, readField, readList, readText } from '../../lang/read-value.ts';

/** Each field is absent until a server has refused what requests have without it. */
export interface Conceded {
  /** The most images of a request; 0: none. */
  readonly images?: number;
  /** Media types of images that are not sent. */
  readonly imageTypes?: readonly string[];
  /** No tools are offered; calls and results go as text. */
  readonly tools?: 'none';
  /** Single tools that are not sent, each as its `toolMark`. */
  readonly toolsLeftOut?: readonly string[];
  /** A request that forbids calls offers no tools, since the choice can't be named. */
  readonly toolChoice?: 'unsaid';
  /** The most tokens that may be asked for as a reply. */
  readonly maxTokens?: number;
  /** `none` is asked for; `unsaid`: it was refused too; `refused`: the level that the person chose is not asked for. */
  readonly effort?: 'none' | 'unsaid' | 'refused';
  /** The model seals nothing and opens nothing. */
  readonly seals?: 'none';
  /** The first call of each step has Google's stand-in where the model did not sign it. */
  readonly signatures?: 'google';
  /** The usage at the end of a stream is not asked for. */
  readonly usage?: 'unasked';
  /** The name of the limit of a reply. */
  readonly limitName?: 'max_completion_tokens';
  /** `reasoning_content` goes with each message of the model's, if an empty one, or with none. */
  readonly reasoning?: 'always' | 'never';
  /** Ids of calls have nine letters and digits. */
  readonly ids?: 'short';
  /** The model says a word between results and what the user says after them. */
  readonly roles?: 'alternate';
  /** The system prompt goes at the head of the first message. */
  readonly system?: 'as-user';
  /** Summaries of reasoning are not asked for. */
  readonly thoughts?: 'unasked';
  /** No prefix is marked for the provider's cache. */
  readonly cacheMarks?: 'none';
}

/** What one refusal makes of later requests. */
export type Concession =
  /** Holds for the model at this endpoint. */
  | { readonly type: 'model'; readonly conceded: Conceded }
  /** What this thread sent so far goes without: all seals, the images that no request before had, or all but the newest images. */
  | { readonly type: 'thread'; readonly without: 'seals' | 'new-images' | 'older-images' };

/** Keeps what was conceded, by `AgentModel.modelKey`. */
export interface ConcessionMemory {
  read(modelKey: string): Conceded;
  /** In place of what was kept before. */
  write(modelKey: string, conceded: Conceded): void;
  /** Fingerprints of the seals that were refused in a thread. */
  readSeals(modelKey: string, thread: string): readonly string[];
  /** In place of what was kept before. */
  writeSeals(modelKey: string, thread: string, seals: readonly string[]): void;
}

export function localMemory(): ConcessionMemory {
  const kept = new Map<string, Conceded>();
  return {
    read: (modelKey) => kept.get(modelKey) ?? {},
    write: (modelKey, conceded) => void kept.set(modelKey, conceded),
    // `conceding` keeps those of its threads for as long as it lives.
    readSeals: () => [],
    writeSeals: () => {},
  };
}

/** A number is only ever lowered here; it is forgotten as a whole. */
export function mergeConceded(known: Conceded, more: Conceded): Conceded {
  const least = (a: number | undefined, b: number | undefined) => Math.min(a ?? Infinity, b ?? Infinity);
  const images = least(known.images, more.images);
  const maxTokens = least(known.maxTokens, more.maxTokens);
  const types = new Set([...(known.imageTypes ?? []), ...(more.imageTypes ?? [])]);
  const tools = new Set([...(known.toolsLeftOut ?? []), ...(more.toolsLeftOut ?? [])]);
  return {
    ...known,
    ...more,
    ...(images < Infinity && { images }),
    ...(maxTokens < Infinity && { maxTokens }),
    ...(types.size > 0 && { imageTypes: [...types].sort() }),
    ...(tools.size > 0 && { toolsLeftOut: [...tools].sort() }),
  };
}

export function sameConceded(a: Conceded, b: Conceded): boolean {
  return JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());
}

/** The words that each field may have; the others are read by themselves. */
const WORDS = {
  tools: ['none'],
  toolChoice: ['unsaid'],
  effort: ['none', 'unsaid', 'refused'],
  seals: ['none'],
  signatures: ['google'],
  usage: ['unasked'],
  limitName: ['max_completion_tokens'],
  reasoning: ['always', 'never'],
  ids: ['short'],
  roles: ['alternate'],
  system: ['as-user'],
  thoughts: ['unasked'],
  cacheMarks: ['none'],
} as const satisfies {
  readonly [K in Exclude<
    keyof Conceded,
    'images' | 'imageTypes' | 'maxTokens' | 'toolsLeftOut'
  >]-?: readonly Conceded[K][];
};

/** What was stored; a field that can't be read is as one that was never conceded. */
export function readConceded(stored: unknown): Conceded {
  if (!isObject(stored)) return {};
  const images = readField(stored, 'images');
  const maxTokens = readField(stored, 'maxTokens');
  const imageTypes = readList(readField(stored, 'imageTypes')).flatMap((type) => readText(type) ?? []);
  const toolsLeftOut = readList(readField(stored, 'toolsLeftOut')).flatMap((mark) => readText(mark) ?? []);
  const words = Object.entries(WORDS).flatMap(([field, allowed]) => {
    const word = allowed.find((one) => one === readField(stored, field));
    return word === undefined ? [] : [[field, word] as const];
  });
  return {
    ...(isCount(images) && { images }),
    ...(isCount(maxTokens) && maxTokens > 0 && { maxTokens }),
    ...(imageTypes.length > 0 && { imageTypes }),
    ...(toolsLeftOut.length > 0 && { toolsLeftOut }),
    ...Object.fromEntries(words),
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
