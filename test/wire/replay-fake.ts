/** A recording that is made while it is played: what the test says is the next recorded reply, given by the real provider. */
import type { ModelEvent } from '../../src/core/agent/model-event.ts';
import type { AgentModel, ModelRequest } from '../../src/core/agent/ports.ts';
import type { Json } from '../../src/core/lang/json.ts';
import { tokenUsage } from '../../src/core/message/usage.ts';
import { checkContext } from '../../src/core/thread/check-context.ts';
import { createReplay, type Pace } from '../../src/providers/replay/adapter.ts';
import { inputTokens } from '../../src/providers/replay/count.ts';
import type { RecordedReply, Recording } from '../../src/providers/replay/recording.ts';
import type { FakeAnswer, StartFake } from './fake.ts';

const MODEL = 'made-up';
const AT_ONCE: Pace = { speed: 0, wait: () => Promise.resolve() };

/** Whatever place a request is at, the reply is there. */
const PLACES = 1_000;

/**
 * Of what a fake can be told, a recording has no way to show: a failure other than an overflow, `delivery`, an input that is no
 * JSON, and a reply that is empty, refused or cut at its length. Told one of these it throws. A summary it writes by itself,
 * whatever it is told.
 */
export const startReplayFake: StartFake = async ({ reply, window = 200_000 }) => {
  const requests: Json[] = [];
  const rejections: string[] = [];
  let asked = 0;
  const modelWith = (answer: RecordedReply, most = window): AgentModel => {
    const replies = Array.from({ length: PLACES }, () => answer);
    return createReplay([recordingOf(most, replies)], AT_ONCE).model({ id: MODEL }, {});
  };

  async function* stream(
    request: ModelRequest,
    signal: Parameters<AgentModel['stream']>[1],
  ): AsyncGenerator<ModelEvent> {
    const body: Json = JSON.parse(JSON.stringify(request));
    requests.push(body);
    const broken = checkContext(request.messages).map(({ rule, detail }) => `${rule}: ${detail}`);
    rejections.push(...broken);
    if (broken.length > 0) {
      yield { type: 'error', error: { kind: 'invalid-request', message: broken.join('; ') } };
    } else if (inputTokens(request) > window) {
      yield* modelWith({}).stream(request, signal);
    } else {
      asked += 1;
      const told = await reply(asked, body);
      if (told.type === 'answer') yield* modelWith(replyOf(told, request)).stream(request, signal);
      else if (told.kind === 'overflow') yield* modelWith({}, inputTokens(request) - 1).stream(request, signal);
      else throw new Error(`a recording has no failure such as ${told.kind}`);
    }
  }

  const model = modelWith({});
  return {
    provider: {
      id: 'replay',
      models: (access, signal) => createReplay([recordingOf(window)]).models(access, signal),
      model: () => ({ ...model, stream }),
    },
    model: MODEL,
    access: {},
    requests,
    rejections,
    close: async () => {},
  };
};

function recordingOf(window: number, replies: readonly RecordedReply[] = []): Recording {
  return { id: MODEL, name: MODEL, window, tools: [], replies };
}

function replyOf(told: FakeAnswer, request: ModelRequest): RecordedReply {
  const { thinking, text, calls = [], usage, end, delivery } = told;
  const isOwn = end === undefined || end === (calls.length > 0 ? 'calls' : 'done');
  if (delivery || !isOwn || calls.some(({ rawInput }) => rawInput !== undefined))
    throw new Error(`a recording can't show ${JSON.stringify(told)}`);
  if (text === undefined && calls.length === 0) throw new Error('a recording has no empty reply');
  return {
    ...(thinking !== undefined && { thinking }),
    ...(text !== undefined && { text }),
    calls: calls.map(({ id, name, input }) => ({ id, name, input, result: '' })),
    ...(usage && { usage: tokenUsage({ input: inputTokens(request), ...usage }) }),
  };
}
