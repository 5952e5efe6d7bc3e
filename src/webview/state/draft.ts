/** The drafts: the unsent text of each thread, and whether one is being sent or was refused. */
import type { Snapshot } from '../../core/protocol/panel-state.ts';

/** The thread's id; empty while none is open. */
export type DraftKey = string;

export interface Drafts {
  readonly texts: ReadonlyMap<DraftKey, string>;
  /** The draft that was sent and is not answered yet. */
  readonly sending?: { readonly key: DraftKey; readonly text: string };
  /** Why the draft that was sent last was refused; `canSend`: to send it again sends it as it is. */
  readonly refused?: { readonly key: DraftKey; readonly why: string; readonly canSend?: true };
  /** What was to be filled in of the prompt that was inserted last; `said`: the person was told that some of it is not. */
  readonly prompt?: { readonly key: DraftKey; readonly places: readonly string[]; readonly said?: true };
}

/** How many drafts are kept; those that were edited longest ago are dropped. */
const MOST = 20;

export const noDrafts: Drafts = { texts: new Map() };

export function draftKeyOf({ thread }: Pick<Snapshot, 'thread'>): DraftKey {
  return thread?.id ?? '';
}

export function draftText({ texts }: Drafts, key: DraftKey): string {
  return texts.get(key) ?? '';
}

/** Replaces the draft's text. */
export function type(drafts: Drafts, key: DraftKey, text: string): Drafts {
  const { refused: _, ...rest } = drafts;
  return { ...rest, texts: put(drafts.texts, key, text) };
}

/** Undefined when the draft is blank with nothing attached, or another is not answered yet. */
export function send(drafts: Drafts, key: DraftKey, hasAttached = false): Drafts | undefined {
  const text = draftText(drafts, key);
  if ((text.trim() === '' && !hasAttached) || drafts.sending) return undefined;
  const { refused: _, ...rest } = drafts;
  return { ...rest, sending: { key, text } };
}

/** The host took the draft: the sent text is removed, and text that was added since stays. */
export function taken({ texts, sending, prompt }: Drafts): Drafts {
  const others = prompt && prompt.key !== sending?.key ? { prompt } : {};
  if (!sending) return { texts, ...others };
  const { key, text } = sending;
  const now = texts.get(key) ?? '';
  return { texts: put(texts, key, now.startsWith(text) ? now.slice(text.length).trimStart() : now), ...others };
}

/** The host refused the draft, which stays. */
export function refuse({ sending, ...rest }: Drafts, why: string): Drafts {
  return sending ? { ...rest, refused: { key: sending.key, why } } : rest;
}

/** The places of a prompt that are still to be filled in. */
export function openPlaces({ texts, prompt }: Drafts, key: DraftKey): readonly string[] {
  const text = texts.get(key) ?? '';
  return prompt?.key === key ? prompt.places.filter((place) => text.includes(place)) : [];
}

/** A prompt came into the draft. */
export function withPrompt(drafts: Drafts, key: DraftKey, places: readonly string[]): Drafts {
  return { ...drafts, prompt: { key, places } };
}

/** The draft is not sent yet, as places of its prompt are open. Undefined where none is, or the person knows. */
export function holdForPlaces(
  drafts: Drafts,
  key: DraftKey,
  why: (places: readonly string[]) => string,
): Drafts | undefined {
  const { prompt } = drafts;
  const open = openPlaces(drafts, key);
  if (!prompt || prompt.said || open.length === 0) return undefined;
  return { ...drafts, prompt: { ...prompt, said: true }, refused: { key, why: why(open), canSend: true } };
}

/** Puts a queued message's text before the draft. */
export function takeBack(drafts: Drafts, key: DraftKey, text: string): Drafts {
  const now = draftText(drafts, key);
  return type(drafts, key, now.trim() === '' ? text : `${text}\n\n${now}`);
}

function put(texts: ReadonlyMap<DraftKey, string>, key: DraftKey, text: string): ReadonlyMap<DraftKey, string> {
  const next = new Map(texts);
  next.delete(key);
  if (text !== '') next.set(key, text);
  return new Map([...next].slice(-MOST));
}
