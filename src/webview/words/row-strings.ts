/** The words of the thread's rows: messages, tool calls, and the badges that say what a compaction did to a row. */
import type { AssistantRow, NoteRow, Row, RowFate, ToolRow, UserRow } from '../../core/view/row.ts';
import { count, tokens } from './format.ts';
import { plural, t } from './l10n.ts';

export const messages = {
  by: (row: Exclude<Row, ToolRow>, time: string) => {
    if (row.type === 'user') return row.origin === 'typed' ? t('You, {0}', time) : t('Added by the program, {0}', time);
    if (row.type === 'thinking') return t('Thinking, {0}', time);
    if (row.type === 'restore') return t('Restored: the thread goes on from an earlier message');
    return row.type === 'assistant' ? t('Assistant, {0}', time) : t('Note, {0}', time);
  },
  program: () => t('added by the program'),
  thinking: () => t('Thinking'),
  showMore: (characters: number) => plural(characters, 'Show all, {0} more character', 'Show all, {0} more characters'),
  attached: () => t('Attached'),
  attachment: (kind: UserRow['attachments'][number]['kind']) => (kind === 'image' ? t('Image') : t('Document')),
  blank: (row: UserRow | NoteRow | Exclude<Row, ToolRow>) =>
    row.type === 'user' ? t('Attachment') : t('Empty message'),
  tokens: (n: number) => t('{0} tokens', tokens(n, true)),
  copyCode: (lines: number, language: string) =>
    language
      ? plural(lines, 'Copy code, {0} line of {1}', 'Copy code, {0} lines of {1}', language)
      : plural(lines, 'Copy code, {0} line', 'Copy code, {0} lines'),
  plainText: () => t('Text'),
  image: (alt: string) => (alt ? t('Image: {0}', alt) : t('Image')),
  cut: (why: NonNullable<AssistantRow['cut']>) => {
    if (why === 'stopped') return t('stopped by you, so not whole');
    return why === 'failed' ? t('the call failed, so not whole') : t('reached the output limit, so not whole');
  },
  read: (n: number) => t('{0} in', tokens(n)),
  fromCache: (n: number) => t('{0} from cache', tokens(n)),
  toCache: (n: number) => t('{0} written to cache', tokens(n)),
  written: (n: number) => t('{0} out', tokens(n)),
};

export const tools = {
  verb: (row: Pick<ToolRow, 'kind' | 'name'>) => {
    if (row.kind === 'read') return t('Read');
    if (row.kind === 'edit') return t('Edit');
    if (row.kind === 'run') return t('Run');
    return row.kind === 'search' ? t('Search') : row.name;
  },
  lines: (n: number) => plural(n, '{0} line', '{0} lines'),
  noResult: () => t('no result recorded'),
  runs: () => t('running…'),
  orphan: () => t('call not recorded'),
  failed: () => t('failed'),
  cut: (size: string) => t('cut to {0}', size),
  ref: () => t('ref'),
  openFull: () => t('Open full output'),
  openDocument: () => t('Open as document'),
  show: () => t('Show'),
  hide: () => t('Hide'),
  input: () => t('Input'),
  result: () => t('Result'),
};

export const fates = {
  badge: (fate: RowFate) => {
    if (fate === 'summarized') return t('in summary');
    if (fate === 'native') return t('compacted');
    if (fate === 'collapsed') return t('collapsed');
    if (fate === 'trimmed') return t('trimmed');
    if (fate === 'replaced') return t('replaced');
    if (fate === 'left') return t('left behind');
    return fate === 'dropped' ? t('dropped') : t('kept');
  },
  fold: (n: number, fate: RowFate) => t('{0} earlier entries, {1}', count(n), fates.badge(fate)),
  expand: () => t('Expand all'),
  collapse: () => t('Collapse'),
};
