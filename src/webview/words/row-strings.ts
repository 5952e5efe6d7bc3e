/** The words of the thread's rows: messages, tool calls, and the badges that say what a compaction did to a row. */
import { assertNever } from '../../core/lang/assert-never.ts';
import type { Intervention } from '../../core/message/message.ts';
import { listText } from '../../core/view/list-text.ts';
import type {
  AssistantRow,
  AttemptRow,
  CommandEnd,
  MarkerRow,
  NoteRow,
  Row,
  RowFate,
  TodoView,
  ToolRow,
  UserRow,
} from '../../core/view/row.ts';
import { restoreRowText, rowFateText } from '../../core/view/row-words.ts';
import { count, tokens } from './format.ts';
import { plural, t } from './l10n.ts';

export const messages = {
  by: (row: Exclude<Row, ToolRow | MarkerRow | AttemptRow>, time: string) => {
    switch (row.type) {
      case 'user':
        return row.origin === 'typed' ? t('You, {0}', time) : t('Added by the program, {0}', time);
      case 'thinking':
        return t('Thinking, {0}', time);
      case 'restore':
        return row.forward || row.files === undefined
          ? restoreRowText(row, t)
          : plural(row.files, 'Restored: {0} file is as it was before', 'Restored: {0} files are as they were before');
      case 'switch':
        return t('Model: {0} → {1}', row.from, row.to);
      case 'assistant':
        return t('Assistant, {0}', time);
      case 'note':
        return t('Note, {0}', time);
      default:
        return assertNever(row);
    }
  },
  undoRestore: () => t('Undo Restore'),
  program: () => t('added by the program'),
  thinking: () => t('Thinking'),
  showMore: (characters: number) => plural(characters, 'Show all, {0} more character', 'Show all, {0} more characters'),
  attached: () => t('Attached'),
  attachment: (kind: UserRow['attachments'][number]['kind']) => {
    if (kind === 'image') return t('Image');
    return kind === 'pasted' ? t('Pasted text') : kind === 'problems' ? t('Problems') : t('Document');
  },
  blank: (row: UserRow | NoteRow | Exclude<Row, ToolRow>) =>
    row.type === 'user' ? t('Attachment') : t('Empty message'),
  tokens: (n: number) => t('{0} tokens', tokens(n, true)),
  copyCode: (lines: number, language: string) =>
    language
      ? plural(lines, 'Copy code, {0} line of {1}', 'Copy code, {0} lines of {1}', language)
      : plural(lines, 'Copy code, {0} line', 'Copy code, {0} lines'),
  insertCode: () => t('Insert at Cursor'),
  compareCode: () => t('Compare with the Open File…'),
  newFile: () => t('New File'),
  plainText: () => t('Text'),
  image: (alt: string) => (alt ? t('Image: {0}', alt) : t('Image')),
  cut: (why: NonNullable<AssistantRow['cut']>) => {
    const names: Record<typeof why, () => string> = {
      stopped: () => t('stopped by you, so not whole'),
      closed: () => t('the window was closed, so not whole'),
      failed: () => t('the call failed, so not whole'),
      length: () => t('reached the output limit, so not whole'),
    };
    return names[why]();
  },
  pinned: () => t('Pinned'),
  unanswered: () => t('Not answered.'),
  /** What the next request carries. */
  goesAlong: () => t('It goes with your next message.'),
  sendAgain: () => t('Send Again'),
  takeBack: () => t('Take Back'),
  edit: () => t('Edit'),
  saidEdit: () => t('The message is in the composer. Undo in the row of the restore brings the thread back.'),
  read: (n: number) => t('{0} in', tokens(n)),
  fromCache: (n: number) => t('{0} from cache', tokens(n)),
  toCache: (n: number) => t('{0} written to cache', tokens(n)),
  written: (n: number) => t('{0} out', tokens(n)),
};

export type RowOffer = 'copy' | 'pin' | 'unpin' | 'edit' | 'retry' | 'compactBefore' | 'compactUpTo' | 'restore';

/** The toolbar of a message. */
export const rowTools = {
  name: () => t('Actions of this message'),
  offer: (offer: RowOffer) => {
    const names: Record<RowOffer, () => string> = {
      copy: () => t('Copy'),
      pin: () => t('Pin: keep it word for word through compactions'),
      unpin: () => t('Unpin'),
      edit: () => t('Edit and Resend'),
      retry: () => t('Retry'),
      compactBefore: () => t('Compact Everything Before This Message'),
      compactUpTo: () => t('Compact Everything Up to and Including This Reply'),
      restore: () => t('Restore to Here…'),
    };
    return names[offer]();
  },
};

/** The tools for the workspace whose kind has no fitting word. */
const OUR_TOOLS: Readonly<Record<string, () => string>> = {
  write_file: () => t('Write'),
  move_file: () => t('Move'),
  delete_file: () => t('Delete'),
  list_files: () => t('List'),
  find_files: () => t('Find'),
  outline: () => t('Outline'),
  diagnostics: () => t('Diagnostics'),
  command_output: () => t('Output of a command'),
  stop_command: () => t('Stop a command'),
  ask_agent: () => t('Sub-agent'),
};

/** Whether the call failed by itself: false when a person denied or stopped it. */
export function hasFailed({ result, end }: ToolRow): boolean {
  switch (result?.intervention?.type) {
    case 'denied':
    case 'stopped':
    case 'plan':
      return false;
    default:
      return result?.isError === true || (end?.type === 'exit' && end.code !== 0);
  }
}

export const tools = {
  verb: (row: Pick<ToolRow, 'kind' | 'name'>) => {
    const ours = Object.hasOwn(OUR_TOOLS, row.name) ? OUR_TOOLS[row.name] : undefined;
    if (ours) return ours();
    switch (row.kind) {
      case 'read':
        return t('Read');
      case 'edit':
        return t('Edit');
      case 'run':
        return t('Run');
      case 'search':
        return t('Search');
      case 'todo':
        return t('To-do list');
      case 'other':
        return row.name;
      default:
        return assertNever(row.kind);
    }
  },
  lines: (n: number) => plural(n, '{0} line', '{0} lines'),
  changed: (added: number, removed: number) =>
    t(
      '{0}, {1}',
      plural(added, '{0} line added', '{0} lines added'),
      plural(removed, '{0} line removed', '{0} lines removed'),
    ),
  noResult: () => t('no result recorded'),
  notYet: () => t('no result yet'),
  runs: () => t('running…'),
  waits: () => t('waits for your answer'),
  end: (end: CommandEnd) => {
    switch (end.type) {
      case 'exit':
        return t('exit code {0}', String(end.code));
      case 'signal':
        return t('ended by {0}', end.signal);
      case 'background':
        return t('goes on in the background as {0}', end.id);
      default:
        return assertNever(end);
    }
  },
  todos: (done: number, all: number) => t('{0} of {1} done', count(done), count(all)),
  todo: (state: TodoView['state']) => {
    const names: Record<typeof state, () => string> = {
      open: () => t('open'),
      active: () => t('in progress'),
      done: () => t('done'),
    };
    return names[state]();
  },
  orphan: () => t('call not recorded'),
  failed: () => t('failed'),
  intervention: (given: Intervention) => {
    switch (given.type) {
      case 'denied':
        return t('Denied');
      case 'stopped':
        return t('Stopped');
      case 'plan':
        return t('Not run in Plan');
      case 'partial':
        return t('{0} of {1} changes', count(given.accepted), count(given.of));
      default:
        return assertNever(given);
    }
  },
  wrote: (reason: string) => t('You wrote: {0}', reason),
  /** For a screen reader. */
  name: (row: ToolRow) => {
    const intervention = row.result?.intervention;
    const state = intervention ? tools.intervention(intervention) : hasFailed(row) ? tools.failed() : '';
    const about = `${tools.verb(row)} ${row.subject.slice(0, 200)}`;
    return listText([about, ...(state ? [state] : []), messages.tokens(row.tokens)], t);
  },
  cut: (size: string) => t('cut to {0}', size),
  ref: () => t('ref'),
  showTerminal: () => t('Show Terminal'),
  lastLines: () => t('Last lines of the output'),
  openDiff: () => t('Open Diff'),
  openFull: () => t('Open full output'),
  openDocument: () => t('Open as document'),
  show: () => t('Show'),
  hide: () => t('Hide'),
  input: () => t('Input'),
  result: () => t('Result'),
};

export const fates = {
  badge: (fate: RowFate) => rowFateText(fate, t),
  fold: (n: number, fate: RowFate) => t('{0} earlier entries, {1}', count(n), fates.badge(fate)),
  expand: () => t('Expand all'),
  collapse: () => t('Collapse'),
};
