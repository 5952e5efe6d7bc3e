/** Gemini's stream of responses as events. */
import type { GenerateContentResponse, Part } from '@google/genai/web';
import type { ModelEvent } from '../../core/agent/model-event.ts';
import { blockedEnd, endOf } from './stop-reason.ts';
import { usageOf } from './usage.ts';

/** Ends with the response that gives a reason to; without one the stream was cut. */
export async function* fromStream(chunks: AsyncIterable<GenerateContentResponse>): AsyncGenerator<ModelEvent> {
  let hasCalls = false;
  for await (const { candidates, usageMetadata, promptFeedback } of chunks) {
    const candidate = candidates?.[0];
    for (const part of candidate?.content?.parts ?? []) {
      hasCalls ||= part.functionCall !== undefined;
      yield* eventsOf(part);
    }
    // Each report counts all that came so far.
    if (usageMetadata) yield { type: 'usage', usage: usageOf(usageMetadata) };
    if (promptFeedback?.blockReason) return yield blockedEnd(promptFeedback.blockReason);
    if (candidate?.finishReason) return yield endOf(candidate.finishReason, hasCalls);
  }
}

/** A call comes whole, with an object as its arguments. A part without text can carry the signature of the one before it. */
function* eventsOf({ text, thought, functionCall, thoughtSignature }: Part): Generator<ModelEvent> {
  const type = thought ? 'thinking' : 'text';
  if (functionCall) {
    const { name = '', args = {} } = functionCall;
    const id = functionCall.id || crypto.randomUUID();
    yield { type: 'call', id, name };
    yield { type: 'input', id, json: JSON.stringify(args) };
  } else if (text) yield { type, text };
  if (thoughtSignature) yield { type: 'signature', of: functionCall ? 'call' : type, signature: thoughtSignature };
}
