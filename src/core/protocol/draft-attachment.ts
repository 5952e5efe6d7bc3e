/** The messages between panel and host about attachments of the draft: what the panel shows, and what it asks to attach. */
import * as v from 'valibot';
import type { AttachmentView } from '../view/row.ts';

/** Characters of a text, and of the base64 of a file's bytes, that the panel may send. */
export const MOST_TEXT = 1_000_000;
export const MOST_DATA = 28_000_000;
/** Files that are dropped at once. */
export const MOST_DROPPED = 20;

export interface DraftAttachmentView extends Pick<AttachmentView, 'kind' | 'name' | 'lines' | 'tokens'> {
  /** Of the window, rising. */
  readonly id: number;
  /** Of the file that it was read from, since then. */
  readonly source: 'none' | 'same' | 'changed' | 'gone';
}

/** They replace those that were sent before. */
export interface DraftAttachmentsView {
  /** The id of the thread; empty while none is open. */
  readonly thread: string;
  readonly list: readonly DraftAttachmentView[];
}

const uri = v.pipe(v.string(), v.maxLength(10_000));
const line = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Of a file that was dropped alone: the person is asked whether to import it where it holds a recorded thread. */
const dropped = v.optional(v.boolean());

/** What a person asks to attach; lines are from 1. */
export const AttachWish = v.variant('type', [
  v.object({ type: v.literal('file'), uri, dropped }),
  v.object({ type: v.literal('folder'), uri }),
  v.object({ type: v.literal('symbol'), uri, from: line, to: line }),
  v.object({ type: v.literal('problems') }),
  v.object({ type: v.literal('selection') }),
  v.object({ type: v.literal('text'), text: v.pipe(v.string(), v.maxLength(MOST_TEXT)) }),
  /** The bytes of a file that has no address, as base64. */
  v.object({
    type: v.literal('data'),
    name: v.pipe(v.string(), v.maxLength(1_000)),
    data: v.pipe(v.string(), v.maxLength(MOST_DATA)),
    dropped,
  }),
]);
export type AttachWish = v.InferOutput<typeof AttachWish>;

/** `why` is a sentence for the person. */
export interface Attaching {
  readonly attached: number;
  readonly why?: string;
}
