/** Shows the request log as a read-only document that is renewed while it is open. */
import * as vscode from 'vscode';
import type { L10n } from '../l10n/l10n.ts';
import { logDocument } from './log-document.ts';
import type { RequestLog } from './request-log.ts';

/** Milliseconds between two renewals: a turn of many calls changes a large document often. */
const RENEW_MS = 500;

/** A scheme of its own: the log belongs to the window, and to no thread. */
const SCHEME = 'spool-requests';

export function provideRequestLog(log: RequestLog, l10n: L10n): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const isOpen = () => vscode.workspace.textDocuments.some(({ uri }) => uri.scheme === SCHEME);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const renew = () => {
    timer = undefined;
    changed.fire(logUri(l10n));
  };
  const following = log.onDidChange(() => {
    if (isOpen()) timer ??= setTimeout(renew, RENEW_MS);
  });
  const content = { onDidChange: changed.event, provideTextDocumentContent: () => logDocument(log, l10n) };
  return vscode.Disposable.from(
    changed,
    { dispose: following },
    { dispose: () => clearTimeout(timer) },
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, content),
  );
}

export async function showRequestLog(l10n: L10n): Promise<void> {
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(logUri(l10n)), { preview: true });
}

function logUri(l10n: L10n): vscode.Uri {
  return vscode.Uri.from({ scheme: SCHEME, path: `/${l10n.t('Requests')}.md` });
}
