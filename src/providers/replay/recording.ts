/** A recorded thread: the model's replies and the tools' results. */
import * as v from 'valibot';
import type { ToolDefinition } from '../../core/agent/ports.ts';
import type { Json } from '../../core/lang/json.ts';
import { parseJson } from '../../core/lang/json-fields.ts';
import { isObject, readField, readList, readText } from '../../core/lang/read-value.ts';
import type { TokenUsage } from '../../core/message/message.ts';
import { readUsage } from '../../core/message/usage.ts';
import { callIdOf, callNameOf, inputJson } from '../shared/reply-values.ts';

export interface Recording {
  /** Names it as a model's id does. */
  readonly id: string;
  /** What the thread was about, in a few words. */
  readonly name: string;
  /** Tokens that it takes at most, as if it were a model. */
  readonly window: number;
  /** Those that it calls. */
  readonly tools: readonly ToolDefinition[];
  readonly replies: readonly RecordedReply[];
}

/** Has a text, a call or both; one without calls ends its turn. */
export interface RecordedReply {
  /** What the person had typed before it. */
  readonly asked?: string;
  readonly thinking?: string;
  readonly text?: string;
  readonly calls?: readonly RecordedCall[];
  /** As it was reported. Left out: counted by what is sent now, which a compaction may have made smaller. */
  readonly usage?: TokenUsage;
}

export interface RecordedCall {
  /** No other call of the recording has it. */
  readonly id: string;
  readonly name: string;
  readonly input: Json;
  readonly result: string;
  readonly isError?: true;
}

/**
 * The reply as a model's stream could give it: ids and names of calls are text, and a report of tokens counts something. The
 * files that ship are checked as a whole (`parseRecording`); a recording that is handed over in memory need not be.
 */
export function readRecordedReply(given: unknown): RecordedReply {
  const [thinking, text, asked] = ['thinking', 'text', 'asked'].map((key) => readText(readField(given, key)));
  const usage = readUsage(readField(given, 'usage'));
  const calls = readList(readField(given, 'calls')).filter(isObject).map(readCall);
  return {
    ...(asked !== undefined && { asked }),
    ...(thinking !== undefined && { thinking }),
    ...(text !== undefined && { text }),
    ...(calls.length > 0 && { calls }),
    ...(usage && { usage }),
  };
}

function readCall(given: object): RecordedCall {
  const input = parseJson(inputJson(readField(given, 'input') ?? {}));
  return {
    id: callIdOf(readField(given, 'id')),
    name: callNameOf(readField(given, 'name')),
    input: input.ok ? input.value : {},
    result: readText(readField(given, 'result')) ?? '',
    ...(readField(given, 'isError') === true && { isError: true }),
  };
}

const text = v.pipe(v.string(), v.regex(/\S/));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The file comes from `JSON.parse`, so any value in it is JSON already. */
const json = v.custom<Json>((value) => value !== undefined);

const call = v.object({
  id: text,
  name: text,
  input: json,
  result: v.string(),
  isError: v.exactOptional(v.literal(true)),
});
const reply = v.pipe(
  v.object({
    asked: v.exactOptional(text),
    thinking: v.exactOptional(text),
    text: v.exactOptional(text),
    calls: v.exactOptional(v.array(call)),
    usage: v.exactOptional(
      v.object({ input: count, output: count, cacheCreation: count, cacheRead: count, total: count }),
    ),
  }),
  v.check(({ text: said, calls = [] }) => said !== undefined || calls.length > 0, 'A reply says or calls something.'),
);
const recording = v.object({
  id: text,
  name: text,
  window: v.pipe(count, v.minValue(1)),
  tools: v.array(v.object({ name: text, description: v.string(), inputSchema: json })),
  replies: v.pipe(
    v.array(reply),
    v.check((replies) => {
      const ids = replies.flatMap(({ calls = [] }) => calls.map(({ id }) => id));
      return new Set(ids).size === ids.length;
    }, 'Two calls have one id.'),
  ),
});

/** The recording that a parsed file holds. Throws, with the place in it, where it holds none: what ships is ours. */
export function parseRecording(value: unknown): Recording {
  const parsed = v.safeParse(recording, value);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new Error(`This is no recording: ${v.getDotPath(issue) ?? 'all of it'}: ${issue.message}`);
}
