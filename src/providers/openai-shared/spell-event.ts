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
  if (readField(value, 'error') || readField(value, 'object') === 'error') return true;
  const isKnown = ['choices', 'type', 'object', 'usage'].some(
    (key) => (readField(value, key) ?? undefined) !== undefined,
  );
  return !isKnown && ERROR_FIELDS.some((key) => readField(value, key));
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
  // The library itself fails at a list of choices that holds null.
  if (choices.every(isObject)) return spelled(json);
  return spelled(JSON.stringify({ ...Object(value), choices: choices.filter(isObject) }));
}
