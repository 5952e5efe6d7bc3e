/** Rewrites an event of a server's stream to the form that the `openai` library reads. */
import { isObject, readField, readList } from '../../core/lang/read-value.ts';
import { spelled } from '../shared/event-response.ts';
import type { StreamEvent } from '../shared/event-stream.ts';

type DataEvent = Extract<StreamEvent, { type: 'data' }>;

/** The chunk in place of `[DONE]`, which the library keeps to itself. */
const DONE = { object: 'done' };

export function isDone(chunk: unknown): boolean {
  return readField(chunk, 'object') === DONE.object;
}

/** vLLM sends `{"object": "error", "message": …}`, FastAPI `{"detail": …}`, which the library takes for good chunks. */
export function isErrorEvent({ name, value }: DataEvent): boolean {
  if (name === 'error' && readField(value, 'type') !== 'error') return true;
  if (saysError(readField(value, 'error')) || readField(value, 'object') === 'error') return true;
  const isKnown = ['choices', 'type', 'object', 'usage'].some(
    (key) => (readField(value, key) ?? undefined) !== undefined,
  );
  return !isKnown && !isSuccess(value) && ERROR_FIELDS.some((key) => readField(value, key));
}

/** Some gateways put an error into every piece, and in good ones it is empty or says that all is well. */
function saysError(error: unknown): boolean {
  if (!isObject(error)) return Boolean(error);
  return !isSuccess(error) && Object.values(error).some((said) => said !== null && said !== '' && said !== 0);
}

function isSuccess(value: unknown): boolean {
  const code = String(readField(value, 'code') ?? readField(value, 'status_code'));
  return /^(0|200|ok|success)$/i.test(code);
}

/** FastAPI; many; many; Baidu; Cloudflare; MiniMax. */
const ERROR_FIELDS = ['detail', 'message', 'msg', 'error_msg', 'errors', 'base_resp'] as const;

export function spellEvent(event: StreamEvent): string {
  if (event.type === 'done') return spelled(JSON.stringify(DONE));
  const { json, value } = event;
  if (isErrorEvent(event)) return spelled(json, 'error');
  // A response in one piece is what the last event of a stream holds.
  if (readField(value, 'object') === 'response' && readField(value, 'type') === undefined)
    return spelled(JSON.stringify({ type: 'response.completed', response: value }));
  const choices = readList(readField(value, 'choices'));
  // The library itself fails at a list of choices that holds null, and at an error that says nothing.
  if (choices.every(isObject) && !readField(value, 'error')) return spelled(json);
  return spelled(JSON.stringify({ ...Object(value), error: undefined, choices: choices.filter(isObject) }));
}
