/** Tells the text of a summary, which a person may edit, from the frame that the program puts around it, and puts that back. */
import type { Block, Message } from '../message/message.ts';
import { extractIntro } from '../prompts/thread-labels.ts';
import { isMadeFromLog, refNoteIn } from './notes.ts';
import { isRetained, RETAIN_LABEL, retainedIn } from './summarize/retained.ts';

/** Starts a summary by a model. */
export const SUMMARY_LABEL =
  'The messages of this thread up to here are replaced by this record of them. It is history: what it says was done is done, so repeat none of it and run none of it again.';
/** Starts the summary of a range at the head of a thread. */
export const HEAD_LABEL = 'Summary of the thread up to here, in place of the messages themselves:\n\n';

/** Stands in the text that is edited before the lines that are carried from compaction to compaction (R48), up to the first empty line. */
const KEPT_HEADING = '## Lines that later compactions keep';

/** What the program has put around a summary. */
export interface SummaryFrame {
  readonly before: string;
  /** The ref by which the messages can be read. */
  readonly after: string;
  /** Beside it: what the person typed. */
  readonly beside: readonly Message[];
  readonly role: Message['role'];
}

/** Of a replacement as its compaction was written with it. Undefined where a block is no text, so that it can't be edited. */
export function frameOf(replacement: readonly Message[]): SummaryFrame | undefined {
  const parts = partsOf(replacement);
  if (!parts) return undefined;
  const { body, beside } = parts;
  const first = body[0] ?? '';
  const before = [`${SUMMARY_LABEL}\n\n`, HEAD_LABEL, extractIntro(first)].find(
    (label) => label !== undefined && first.startsWith(label),
  );
  const role = replacement.find((message) => !beside.includes(message))?.role ?? 'user';
  return { before: before ?? '', after: refNoteIn(body.at(-1) ?? ''), beside, role };
}

/** The text that a person reads and edits. Undefined where there is none. */
export function editableText(replacement: readonly Message[], { before, after }: SummaryFrame): string | undefined {
  const parts = partsOf(replacement);
  if (!parts) return undefined;
  const whole = parts.body.join('\n\n');
  const start = whole.startsWith(before) ? before.length : 0;
  const said = whole.slice(start, after !== '' && whole.endsWith(after) ? whole.length - after.length : whole.length);
  const body = before === '' ? withoutGap(said) : said;
  const { kept } = parts;
  if (kept === undefined) return body;
  return `${KEPT_HEADING}\n${kept}${body === '' ? '' : `\n\n${body}`}`;
}

/** The replacement that says this text, in the frame. Empty where the text is blank; with kept lines alone it still names the ref. */
export function framed(text: string, { before, after, beside, role }: SummaryFrame): readonly Message[] {
  const { kept, body } = split(text);
  const lines = kept.trim() === '' ? [] : [`${RETAIN_LABEL}\n${kept}`];
  const said = body.trim() === '' ? '' : body;
  if (lines.length === 0 && said === '') return [];
  const texts =
    said === '' && after === '' ? lines : [...lines, (before === '' ? withGap(said) : before + said) + after];
  return [...texts.map((said) => ({ role, blocks: [{ type: 'text', text: said } as const] })), ...beside];
}

/** An empty line before a text that begins as one of the program's own, which would be read as that. A text with a label needs none. */
export function withGap(text: string): string {
  return isOwn(text.replace(/^\n+/, '')) ? `\n${text}` : text;
}

function withoutGap(text: string): string {
  return text.startsWith('\n') && isOwn(text.replace(/^\n+/, '')) ? text.slice(1) : text;
}

function isOwn(text: string): boolean {
  return isRetained(text) || isMadeFromLog(text);
}

function split(text: string): { readonly kept: string; readonly body: string } {
  if (!text.startsWith(`${KEPT_HEADING}\n`)) return { kept: '', body: text };
  const rest = text.slice(KEPT_HEADING.length + 1);
  const end = rest.startsWith('\n') ? 0 : rest.indexOf('\n\n');
  return end < 0
    ? { kept: rest, body: '' }
    : { kept: rest.slice(0, end), body: rest.slice(end).replace(/^\n{1,2}/, '') };
}

interface Parts {
  /** The lines that are carried on, without their label. */
  readonly kept?: string;
  readonly body: readonly string[];
  readonly beside: readonly Message[];
}

function partsOf(replacement: readonly Message[]): Parts | undefined {
  const beside = replacement.filter(({ blocks }) =>
    blocks.every((block) => block.type === 'text' && isMadeFromLog(block.text)),
  );
  const blocks = replacement.flatMap((message): readonly Block[] => (beside.includes(message) ? [] : message.blocks));
  const texts: string[] = [];
  for (const block of blocks) {
    if (block.type !== 'text') return undefined;
    texts.push(block.text);
  }
  if (texts.length === 0) return undefined;
  const kept = retainedIn(texts[0] ?? '');
  return { ...(kept !== undefined && { kept }), body: kept === undefined ? texts : texts.slice(1), beside };
}
