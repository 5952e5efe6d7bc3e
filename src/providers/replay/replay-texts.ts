/** The texts that a replay adds: its introduction, its summaries and its end. */
import { oneLine } from '../../core/lang/clip.ts';
import { playedLine } from './position.ts';
import type { RecordedReply, Recording } from './recording.ts';

/** In front of a reply's own words; empty inside of a turn. */
export function introOf({ name }: Pick<Recording, 'name'>, { asked }: RecordedReply, position: number): string {
  if (asked === undefined) return '';
  const label = `**This is a recording, no model.** Whatever you type, the recorded thread “${name}” goes on by a turn. Nothing leaves this computer; the tools answer as they did when it was recorded, and change nothing.\n\n`;
  return `${position === 0 ? label : ''}${quote(`**Asked in the recording:** ${asked}`)}\n\n`;
}

export function endText({ name }: Pick<Recording, 'name'>): string {
  return `The recording “${name}” is over. Choose a model to go on with this thread, or begin a new thread to see it again.`;
}

/** Characters of what was asked, and of an answer, in a summary. */
const CLIP = 240;

/** Stands in for the summary that a model would write: turn by turn what was asked and answered up to `position`. */
export function recordedSummaryText(recording: Pick<Recording, 'replies'>, position: number): string {
  const played = recording.replies.slice(0, position);
  const lines = played.flatMap(({ asked, text, calls = [] }) => [
    ...(asked === undefined ? [] : [`- Asked: ${oneLine(asked, CLIP)}`]),
    ...(calls.length > 0 || text === undefined ? [] : [`  Answered: ${oneLine(text, CLIP)}`]),
  ]);
  const head = 'A recording writes no summaries; this is put together from what was said in it.';
  return `<summary>\n${[head, '', ...lines, '', playedLine(position, recording)].join('\n')}\n</summary>`;
}

function quote(text: string): string {
  return text.replaceAll(/^/gm, '> ');
}
