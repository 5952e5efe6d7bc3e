/** A thread as plain text, for reading with a screen reader, searching and comparing. */
import { assertNever } from '../../core/lang/assert-never.ts';
import type { Clipped } from '../../core/lang/clip.ts';
import { taggedAttachment } from '../../core/message/attachment.ts';
import type { Block, Message } from '../../core/message/message.ts';
import { projectContext } from '../../core/thread/context.ts';
import type { Thread } from '../../core/thread/thread.ts';
import { inputText } from '../../core/view/call-input.ts';
import { formatTokens } from '../../core/view/format.ts';
import { joinedText } from '../../core/view/message-rows.ts';
import type { Row, RowFate } from '../../core/view/row.ts';
import { recordedCompactionText, restoreRowText, rowFateText } from '../../core/view/row-words.ts';
import { projectRows } from '../../core/view/rows.ts';
import type { L10n } from '../l10n/l10n.ts';
import { attemptText } from '../words/attempt-text.ts';

/** Everything that was said, with what the model still has of it. Long outputs are cut; each cut says so. */
export function threadText(thread: Thread, title: string, l10n: L10n): string {
  const { rows, statuses } = projectRows(thread);
  const fates = statuses.flatMap(({ count, fate }) => Array.from({ length: count }, () => fate));
  const parts = rows.map((row, index) => rowLines(row, fates[index] ?? 'kept', l10n).join('\n'));
  return `${[title, ...parts].join('\n\n')}\n`;
}

/** What the model is sent, message by message. */
export function contextText(thread: Thread): string {
  return projectContext(thread)
    .messages.map(({ role, blocks }: Message) => [`=== ${role} ===`, ...blocks.map(blockText)].join('\n'))
    .join('\n\n')
    .concat('\n');
}

function blockText(block: Block): string {
  switch (block.type) {
    case 'text':
    case 'reminder':
      return block.text;
    case 'thinking':
      return `<thinking>\n${block.text}\n</thinking>`;
    case 'native':
      return `<compaction by the provider>\n${block.text}\n</compaction>`;
    case 'redacted_thinking':
      return '<thinking (encrypted)>';
    case 'tool_use':
      return `--- call ${block.name} ${block.id} ---\n${inputText(block)}`;
    case 'tool_result': {
      const media = block.content.filter(({ type }) => type !== 'text').map(({ type }) => `<${type}>`);
      const head = `--- result ${block.toolUseId}${block.isError ? ' (error)' : ''} ---`;
      return [head, joinedText(block.content), ...media].join('\n');
    }
    case 'attachment':
      return taggedAttachment(block);
    case 'image':
      return `<image ${block.mediaType}>`;
    case 'document':
      return `<document ${block.name ?? block.mediaType}>`;
    case 'checkpoint':
      return `<checkpoint:${block.id}>`;
    default:
      return assertNever(block);
  }
}

function rowLines(row: Row, fate: RowFate, l10n: L10n): readonly string[] {
  const time = new Intl.DateTimeFormat(l10n.locale, { dateStyle: 'short', timeStyle: 'short' }).format(row.at);
  const isShown = fate !== 'kept' && fate !== 'silent';
  const head = [who(row, l10n), time, ...(isShown ? [rowFateText(fate, l10n.t)] : [])].join(' · ');
  switch (row.type) {
    case 'tool': {
      const result = row.result ? clipped(row.result.body, l10n) : l10n.t('(no result was recorded)');
      return [head, row.subject || clipped(row.input, l10n), result];
    }
    case 'marker':
      return [head, ...(row.summary ? [clipped(row.summary, l10n)] : [])];
    case 'user': {
      const files = row.attachments.map(({ kind, name }) => `<${name ?? kind}>`);
      return [head, clipped(row.body, l10n), ...files];
    }
    case 'attempt':
    case 'restore':
    case 'switch':
      return [head];
    case 'assistant':
    case 'thinking':
    case 'note':
      return [head, clipped(row.body, l10n)];
    default:
      return assertNever(row);
  }
}

function who(row: Row, l10n: L10n): string {
  switch (row.type) {
    case 'user':
      return row.origin === 'typed' ? l10n.t('You') : l10n.t('Program');
    case 'assistant':
      return l10n.t('Assistant');
    case 'thinking':
      return l10n.t('Assistant, thinking');
    case 'tool':
      return l10n.t('Tool {0}', row.name);
    case 'note':
      return l10n.t('Note');
    case 'switch':
      return l10n.t('Model: {0} → {1}', row.from, row.to);
    case 'attempt':
      return attemptText(row, l10n);
    case 'restore':
      return restoreRowText(row, l10n.t);
    case 'marker': {
      const { tokensBefore: before, tokensAfter: after } = row;
      const size = (tokens: number) => formatTokens(tokens, l10n.locale);
      switch (row.state) {
        case 'undone':
          return l10n.t('Compaction, undone');
        case 'left':
          return l10n.t('Compaction, left behind');
        case 'done':
          if (before === undefined || after === undefined) return recordedCompactionText(l10n.t);
          return l10n.t('Compacted: {0} to {1} tokens', size(before), size(after));
        default:
          return assertNever(row.state);
      }
    }
    default:
      return assertNever(row);
  }
}

function clipped({ text, more }: Clipped, l10n: L10n): string {
  return more === 0 ? text : `${text}\n${l10n.plural(more, '… {0} more character', '… {0} more characters')}`;
}
