/** What a person reads of a refusal whose cause the provider's message names: a sentence and buttons that fit it. */
import type { ModelError } from '../../core/agent/model-event.ts';
import { speaksOfBytes } from '../../core/agent/refusals/parse-overflow.ts';
import type { NoticeAction } from '../../core/protocol/panel-state.ts';
import type { L10n } from '../l10n/l10n.ts';

interface RefusalWords {
  readonly text: string;
  readonly actions: readonly NoticeAction[];
  /** The message is Spool's own, and `text` says what it says. */
  readonly isOwn?: boolean;
}

interface KnownRefusal {
  readonly kind: ModelError['kind'];
  readonly match: (message: string) => boolean;
  readonly words: (l10n: L10n) => RefusalWords;
}

/** The first that matches counts. */
const KNOWN: readonly KnownRefusal[] = [
  {
    // nginx: "413 Request Entity Too Large"; Anthropic: "Request exceeds the maximum size". Tokens are another limit.
    kind: 'overflow',
    match: speaksOfBytes,
    words: (l10n) => ({
      text: l10n.t(
        'The server, or a proxy before it, takes no request of so many bytes. Send fewer or smaller images or a shorter message, or compact the thread.',
      ),
      actions: ['compactAndRetry', 'selectModel', 'showRequestLog'],
    }),
  },
  {
    // OpenAI and Azure: "Function tools with reasoning_effort are not supported for … in /v1/chat/completions. Please use
    // /v1/responses instead."
    kind: 'invalid-request',
    match: (message) => /\bv1\/responses\b|\bresponses api\b/i.test(message),
    words: (l10n) => ({
      text: l10n.t(
        'This model answers with tools only through the Responses API. Choose it from the provider openai, with the address of this server in the setting spool.openai.baseUrl.',
      ),
      actions: ['selectModel', 'openSettings', 'showRequestLog'],
    }),
  },
  {
    // The adapters' own words for an answer in HTML.
    kind: 'invalid-request',
    match: (message) => /\ba web page\b/i.test(message),
    words: (l10n) => ({
      text: l10n.t(
        'A web page came in place of an answer. The address of the provider is not that of its API, or a proxy or a sign-in page stands before it.',
      ),
      actions: ['setAddress', 'retry', 'showRequestLog'],
      isOwn: true,
    }),
  },
  {
    // OpenAI: "The model `x` does not exist or you do not have access to it." Anthropic: "model: x". Gemini: "models/x is not found
    // for API version v1beta". Ollama: "model "x" not found, try pulling it first". OpenRouter: "x is not a valid model ID".
    kind: 'invalid-request',
    match: (message) =>
      /\bmodel\b.{0,150}\b(does not exist|not[ _]found|no such model)|\bnot a valid model\b|\bmodels\/\S+ is not found|^model: \S+$/i.test(
        message,
      ),
    words: (l10n) => ({
      text: l10n.t('The provider has no model of this name for your key. Choose one that it has.'),
      actions: ['selectModel', 'setAddress', 'retry', 'showRequestLog'],
    }),
  },
];

/** Undefined where the message says no cause that is known here. */
export function knownRefusal({ kind, message }: ModelError, l10n: L10n): RefusalWords | undefined {
  return KNOWN.find((known) => known.kind === kind && known.match(message))?.words(l10n);
}
