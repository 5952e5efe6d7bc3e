/** The sentences about a restore of files and of the thread. */
import type { AppendFailure } from '../../core/agent/ports.ts';
import { listText } from '../../core/view/list-text.ts';
import type { FileProblem } from '../../core/workspace/ports.ts';
import { problemText } from '../../core/workspace/problem-text.ts';
import { reasonText } from '../../core/workspace/reason-text.ts';
import type { FileRestoreOutcome } from '../../core/workspace/restore/restore-files.ts';
import type {
  ChooseReason,
  LeftReason,
  RestorableFile,
  RestoreLists,
} from '../../core/workspace/restore/restore-lists.ts';
import type { L10n } from '../l10n/l10n.ts';
import type { ThreadWriteFailure } from '../session/outcome.ts';
import { type Said, writeFailureText } from './outcome-text.ts';

export type RestoreOutcome =
  | ({ readonly type: 'restored'; readonly isThreadRestored: boolean } & FileRestoreOutcome)
  | { readonly type: 'nothing-to-restore'; readonly foreign: number }
  /** Files differ from how they were, and none of them was selected or can be put back. */
  | { readonly type: 'nothing-chosen' }
  | { readonly type: 'nothing-to-undo' | 'other-thread' | 'no-such-place' }
  | ThreadWriteFailure
  | AppendFailure;

/** Files that are named in a notification. */
const MOST_NAMED = 3;

export function restoreText(outcome: RestoreOutcome, l10n: L10n): Said {
  const { t } = l10n;
  switch (outcome.type) {
    case 'restored':
      return restoredText(outcome, l10n);
    case 'nothing-to-undo':
      return { severity: 'info', text: t('Nothing was restored in this thread, so there is no restore to undo.') };
    case 'nothing-to-restore':
      return outcome.foreign > 0
        ? { severity: 'warning', text: `${t('Nothing was restored.')} ${foreignText(outcome.foreign, l10n)}` }
        : { severity: 'info', text: t('Nothing was restored: everything is as it was then.') };
    case 'nothing-chosen':
      return { severity: 'info', text: t('Nothing was restored: no file that can be put back was selected.') };
    case 'other-thread':
      return { severity: 'warning', text: t('Nothing was restored: another thread was opened meanwhile.') };
    case 'no-such-place':
      return { severity: 'warning', text: t('Nothing was restored: the thread has no such place.') };
    case 'write-failed':
      return {
        severity: 'error',
        text: t(
          'The restore was broken off, as the thread could not be written ({0}). Run it again to go on.',
          outcome.reason,
        ),
      };
    default:
      return writeFailureText(outcome, l10n);
  }
}

function restoredText(
  { restored, failed, isThreadRestored }: Extract<RestoreOutcome, { readonly type: 'restored' }>,
  l10n: L10n,
): Said {
  const { t, plural } = l10n;
  const sentences = [
    ...(isThreadRestored ? [t('The thread was restored.')] : []),
    ...(restored.length > 0 ? [plural(restored.length, '{0} file was restored:', '{0} files were restored:')] : []),
    ...fatesText(restored, l10n),
    ...(failed.length > 0 ? [plural(failed.length, '{0} file stays as it is:', '{0} files stay as they are:')] : []),
    ...failed.slice(0, MOST_NAMED).map(({ file, problem }) => fileProblemText(nameOf(file), problem, l10n)),
    ...(failed.length > 0 ? [t('Run Restore Files… again once that is fixed: it goes on with what is left.')] : []),
  ];
  const severity = failed.length > 0 ? 'warning' : 'info';
  return {
    severity,
    text: sentences.join(' '),
    ...(restored.length + Number(isThreadRestored) > 0 && { offer: 'undo-restore' }),
    ...(restored.length + failed.length === 0 && { inThread: true }),
  };
}

/** How many files got what, in one sentence; none where there are no files. */
function fatesText(restored: readonly RestorableFile[], { t, plural }: L10n): readonly string[] {
  const made = restored.filter(({ now, target }) => target && !now).length;
  const gone = restored.filter(({ target }) => !target).length;
  const changed = restored.length - made - gone;
  const parts = [
    ...(changed > 0 ? [plural(changed, '{0} got its old content', '{0} got their old content')] : []),
    ...(made > 0 ? [plural(made, '{0} was made again', '{0} were made again')] : []),
    ...(gone > 0 ? [plural(gone, '{0} went into the trash', '{0} went into the trash')] : []),
  ];
  return parts.length > 0
    ? [t('{0}. Undo the Last Restore, in Restore Files…, takes that back.', listText(parts, t))]
    : [];
}

export function nameOf({ path: { inside, given } }: Pick<RestorableFile, 'path'>): string {
  return inside ?? given;
}

/** What a restore makes of the file. */
export function fateText({ now, target }: RestorableFile, { t }: L10n): string {
  if (!target) return t('did not exist; goes into the trash');
  return now ? t('gets its old content') : t('was there; is made again');
}

export function chooseText(path: string, reason: ChooseReason, { t }: L10n): string {
  switch (reason.type) {
    case 'changed-since':
      return t('Something other than the agent changed it since.');
    case 'changed-between':
      return t('Something other than the agent changed it between two changes of the agent; that goes too.');
    case 'changed-by-command':
      return t('It changed while a command ran.');
    default:
      return reasonText({ ...reason, path }, t);
  }
}

export function leftText(path: string, reason: LeftReason, l10n: L10n): string {
  return reason.type === 'outside'
    ? l10n.t('{0} is outside the folders of this workspace, or one of Spool’s own files.', path)
    : fileProblemText(path, reason, l10n);
}

/** What stays as it is besides the files that are listed; undefined where there is no such thing. */
export function asideText({ foreign, moreByCommands }: RestoreLists, l10n: L10n): string | undefined {
  const sentences = [
    ...(foreign > 0 ? [foreignText(foreign, l10n)] : []),
    ...(moreByCommands > 0
      ? [
          l10n.plural(
            moreByCommands,
            '{0} more file changed while commands ran.',
            '{0} more files changed while commands ran.',
          ),
        ]
      : []),
  ];
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}

function foreignText(count: number, { plural }: L10n): string {
  return plural(
    count,
    '{0} change in the log does not count: it was not written by this thread on this computer.',
    '{0} changes in the log do not count: they were not written by this thread on this computer.',
  );
}

function fileProblemText(path: string, problem: FileProblem, { t }: L10n): string {
  switch (problem.type) {
    case 'unsaved':
      return t('{0} has unsaved changes in an editor. Save or revert it first.', path);
    case 'link':
      return t('{0} leads through a link that was not there, or is spelled in another way now.', path);
    case 'too-large':
      return t('{0} is too large ({1} bytes).', path, problem.size);
    default:
      return problemText(path, problem, t);
  }
}
