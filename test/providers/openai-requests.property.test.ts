/** Whatever a thread can come to, neither of OpenAI's APIs refuses what is made of it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../../src/core/agent/ports.ts';
import type { Json } from '../../src/core/lang/json.ts';
import { projectContext } from '../../src/core/thread/context.ts';
import { replay, type Thread } from '../../src/core/thread/thread.ts';
import * as chat from '../../src/providers/openai-compatible/to-request.ts';
import * as responses from '../../src/providers/openai-responses/to-request.ts';
import { perform, someOperations } from '../core/arbitrary/operations.ts';
import { MAKERS } from '../core/arbitrary/thread.ts';
import { work } from '../core/arbitrary/work.ts';
import { chatRejects } from '../wire/openai-chat-rules.ts';
import { responsesRejects } from '../wire/openai-responses-rules.ts';
import { requestFor, says } from './drive.ts';

const json = (value: object): Json => JSON.parse(JSON.stringify(value));
const ALL = { thinks: true, takesImages: true, summarizes: true, seals: true };

const APIS = [
  {
    name: 'Responses',
    rejects: (request: ModelRequest) =>
      responsesRejects(json(responses.toResponseRequest(request, 'm', ALL)), 'create', true).map(
        ({ message }) => message,
      ),
    pieces: (request: ModelRequest): readonly unknown[] =>
      responses.toResponseRequest(request, 'm', ALL).input as unknown[],
  },
  {
    name: 'Chat Completions',
    rejects: (request: ModelRequest) => chatRejects(json(chat.toChatRequest(request, { id: 'm' }, chat.OPTIONS))),
    pieces: (request: ModelRequest) => chat.toChatRequest(request, { id: 'm' }, chat.OPTIONS).messages,
  },
];

/** As the agent asks: with a word of the user at the end. */
function asked(thread: Thread, modelKey: string | undefined, more: Partial<ModelRequest> = {}): ModelRequest {
  const { messages } = projectContext(thread, modelKey);
  const isOpen = messages.at(-1)?.role === 'user';
  return requestFor(isOpen ? messages : [...messages, says('user', 'Go on')], more);
}

describe.each(APIS)('$name', ({ rejects, pieces }) => {
  it('takes what a life of a thread comes to, for whomever it was made', () => {
    fc.assert(
      fc.property(someOperations, fc.constantFrom('auto', 'none'), (operations, toolChoice) => {
        const thread = operations.reduce(perform, replay([]));
        for (const modelKey of [...MAKERS, 'openai/m'])
          expect(rejects(asked(thread, modelKey, { toolChoice }))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('case 24: a request is the one before and what was appended, and the same after a restart', () => {
    const { entries } = work(6, 200);
    const asks = entries.flatMap((entry, i) => (entry.type === 'message' && entry.origin !== 'model' ? [i + 1] : []));
    const sent = asks.map((n) => pieces(asked(replay(entries.slice(0, n)), 'us')));
    expect(sent.length).toBeGreaterThan(10);
    for (const [i, before] of sent.slice(0, -1).entries())
      expect(JSON.stringify(sent[i + 1]?.slice(0, before.length))).toBe(JSON.stringify(before));
    const reopened = replay(JSON.parse(JSON.stringify(entries.slice(0, asks.at(-1)))));
    expect(JSON.stringify(pieces(asked(reopened, 'us')))).toBe(JSON.stringify(sent.at(-1)));
  });
});
