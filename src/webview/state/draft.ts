/** What a person has typed and not sent yet, thread by thread, and what became of sending it. */
import type { Snapshot } from '../../core/protocol/panel-state.ts';

/** The thread's id; empty while none is open. */
export type DraftKey = string;

export interface Drafts {
  readonly texts: ReadonlyMap<DraftKey, string>;
  /** Given to the host and not answered yet. */
  readonly sending?: { readonly key: DraftKey; readonly text: string };
  /** Why the host did not take it. */
  readonly refused?: { readonly key: DraftKey; readonly why: string };
}

/** Drafts that are kept; the ones of threads that were typed in longest ago go. */
const MOST = 20;

export const noDrafts: Drafts = { texts: new Map() };

export function draftKeyOf({ thread }: Pick<Snapshot, 'thread'>): DraftKey {
  return thread?.id ?? '';
}

export function draftText({ texts }: Drafts, key: DraftKey): string {
  return texts.get(key) ?? '';
}

/** The whole text is now this. */
export function type(drafts: Drafts, key: DraftKey, text: string): Drafts {
  const { refused: _, ...rest } = drafts;
  return { ...rest, texts: put(drafts.texts, key, text) };
}

/** Undefined when there is nothing to send, or the last is not answered yet. */
export function send(drafts: Drafts, key: DraftKey): Drafts | undefined {
  const text = draftText(drafts, key);
  if (text.trim() === '' || drafts.sending) return undefined;
  return { texts: drafts.texts, sending: { key, text } };
}

/** The host took it: gone is what was sent, and what was typed meanwhile stays. */
export function taken({ texts, sending }: Drafts): Drafts {
  if (!sending) return { texts };
  const { key, text } = sending;
  const now = texts.get(key) ?? '';
  return { texts: put(texts, key, now.startsWith(text) ? now.slice(text.length).trimStart() : now) };
}

/** The host did not take it: all of it stays. */
export function refuse({ texts, sending }: Drafts, why: string): Drafts {
  return sending ? { texts, refused: { key: sending.key, why } } : { texts };
}

/** A queued message comes back, before what is being typed. */
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
