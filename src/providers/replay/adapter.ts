/** A provider that replays recorded threads, for demonstrations and for people without a key. */
import { type ModelEvent, ReplyBuilder } from '../../core/agent/model-event.ts';
import type { AgentModel, ModelRequest } from '../../core/agent/ports.ts';
import { ok } from '../../core/lang/result.ts';
import { type Access, type ModelInfo, modelKeyOf, type Provider } from '../shared/provider.ts';
import { guardStream } from '../shared/stream.ts';
import { inputTokens, RequestCounter } from './count.ts';
import { eventsOf, lengthOf } from './events.ts';
import { nextReplyIndex } from './position.ts';
import { type RecordedReply, type Recording, readRecordedReply } from './recording.ts';
import { endText, introOf, recordedSummaryText } from './replay-texts.ts';
import { recordedTools } from './tools.ts';

export interface Pace {
  /** Characters a second; 0 is as fast as it goes. */
  readonly speed: number;
  readonly wait: (ms: number) => Promise<void>;
}

/** About 150 tokens a second. */
const USUAL: Pace = { speed: 600, wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) };

/** Each recording is a model; what they have in common with one is measured by what they are sent, not by what they were. */
export function createReplay(given: readonly Recording[], pace: Pace = USUAL): Provider {
  const recordings = given.map((recording) => ({ ...recording, replies: recording.replies.map(readRecordedReply) }));
  const counter = new RequestCounter();
  return {
    id: 'replay',
    models: async () => ok(recordings.map(infoOf)),
    model: (info, access) => {
      const recording = recordings.find(({ id }) => id === info.id) ?? missing(info);
      return modelOf(recording, access, pace, counter);
    },
  };
}

function infoOf({ id, name, window }: Recording): ModelInfo {
  return { id, name, size: { window }, takesImages: true, takesTools: true };
}

/** What is left of one that was chosen once and ships no more: it is over. */
function missing({ id, name = id, size }: ModelInfo): Recording {
  return { id, name, window: size?.window ?? Number.POSITIVE_INFINITY, tools: [], replies: [] };
}

function modelOf(recording: Recording, access: Access, pace: Pace, counter: RequestCounter): AgentModel {
  const modelKey = modelKeyOf('replay', recording.id, undefined);
  const errorOf = (thrown: unknown) => ({ kind: 'invalid-request', message: String(thrown) }) as const;
  return {
    id: `replay/${recording.id}`,
    modelKey,
    tools: recordedTools(recording),
    stream: (request, signal) =>
      guardStream((own) => play(answer(recording, request, modelKey, counter), pace, own), { signal, access, errorOf }),
    count: async (request) => ok(inputTokens(request)),
  };
}

function* answer(
  recording: Recording,
  request: ModelRequest,
  modelKey: string,
  counter: RequestCounter,
): Generator<ModelEvent> {
  const { window, replies } = recording;
  const tokens = inputTokens(request);
  if (tokens > window) {
    const message = `prompt is too long: ${tokens} tokens > ${window} maximum`;
    return yield { type: 'error', error: { kind: 'overflow', message } };
  }
  const position = nextReplyIndex(request, recording, modelKey);
  const reply = replies[position];
  // Only a summary is asked for without a tool to call.
  if (request.toolChoice === 'none') {
    yield* counted({ text: recordedSummaryText(recording, position) }, '', position - 1, request, counter);
  } else if (reply) {
    yield* counted(reply, introOf(recording, reply, position), position, request, counter);
  } else {
    yield* counted({ text: endText(recording) }, '', position - 1, request, counter);
  }
}

function counted(
  reply: RecordedReply,
  intro: string,
  position: number,
  request: ModelRequest,
  counter: RequestCounter,
): Iterable<ModelEvent> {
  const builder = new ReplyBuilder();
  const none = { input: 0, output: 0, cacheCreation: 0, cacheRead: 0, total: 0 };
  const events = (usage = none) => eventsOf(reply, intro, position, usage);
  for (const event of events()) builder.add(event);
  const { blocks } = builder.finish({ type: 'end', reason: 'done' });
  return events(reply.usage ?? counter.count(request, blocks));
}

async function* play(events: Iterable<ModelEvent>, { speed, wait }: Pace, signal: AbortSignal) {
  for (const event of events) {
    const length = lengthOf(event);
    if (length > 0 && speed > 0) await wait((length / speed) * 1000);
    if (signal.aborted) return;
    yield event;
  }
}
