/** The types of recording.mjs, which is plain JavaScript so that it runs before anything is installed. */
import type { Recording } from '../../src/providers/replay/recording.ts';

export function recordingOf(thread: {
  readonly title: string;
  readonly messages: readonly { readonly role: string; readonly content: readonly object[] }[];
}): Recording;

export function textOf(recording: Recording): string;
