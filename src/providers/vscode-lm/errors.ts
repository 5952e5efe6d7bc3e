/** Maps errors of VS Code's language models to our error type. */
import type { ModelError } from '../../core/agent/model-event.ts';
import { ownSentence } from '../../core/lang/own-sentences.ts';
import { modelErrorOf } from '../shared/model-error.ts';

/** `LanguageModelError.code`, and the names that GitHub Copilot gives to its own errors. */
const KINDS: Readonly<Record<string, { readonly kind: ModelError['kind']; readonly words: string }>> = {
  NoPermissions: { kind: 'auth', words: ownSentence('notPermitted') },
  Blocked: { kind: 'quota', words: ownSentence('modelBlocked') },
  NotFound: { kind: 'invalid-request', words: ownSentence('modelGone') },
  ChatQuotaExceeded: { kind: 'quota', words: ownSentence('quotaUsedUp') },
  ChatRateLimited: { kind: 'rate-limit', words: ownSentence('noMoreRequests') },
  Canceled: { kind: 'cancelled', words: '' },
};

/** For a code of its own the editor often gives no message. The code `Unknown` has the real error as its cause. */
export function errorOf(thrown: unknown): ModelError {
  if (!(thrown instanceof Error)) return modelErrorOf({ message: String(thrown) });
  const known = KINDS['code' in thrown ? String(thrown.code) : ''] ?? KINDS[thrown.name];
  if (known) {
    const message = [known.words, known.words === '' ? '' : thrown.message].filter((part) => part !== '').join(' ');
    return { kind: known.kind, message };
  }
  if (thrown.cause instanceof Error) return errorOf(thrown.cause);
  // `validateRequest` of microsoft/vscode-copilot-chat: what it refuses it would refuse again.
  if (/^Invalid request\b/.test(thrown.message)) return { kind: 'invalid-request', message: thrown.message };
  // Copilot tells the status of its service in the words alone: "Request Failed: 400 {…}".
  const status = /\bRequest Failed: (\d{3})\b/i.exec(thrown.message)?.[1];
  return modelErrorOf({ message: thrown.message, ...(status !== undefined && { status: Number(status) }) });
}
