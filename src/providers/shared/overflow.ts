/** Recognizes "request too long" errors by status, code and text. */
import { exceedsMinuteLimit, speaksOfLongContext, speaksOfOverflow } from '../../core/agent/refusals/parse-overflow.ts';

const CODES = [
  'context_length_exceeded',
  'model_context_window_exceeded',
  'request_too_large',
  // llama.cpp; ds4; LiteLLM; GitHub Copilot; GitHub Models; OpenAI, of one message.
  'exceed_context_size_error',
  'context_exceeded',
  'context_window_exceeded',
  'model_max_prompt_tokens_exceeded',
  'tokens_limit_reached',
  'string_above_max_length',
];

/** Too much for the time, whatever else it says: "… on tokens per min (TPM): Limit 30000, Requested 42000 …". */
const LATER = /\bper (min|minute|hour|day)\b|\brate limit|too many requests|please wait/i;

/** A server's page may be long: no more of a message than this is looked at. */
const LONGEST = 10_000;

export function isOverflow(status: number | undefined, code: string, message: string): boolean {
  if (status === 401) return false;
  // A limit of the account, which no pause mends: HTTP 429 "Extra usage is required for long context requests."
  if (speaksOfLongContext(message) || exceedsMinuteLimit(message)) return true;
  if (status === 429 || status === 403) return false;
  if (LATER.test(message.slice(0, LONGEST))) return false;
  return status === 413 || CODES.includes(code) || speaksOfOverflow(message) || isTooManyBytes(status, message);
}

/** A body that is too large is made smaller as a request is that has too many tokens. */
function isTooManyBytes(status: number | undefined, message: string): boolean {
  return (
    (status === undefined || status === 400) &&
    /maximum content size limit|request body too large|request entity too large|payload too large|exceeds? the maximum (allowed )?(request )?size/i.test(
      message.slice(0, LONGEST),
    )
  );
}
