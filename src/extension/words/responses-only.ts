/** What a user reads of a model that answers with tools through another API of its server only. */
import type { ModelError } from '../../core/agent/model-event.ts';
import type { NoticeAction } from '../../core/protocol/panel-state.ts';
import type { L10n } from '../l10n/l10n.ts';

/** OpenAI and Azure: "Function tools with reasoning_effort are not supported for … in /v1/chat/completions. Please use /v1/responses instead." */
const RESPONSES_ONLY = /\bv1\/responses\b|\bresponses api\b/i;

export function isResponsesOnly({ kind, message }: ModelError): boolean {
  return kind === 'invalid-request' && RESPONSES_ONLY.test(message);
}

export function responsesOnlyWords(l10n: L10n): { text: string; actions: readonly NoticeAction[] } {
  return {
    text: l10n.t(
      'This model answers with tools only through the Responses API. Choose it from the provider openai, with the address of this server in the setting spool.openai.baseUrl.',
    ),
    actions: ['selectModel', 'openSettings', 'showRequestLog'],
  };
}
