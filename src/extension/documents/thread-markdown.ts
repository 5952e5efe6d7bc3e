/** A thread as Markdown for people: everything that was said, with the calls and their results in fences. */

import { assertNever } from '../../core/lang/assert-never.ts';
import { fenced } from '../../core/lang/fence.ts';
import { attachmentLocation } from '../../core/message/attachment.ts';
import type { Block } from '../../core/message/message.ts';
import type { CompactionEntry, Entry, MessageEntry } from '../../core/thread/entry.ts';
import { along } from '../../core/thread/path.ts';
import type { Thread } from '../../core/thread/thread.ts';
import { inputText } from '../../core/view/call-input.ts';
import { formatTokens } from '../../core/view/format.ts';
import { joinedText } from '../../core/view/message-rows.ts';
import { recordedCompactionText } from '../../core/view/row-words.ts';
import type { L10n } from '../l10n/l10n.ts';
import { attemptText } from '../words/attempt-text.ts';

/** Pieces of the document, in order; linear in the thread. `asker` is who wrote the messages to the model. */
export function* threadMarkdown(thread: Thread, l10n: L10n, asker: string = l10n.t('You')): Generator<string> {
  yield `# ${oneLineTitle(thread.title ?? l10n.t('Untitled Thread'))}\n`;
  const time = new Intl.DateTimeFormat(l10n.locale, { dateStyle: 'medium', timeStyle: 'short' });
  const summaries = new Map(thread.compactions.map((compaction) => [compaction.id, compaction]));
  for (const entry of along(thread.entries, thread.path)) {
    const text = entryText(entry, summaries, thread, { time, asker }, l10n);
    if (text !== undefined) yield `\n${text}\n`;
  }
}

interface Head {
  readonly time: Intl.DateTimeFormat;
  readonly asker: string;
}

function entryText(
  entry: Entry,
  compactions: ReadonlyMap<number, CompactionEntry>,
  { undone }: Thread,
  head: Head,
  l10n: L10n,
): string | undefined {
  switch (entry.type) {
    case 'message':
      return messageText(entry, head, l10n);
    case 'compaction':
      return compactionText(compactions.get(entry.id) ?? entry, undone.has(entry.id), l10n);
    case 'note':
      return quoted(entry.text);
    case 'compaction_attempt':
      return quoted(attemptText(entry, l10n));
    case 'undo':
    case 'redo':
    case 'summary_edit':
    case 'restore':
    case 'pin':
    case 'queued':
    case 'unqueued':
    case 'model':
    case 'title':
    case 'permission':
    case 'file':
    case 'file_restore':
    case 'command_files':
    case 'sub_agent':
    case 'instructions':
    case 'tools':
      return undefined;
    default:
      return assertNever(entry);
  }
}

function messageText({ at, origin, model, blocks }: MessageEntry, { time, asker }: Head, l10n: L10n): string {
  const { t } = l10n;
  const parts = blocks.flatMap((block) => blockText(block, l10n) ?? []);
  if (origin === 'tools') return parts.join('\n\n');
  const names = { typed: asker, program: t('Program'), model: t('Assistant') };
  const head = [names[origin], ...(model === undefined ? [] : [model]), time.format(at)].join(' · ');
  return [`## ${head}`, ...parts].join('\n\n');
}

function blockText(block: Block, { t }: L10n): string | undefined {
  switch (block.type) {
    case 'text':
    case 'native':
      return block.text;
    case 'thinking':
      return block.text === '' ? undefined : quoted(`${t('Thinking')}\n\n${block.text}`);
    case 'reminder':
      return quoted(block.text);
    case 'redacted_thinking':
    case 'checkpoint':
      return undefined;
    case 'tool_use':
      return `**${t('Tool {0}', block.name)}**\n\n${fenced(inputText(block))}`;
    case 'tool_result': {
      const media = block.content.filter(({ type }) => type !== 'text').map(({ type }) => `*(${type})*`);
      return [fenced(joinedText(block.content)), ...media].join('\n\n');
    }
    case 'attachment':
      return `**${attachmentLocation(block)}**\n\n${fenced(block.text)}`;
    case 'image':
      return `*(${t('Image')}, ${block.mediaType})*`;
    case 'document':
      return `*(${t('Document')}, ${block.name ?? block.mediaType})*`;
    default:
      return assertNever(block);
  }
}

function compactionText(
  { edits, tokensBefore: before, tokensAfter: after }: CompactionEntry,
  isUndone: boolean,
  l10n: L10n,
): string {
  const size = (tokens: number) => formatTokens(tokens, l10n.locale);
  const sizes =
    before === undefined || after === undefined
      ? recordedCompactionText(l10n.t)
      : l10n.t('Compacted: {0} to {1} tokens', size(before), size(after));
  const head = isUndone ? l10n.t('Compaction, undone') : sizes;
  const texts = edits.flatMap((edit) =>
    edit.type === 'entries' ? edit.replacement.map(({ blocks }) => joinedText(blocks)) : [],
  );
  return ['---', `**${head}**`, ...texts.filter((text) => text !== '').map(quoted), '---'].join('\n\n');
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

/** A fence that no run of backticks in the text can end. */

function oneLineTitle(title: string): string {
  return title.replace(/\s+/g, ' ').trim();
}
