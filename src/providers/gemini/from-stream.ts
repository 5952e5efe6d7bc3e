/** Converts Gemini's stream of responses to our events. */
import type { ModelEvent } from '../../core/agent/model-event.ts';
import { isObject, readField, readList, readSeal, readText } from '../../core/lang/read-value.ts';
import { callIdOf, callNameOf, inputJson, stopReasonText } from '../shared/reply-values.ts';
import { blockedEnd, replyEnd } from './stop-reason.ts';
import { usageOf } from './usage.ts';

/**
 * Ends with the response that gives a reason to; without one the stream was cut. Responses are of the SDK's type
 * `GenerateContentResponse`; a value of another type costs no more than the field that it stands in.
 */
export async function* fromStream(chunks: AsyncIterable<unknown>): AsyncGenerator<ModelEvent> {
  let hasCalls = false;
  let hasText = false;
  for await (const chunk of chunks) {
    const [candidate] = readList(readField(chunk, 'candidates'));
    const parts = readField(candidate, 'content', 'parts');
    for (const part of isObject(parts) ? [parts] : readList(parts)) {
      hasCalls ||= isObject(readField(part, 'functionCall'));
      for (const event of eventsOf(part)) {
        hasText ||= event.type === 'text';
        yield event;
      }
    }
    // Each report counts all that came so far.
    const usage = usageOf(readField(chunk, 'usageMetadata'));
    if (usage) yield { type: 'usage', usage };
    const blocked = stopReasonText(readField(chunk, 'promptFeedback', 'blockReason'));
    if (blocked !== undefined) return yield blockedEnd(blocked);
    const finished = readField(candidate, 'finishReason');
    if (finished) return yield replyEnd(finished, { hasCalls, hasText });
  }
}

/** A call comes whole, with an object as its arguments. A part without text can carry the signature of the one before it. */
function* eventsOf(part: unknown): Generator<ModelEvent> {
  const call = readField(part, 'functionCall');
  const text = readText(readField(part, 'text'));
  const signature = readSeal(readField(part, 'thoughtSignature'));
  const type = readField(part, 'thought') === true ? 'thinking' : 'text';
  if (isObject(call)) {
    const id = callIdOf(readField(call, 'id'));
    yield { type: 'call', id, name: callNameOf(readField(call, 'name')) };
    yield { type: 'input', id, json: inputJson(readField(call, 'args')) };
  } else if (text) yield { type, text };
  if (signature !== undefined) yield { type: 'signature', of: isObject(call) ? 'call' : type, signature };
}
