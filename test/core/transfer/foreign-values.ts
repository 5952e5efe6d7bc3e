/** Arbitrary records and documents that look like those of the formats, so that reading gets past the first check. */
import fc from 'fast-check';
import { FORMATS } from '../../../src/core/transfer/import-types.ts';
import { fixture } from './imported.ts';

function anything() {
  return fc.jsonValue({ maxDepth: 2 });
}

/** A line of any fixture, of any JSON, like a record of a format, or of any text. */
export function lineLike() {
  const lines = FORMATS.flatMap((format) => fixtureLines(`odd.${format}.jsonl`));
  return fc.oneof(
    fc.constantFrom(...lines),
    fc.json(),
    record().map((value) => JSON.stringify(value)),
    mutated(lines),
    fc.string(),
  );
}

/** A document of any fixture with something changed, like one of a format, or of any JSON. */
export function documentLike() {
  const documents = FORMATS.flatMap((format) => fixtureDocument(`odd.${format}.json`));
  return fc.oneof(
    mutated(documents).map((text) => JSON.parse(text)),
    fc.array(messageLike(), { maxLength: 4 }),
    fc.record({ messages: fc.array(messageLike(), { maxLength: 4 }), system: anything() }),
    fc.record({ requests: fc.array(messageLike(), { maxLength: 4 }), responderUsername: fc.string() }),
    fc.record({ contents: fc.array(messageLike(), { maxLength: 4 }) }),
    fc.record({
      history: fc.array(messageLike(), { maxLength: 4 }),
      trajectory: fc.array(messageLike(), { maxLength: 4 }),
      info: anything(),
    }),
    anything(),
  );
}

function fixtureLines(name: string): readonly string[] {
  try {
    return fixture(name).split(/\r?\n/).filter(Boolean);
  } catch {
    return [];
  }
}

function fixtureDocument(name: string): readonly string[] {
  try {
    return [fixture(name).replace('\uFEFF', '')];
  } catch {
    return [];
  }
}

/** One of these texts, when it is JSON with one of its values replaced by any other. */
function mutated(texts: readonly string[]) {
  return fc.tuple(fc.constantFrom(...texts), fc.nat(), anything()).map(([text, place, value]) => {
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch {
      return text;
    }
    let count = 0;
    JSON.stringify(parsed, (_, one) => {
      count++;
      return one;
    });
    let at = 0;
    return JSON.stringify(parsed, (_, one) => (at++ === place % count ? value : one)) ?? 'null';
  });
}

const KEYS = [
  'text',
  'content',
  'id',
  'name',
  'input',
  'source',
  'tool_use_id',
  'arguments',
  'call_id',
  'output',
  'thinking',
];
const TYPES = [
  'text',
  'image',
  'document',
  'tool_use',
  'tool_result',
  'thinking',
  'image_url',
  'file',
  'message',
  'reasoning',
  'function_call',
  'x_call',
  'compaction',
];

function blockLike() {
  const fields = Object.fromEntries(
    [...KEYS, 'image_url', 'file_data', 'title'].map((key) => [key, fc.jsonValue({ maxDepth: 2 })]),
  );
  return fc.record({ type: fc.constantFrom(...TYPES), ...fields }, { requiredKeys: ['type'] });
}

function messageLike() {
  return fc.record(
    {
      role: fc.constantFrom('user', 'assistant', 'system', 'tool', 'function', 'developer', 'x'),
      content: fc.oneof(fc.string(), fc.array(blockLike()), anything()),
      tool_calls: fc.oneof(
        fc.array(fc.record({ function: blockLike(), custom: blockLike() }, { requiredKeys: [] })),
        anything(),
      ),
      function_call: fc.oneof(blockLike(), anything()),
      usage: anything(),
      parts: fc.oneof(fc.array(blockLike()), anything()),
      response: fc.oneof(fc.array(blockLike()), anything()),
      result: anything(),
      action: fc.oneof(fc.string(), anything()),
      extra: anything(),
      message: anything(),
      type: fc.constantFrom('user', 'gemini', 'info', 'x'),
      timestamp: anything(),
    },
    { requiredKeys: ['role'] },
  );
}

function record() {
  const claude = fc.record(
    {
      type: fc.constantFrom('user', 'assistant', 'system', 'attachment', 'queue-operation', 'summary', 'x'),
      uuid: fc.constant('u'),
      message: fc.oneof(messageLike(), anything()),
      attachment: fc.oneof(blockLike(), anything()),
      subtype: fc.constantFrom('compact_boundary', 'local_command', 'x'),
      compactMetadata: anything(),
      isCompactSummary: fc.boolean(),
      operation: fc.constantFrom('enqueue', 'dequeue', 'remove', 'popAll'),
      content: fc.oneof(fc.string(), anything()),
      origin: anything(),
      timestamp: anything(),
    },
    { requiredKeys: ['type'] },
  );
  const other = fc.record(
    {
      type: fc.constantFrom(
        'user.message',
        'assistant.message',
        'tool.execution_complete',
        'session.compaction_complete',
        'message',
        'compaction',
        'request',
        'response',
      ),
      id: fc.string(),
      parentId: fc.oneof(fc.string(), fc.constant(null)),
      timestamp: fc.oneof(fc.string(), anything()),
      data: fc.oneof(blockLike(), messageLike(), anything()),
      message: fc.oneof(messageLike(), anything()),
      request: fc.oneof(fc.record({ messages: fc.array(messageLike(), { maxLength: 4 }) }), anything()),
      response: fc.oneof(fc.record({ choices: fc.array(fc.record({ message: messageLike() })) }), anything()),
      summary: anything(),
    },
    { requiredKeys: ['type', 'id', 'parentId'] },
  );
  const codex = fc.record({
    type: fc.constantFrom('response_item', 'event_msg', 'compacted', 'session_meta', 'turn_context'),
    payload: fc.oneof(
      blockLike(),
      messageLike(),
      fc.record({ replacement_history: fc.array(blockLike()), message: anything() }),
    ),
  });
  return fc.oneof(claude, codex, other);
}
