/** Converts VS Code's stream of parts to our events. It gives no usage (R25) and no stop reason. */
import type { ModelEvent } from '../../core/agent/model-event.ts';
import type { ModelRequest } from '../../core/agent/ports.ts';
import { readText } from '../../core/lang/read-value.ts';
import { callIdOf, callNameOf, inputJson } from '../shared/reply-values.ts';
import type { LmApi } from './api.ts';

/**
 * Parts that are not known are left out, and calls where none may be made: the API has no mode that forbids them. A stream
 * without any part was cut, since a reply always has one.
 */
export async function* fromStream(
  api: LmApi,
  stream: AsyncIterable<unknown>,
  toolChoice: ModelRequest['toolChoice'],
): AsyncGenerator<ModelEvent> {
  let hasCalls = false;
  let isEmpty = true;
  for await (const part of stream) {
    isEmpty = false;
    if (part instanceof api.LanguageModelTextPart) {
      const text = readText(part.value);
      if (text) yield { type: 'text', text };
    } else if (part instanceof api.LanguageModelToolCallPart && toolChoice === 'auto') {
      hasCalls = true;
      const id = callIdOf(part.callId);
      yield { type: 'call', id, name: callNameOf(part.name) };
      yield { type: 'input', id, json: inputJson(part.input) };
    }
  }
  if (!isEmpty) yield { type: 'end', reason: hasCalls ? 'calls' : 'done' };
}
