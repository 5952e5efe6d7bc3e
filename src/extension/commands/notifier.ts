/** Where a sentence goes: into the panel when it is visible, else to a notification. */
import * as vscode from 'vscode';
import { assertNever } from '../../core/lang/assert-never.ts';
import type { NoticeAction } from '../../core/protocol/panel-state.ts';
import type { L10n } from '../l10n/l10n.ts';
import type { ThreadSession } from '../session/thread-session.ts';
import { withoutLinks } from '../words/notification-text.ts';
import type { Offer, Said } from '../words/outcome-text.ts';

const OFFERED_COMMAND: Readonly<Record<Offer, readonly [string, ...unknown[]]>> = {
  'take-over': ['spool.takeOverThread'],
  'open-settings': ['workbench.action.openSettings', '@ext:spool.spool'],
  'set-context-window': ['spool.setContextWindow'],
  undo: ['spool.undoCompaction'],
  'undo-restore': ['spool.restoreFiles', { undo: true }],
  'compact-without-model': ['spool.compactThread', { withoutModel: true }],
};

const NOTICE_ACTION: Readonly<Record<Exclude<Offer, InRow | AtOnce>, readonly NoticeAction[]>> = {
  'open-settings': ['openSettings'],
  'set-context-window': ['setContextWindow'],
  'compact-without-model': ['compactWithoutModel'],
};

const LOG_LEVEL = { error: 'error', warning: 'warn', info: 'info' } as const satisfies Record<Said['severity'], string>;

/** Its button is needed at once, so it is always a notification. */
type AtOnce = 'take-over';
/** Offers whose button is in a row of the thread. */
type InRow = 'undo' | 'undo-restore';

const isInRow = (offer: Offer): offer is InRow => offer === 'undo' || offer === 'undo-restore';

/** Where the panel is visible, what a row of the thread says is not said again. */
export function createNotifier(
  session: ThreadSession,
  log: vscode.LogOutputChannel,
  l10n: L10n,
  isVisible: () => boolean,
) {
  return (said: Said | undefined): void => {
    if (!said) return;
    const { severity, text, offer, actions, inThread } = said;
    log[LOG_LEVEL[severity]](text);
    if (!isVisible() || offer === 'take-over')
      void notify({ ...said, text: withoutLinks(text) }, offer && offerName(offer, l10n));
    else if (offer !== 'undo' && !inThread) {
      const more = offer && !isInRow(offer) ? NOTICE_ACTION[offer] : actions;
      session.notify({ severity, text, ...(more && { actions: more }) });
    }
  };
}

async function notify({ severity, text, offer }: Said, button: string | undefined): Promise<void> {
  const buttons = button === undefined ? [] : [button];
  const chosen = await show(severity, text, buttons);
  if (chosen === undefined || offer === undefined) return;
  const [command, ...args] = OFFERED_COMMAND[offer];
  await vscode.commands.executeCommand(command, ...args);
}

function show(severity: Said['severity'], text: string, buttons: readonly string[]): Thenable<string | undefined> {
  switch (severity) {
    case 'error':
      return vscode.window.showErrorMessage(text, ...buttons);
    case 'warning':
      return vscode.window.showWarningMessage(text, ...buttons);
    case 'info':
      return vscode.window.showInformationMessage(text, ...buttons);
    default:
      return assertNever(severity);
  }
}

function offerName(offer: Offer, l10n: L10n): string {
  switch (offer) {
    case 'take-over':
      return l10n.t('Take Over');
    case 'open-settings':
      return l10n.t('Open Settings');
    case 'set-context-window':
      return l10n.t('Set Context Window…');
    case 'undo':
    case 'undo-restore':
      return l10n.t('Undo');
    case 'compact-without-model':
      return l10n.t('Compact Without a Model');
    default:
      return assertNever(offer);
  }
}
