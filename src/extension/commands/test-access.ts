/** Asks a provider for its models, to test a key or an address before it is stored. */
import * as vscode from 'vscode';
import type { ModelError } from '../../core/agent/model-event.ts';
import type { Result } from '../../core/lang/result.ts';
import type { ModelInfo, ProviderId } from '../../providers/shared/provider.ts';
import type { AccessDraft } from '../models/catalog.ts';
import type { ModelCommandContext } from './model-command-context.ts';

/** Shows `title` while the provider is asked; the person can cancel, which is an error too. */
export function testAccess(
  { catalog }: ModelCommandContext,
  provider: ProviderId,
  draft: AccessDraft,
  title: string,
): Thenable<Result<readonly ModelInfo[], ModelError>> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, (_progress, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    return catalog.test(provider, draft, controller.signal);
  });
}
