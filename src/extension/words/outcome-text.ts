/** What a person is told of an act's end: one sentence, with what to do where something went wrong. */
import type { Plan } from '../../core/compaction/plan.ts';
import type { UndoProblem } from '../../core/compaction/undo.ts';
import { assertNever } from '../../core/lang/assert-never.ts';
import { translateOwn } from '../../core/lang/own-sentences.ts';
import type { NoticeAction } from '../../core/protocol/panel-state.ts';
import { formatTokens } from '../../core/view/format.ts';
import type { L10n } from '../l10n/l10n.ts';
import { isLogReason } from '../session/log-reasons.ts';
import type {
  CompactOutcome,
  CreateOutcome,
  OpenOutcome,
  ThreadWriteFailure,
  UndoOutcome,
} from '../session/outcome.ts';
import type { OpenFailure } from '../storage/open-thread.ts';
import { diskReason } from './disk-reason.ts';
import { limitProblemText } from './limit-problem.ts';
import { unusedText } from './unused-instructions.ts';

export type Offer =
  | 'take-over'
  | 'open-settings'
  | 'set-context-window'
  | 'undo'
  | 'undo-restore'
  | 'compact-without-model';

export interface Said {
  readonly severity: 'info' | 'warning' | 'error';
  readonly text: string;
  /** What can be done about it with one click. */
  readonly offer?: Offer;
  /** A row of the thread says it too, with the same offer. */
  readonly inThread?: true;
  /** Buttons of the card, where it is said in the panel. */
  readonly actions?: readonly NoticeAction[];
}

export function compactText(outcome: CompactOutcome, l10n: L10n): Said {
  const size = (tokens: number) => formatTokens(tokens, l10n.locale);
  switch (outcome.type) {
    case 'compacted': {
      const sizes = l10n.t('Compacted: {0} → {1} tokens.', size(outcome.tokensBefore), size(outcome.tokensAfter));
      if (outcome.unused) return { severity: 'warning', text: `${sizes} ${unusedText(outcome.unused, l10n)}` };
      const more = outcome.reason ? ` ${l10n.t('What must stay is larger than the target.')}` : '';
      return { severity: 'info', text: sizes + more, offer: 'undo' };
    }
    case 'unchanged':
      return { severity: 'info', text: unchangedText(outcome.reason, l10n) };
    case 'refused':
      return { severity: 'warning', text: refusedText(outcome.reason, l10n), offer: 'open-settings' };
    case 'failed': {
      const { gate, detail } = outcome.gate;
      const text = l10n.t(
        'The thread was not compacted, as the result would not have been a conversation that a model accepts ({0}: {1}). It is as it was.',
        gate,
        translateOwn(detail, l10n.t),
      );
      return { severity: 'error', text, ...inThread(outcome) };
    }
    case 'cancelled': {
      const text = l10n.t('The compaction was cancelled. The thread is as it was.');
      return { severity: 'info', text, ...inThread(outcome) };
    }
    case 'summary-failed': {
      const text = l10n.t('The thread was not compacted: {0} It is as it was.', summaryFailureText(outcome, l10n));
      return { severity: 'error', text, offer: 'compact-without-model', ...inThread(outcome) };
    }
    case 'vetoed': {
      const text = l10n.t('The thread was not compacted, as {0} asks not to: {1}', outcome.by, outcome.reason);
      return { severity: 'warning', text };
    }
    case 'no-limits':
      return {
        severity: 'error',
        text: limitProblemText(outcome.problem, l10n),
        offer: outcome.problem.type === 'window-unknown' ? 'set-context-window' : 'open-settings',
      };
    default:
      return writeFailureText(outcome, l10n);
  }
}

function inThread({ recorded }: { readonly recorded?: true }): Pick<Said, 'inThread'> {
  return recorded ? { inThread: true } : {};
}

function summaryFailureText(outcome: Extract<CompactOutcome, { readonly type: 'summary-failed' }>, l10n: L10n): string {
  const detail = translateOwn(outcome.detail, l10n.t);
  switch (outcome.reason) {
    case 'model-failed':
      return l10n.t('the request for the summary failed: “{0}”.', detail);
    case 'empty-summary':
      return l10n.t('the summary came back empty.');
    case 'summary-refused':
      return l10n.t('the summary was refused ({0}).', detail);
    default:
      return assertNever(outcome.reason);
  }
}

function refusedText(reason: Extract<Plan, { type: 'refused' }>['reason'], l10n: L10n): string {
  switch (reason) {
    case 'switched-off':
      return l10n.t('Compaction is switched off. Set spool.compaction.enabled to true to compact.');
    case 'strategy-disabled':
      return l10n.t('The strategy is “disabled”. Choose another one in spool.compaction.strategy to compact.');
    default:
      return assertNever(reason);
  }
}

/** Undefined where the compaction is already as it was asked to be: its marker shows that. */
function undoProblemText(problem: UndoProblem['type'], l10n: L10n): string | undefined {
  switch (problem) {
    case 'overlaps':
      return l10n.t('A later compaction covers a part of the same messages. Undo that one first.');
    case 'no-such-compaction':
    case 'left-behind':
      return l10n.t('This compaction has changed meanwhile. Look at its marker again.');
    case 'not-live':
    case 'not-undone':
      return undefined;
    default:
      return assertNever(problem);
  }
}

/** Undefined where the thread itself shows it. */
export function undoText(outcome: UndoOutcome, l10n: L10n): Said | undefined {
  switch (outcome.type) {
    case 'undone':
    case 'redone':
      return undefined;
    case 'nothing-to-undo':
      return { severity: 'info', text: l10n.t('There is no compaction to undo.') };
    case 'nothing-to-redo':
      return { severity: 'info', text: l10n.t('There is no undone compaction to redo.') };
    case 'impossible': {
      const text = undoProblemText(outcome.problem.type, l10n);
      return text === undefined ? undefined : { severity: 'warning', text };
    }
    default:
      return writeFailureText(outcome, l10n);
  }
}

/** Undefined when the thread is open. */
export function openText(outcome: OpenOutcome | CreateOutcome, l10n: L10n): Said | undefined {
  if (outcome.type === 'opened') return undefined;
  if (outcome.type === 'disk') {
    const text = l10n.t('{0}: {1} No thread was made.', outcome.file, diskReason(outcome.reason, l10n));
    return { severity: 'error', text };
  }
  return openFailureText(outcome, l10n);
}

function unchangedText(reason: Extract<Plan, { type: 'unchanged' }>['reason'], l10n: L10n): string {
  switch (reason) {
    case 'under-target':
      return l10n.t('Nothing to compact: the context is already at or under its target.');
    case 'nothing-old-enough':
      return l10n.t('Nothing to compact: all that is in the context must stay.');
    case 'too-little':
      return l10n.t('Not compacted: it would free too little to be worth it.');
    default:
      return assertNever(reason);
  }
}

export function writeFailureText(failure: ThreadWriteFailure, l10n: L10n): Said {
  switch (failure.type) {
    case 'no-thread':
      return { severity: 'info', text: l10n.t('No thread is open. Open or import one first.') };
    case 'held': {
      const text = l10n.t(
        'Another window writes this thread; here it can only be read. Take it over to change it here.',
      );
      return { severity: 'warning', text, offer: 'take-over' };
    }
    case 'disk': {
      const why = diskReason(failure.reason, l10n);
      const text = isLogReason(failure.reason)
        ? l10n.t('{0} The file: {1}', why, failure.file)
        : l10n.t('{0}: {1} The thread is as it was.', failure.file, why);
      return { severity: 'error', text };
    }
    default:
      return assertNever(failure);
  }
}

/** Why a thread can't be opened. */
export function openFailureText(failure: OpenFailure, l10n: L10n): Said {
  switch (failure.type) {
    case 'no-such-thread':
      return { severity: 'error', text: l10n.t('There is no thread {0}. Choose one with Open Thread…', failure.id) };
    case 'unreadable':
      return { severity: 'error', text: `${failure.file}: ${diskReason(failure.reason, l10n)}` };
    case 'newer-version': {
      const text = l10n.t(
        '{0}: this thread was written by a newer version of Spool. Update Spool to open it.',
        failure.file,
      );
      return { severity: 'error', text };
    }
    default:
      return assertNever(failure);
  }
}
