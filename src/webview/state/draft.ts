/** The drafts: the unsent text of each thread, and whether one is being sent or was refused. */
import type { DraftText } from '../../core/protocol/panel-messages.ts';
import type { Snapshot } from '../../core/protocol/panel-state.ts';
import type { ExpandedPrompt, PlaceholderSpan } from '../../core/workspace/prompts/expand-prompt.ts';
import { afterEdit, moved, type Placeholders, placeholdersAt, textsOf } from './placeholders.ts';

/** The thread's id; empty while none is open. */
export type DraftKey = string;

export interface Drafts {
  readonly texts: ReadonlyMap<DraftKey, string>;
  /** Of the prompts that were inserted into them. */
  readonly placeholders: ReadonlyMap<DraftKey, Placeholders>;
  /** The draft that was sent and is not answered yet. */
  readonly sending?: { readonly key: DraftKey; readonly text: string };
  /** Why the draft that was sent last was refused; `canSend`: to send it again sends it as it is. */
  readonly refused?: { readonly key: DraftKey; readonly why: string; readonly canSend?: true };
}

/** How many drafts are kept; those that were edited longest ago are dropped. */
const MOST = 20;

export const noDrafts: Drafts = { texts: new Map(), placeholders: new Map() };

export function draftKeyOf({ thread }: Pick<Snapshot, 'thread'>): DraftKey {
  return thread?.id ?? '';
}

export function draftText({ texts }: Drafts, key: DraftKey): string {
  return texts.get(key) ?? '';
}

/** Replaces the draft's text. */
export function type(drafts: Drafts, key: DraftKey, text: string): Drafts {
  const placeholders = drafts.placeholders.get(key);
  return withText(drafts, key, text, placeholders && afterEdit(placeholders, draftText(drafts, key), text));
}

/** Shows a draft as it is in another panel. */
export function receiveDraft(drafts: Drafts, { thread, text, places = [] }: DraftText): Drafts {
  const known = draftText(drafts, thread) === text ? drafts.placeholders.get(thread) : undefined;
  return withText(drafts, thread, text, known ?? placeholdersAt(text, places));
}

function withText(
  { refused: _, ...drafts }: Drafts,
  key: DraftKey,
  text: string,
  placeholders: Placeholders | undefined,
): Drafts {
  const isEmpty = text === '' || !placeholders || placeholders.known.size === 0;
  return {
    ...drafts,
    texts: put(drafts.texts, key, text === '' ? undefined : text),
    placeholders: put(drafts.placeholders, key, isEmpty ? undefined : placeholders),
  };
}

/** Undefined when the draft is blank with nothing attached, or another is not answered yet. */
export function send(drafts: Drafts, key: DraftKey, hasAttached = false): Drafts | undefined {
  const text = draftText(drafts, key);
  if ((text.trim() === '' && !hasAttached) || drafts.sending) return undefined;
  const { refused: _, ...rest } = drafts;
  return { ...rest, sending: { key, text } };
}

/** The host took the draft: the sent text is removed, and text that was added since stays. */
export function taken({ sending, ...drafts }: Drafts): Drafts {
  if (!sending) return drafts;
  const { key, text } = sending;
  const now = draftText(drafts, key);
  return withText(drafts, key, now.startsWith(text) ? now.slice(text.length).trimStart() : now, undefined);
}

/** The host refused the draft, which stays. */
export function refuse({ sending, ...rest }: Drafts, why: string): Drafts {
  return sending ? { ...rest, refused: { key: sending.key, why } } : rest;
}

const NO_PLACEHOLDERS: readonly PlaceholderSpan[] = [];

/** What is still to be filled in; the same list until the draft is edited. */
export function openPlaceholders({ placeholders }: Drafts, key: DraftKey): readonly PlaceholderSpan[] {
  return placeholders.get(key)?.open ?? NO_PLACEHOLDERS;
}

/** The draft is not sent yet, as placeholders of its prompt are not filled in. Undefined where all are, or the person was told. */
export function holdForPlaceholders(
  drafts: Drafts,
  key: DraftKey,
  why: (placeholders: readonly string[]) => string,
): Drafts | undefined {
  const placeholders = drafts.placeholders.get(key);
  if (!placeholders || placeholders.told || placeholders.open.length === 0) return undefined;
  return {
    ...drafts,
    placeholders: put(drafts.placeholders, key, { ...placeholders, told: true }),
    refused: { key, why: why(textsOf(draftText(drafts, key), placeholders.open)), canSend: true },
  };
}

/** Puts a queued message's text, or a prompt, before the draft. */
export function takeBack(
  drafts: Drafts,
  key: DraftKey,
  text: string,
  placeholders: ExpandedPrompt['placeholders'] = [],
): Drafts {
  const now = draftText(drafts, key);
  const isBlank = now.trim() === '';
  const whole = isBlank ? text : `${text}\n\n${now}`;
  const old = isBlank ? undefined : drafts.placeholders.get(key);
  const open = [...placeholders, ...moved(old?.open ?? [], text.length + 2)];
  return withText(drafts, key, whole, placeholdersAt(whole, open, old?.known));
}

function put<T>(map: ReadonlyMap<DraftKey, T>, key: DraftKey, value: T | undefined): ReadonlyMap<DraftKey, T> {
  const next = new Map(map);
  next.delete(key);
  if (value !== undefined) next.set(key, value);
  return new Map([...next].slice(-MOST));
}
