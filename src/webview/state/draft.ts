/** The drafts: the unsent text of each thread, and whether one is being sent or was refused. */
import type { Snapshot } from '../../core/protocol/panel-state.ts';

/** The thread's id; empty while none is open. */
export type DraftKey = string;

export interface Drafts {
  readonly texts: ReadonlyMap<DraftKey, string>;
  /** The draft that was sent and is not answered yet. */
  readonly sending?: { readonly key: DraftKey; readonly text: string };
  /** Why the host refused the draft that was sent last. */
  readonly refused?: { readonly key: DraftKey; readonly why: string };
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
  return { texts: drafts.texts, sending: { key, text } };
}

/** The host took the draft: the sent text is removed, and text that was added since stays. */
export function taken({ texts, sending }: Drafts): Drafts {
  if (!sending) return { texts };
  const { key, text } = sending;
  const now = texts.get(key) ?? '';
  return { texts: put(texts, key, now.startsWith(text) ? now.slice(text.length).trimStart() : now) };
}

/** The host refused the draft, which stays. */
export function refuse({ texts, sending }: Drafts, why: string): Drafts {
  return sending ? { texts, refused: { key: sending.key, why } } : { texts };
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
