/** Decodes a line of a log: whatever the file holds, it comes out as an entry or as what is wrong with it. */
import * as v from 'valibot';
import { METHODS, STEP_KINDS, STRATEGIES } from '../compaction/strategy.ts';
import type { Json } from '../lang/json.ts';
import { err, ok, type Result } from '../lang/result.ts';
import { CUTS, type Entry, entryId } from './entry.ts';

const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.transform(entryId));
const count = v.pipe(v.number(), v.minValue(0));
const index = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** Lines come from `JSON.parse`, so any value in them is JSON already. */
const json = v.custom<Json>((value) => value !== undefined);

/** The schema that a value's `type` names: one look-up, where `v.variant` would try each. */
function tagged<const S extends Readonly<Record<string, v.GenericSchema>>>(schemas: S) {
  const unknownType = v.object({ type: v.picklist(Object.keys(schemas)) });
  const byType = new Map<unknown, v.GenericSchema>(Object.entries(schemas));
  const choose = (value: unknown) =>
    (typeof value === 'object' && value !== null && 'type' in value && byType.get(value.type)) || unknownType;
  return v.lazy(choose as (value: unknown) => v.GenericSchema<unknown, v.InferOutput<S[keyof S]>>);
}

const sealed = { signature: v.exactOptional(v.string()), by: v.exactOptional(v.string()) };
const text = v.object({ type: v.literal('text'), text: v.string(), ...sealed });
const image = v.object({
  type: v.literal('image'),
  mediaType: v.string(),
  data: v.string(),
  width: v.exactOptional(count),
  height: v.exactOptional(count),
});
const document = v.object({
  type: v.literal('document'),
  mediaType: v.string(),
  data: v.string(),
  name: v.exactOptional(v.string()),
});
const outputRef = v.object({ id: v.string(), byteSize: v.exactOptional(count), lineCount: v.exactOptional(count) });
const block = tagged({
  text,
  image,
  document,
  thinking: v.object({ type: v.literal('thinking'), text: v.string(), ...sealed }),
  redacted_thinking: v.object({
    type: v.literal('redacted_thinking'),
    data: v.string(),
    by: v.exactOptional(v.string()),
  }),
  native: v.object({
    type: v.literal('native'),
    by: v.string(),
    data: json,
    text: v.string(),
    tokens: v.exactOptional(count),
  }),
  tool_use: v.object({ type: v.literal('tool_use'), id: v.string(), name: v.string(), input: json, ...sealed }),
  tool_result: v.object({
    type: v.literal('tool_result'),
    toolUseId: v.string(),
    content: v.array(tagged({ text, image, document })),
    isError: v.exactOptional(v.boolean()),
    outputRef: v.exactOptional(outputRef),
  }),
  checkpoint: v.object({ type: v.literal('checkpoint'), id: v.pipe(v.string(), v.regex(/^[a-z0-9]{6}$/)) }),
  reminder: v.object({ type: v.literal('reminder'), text: v.string() }),
});
const message = v.object({ role: v.picklist(['user', 'assistant']), blocks: v.array(block) });
const usage = v.object({ input: count, output: count, cacheCreation: count, cacheRead: count, total: count });

const fate = v.picklist(['collapsed', 'trimmed', 'summarized', 'replaced', 'dropped', 'native']);
const edit = tagged({
  entries: v.object({
    type: v.literal('entries'),
    span: v.object({ from: id, to: id }),
    fate,
    replacement: v.array(message),
  }),
  blocks: v.object({
    type: v.literal('blocks'),
    span: v.object({ entry: id, from: index, to: index }),
    fate,
    replacement: v.array(block),
  }),
});
const step = v.object({
  kind: v.picklist(STEP_KINDS),
  from: id,
  to: id,
  turns: count,
  toolResults: count,
  messages: count,
  tokensBefore: count,
  tokensAfter: count,
});
const strategy = v.picklist(STRATEGIES);

const base = { id, at: v.number() };
const entry = tagged({
  message: v.object({
    ...base,
    type: v.literal('message'),
    origin: v.picklist(['typed', 'tools', 'program', 'model']),
    blocks: v.array(block),
    model: v.exactOptional(v.string()),
    usage: v.exactOptional(usage),
    source: v.exactOptional(v.literal('imported')),
    queued: v.exactOptional(id),
    cut: v.exactOptional(v.picklist(CUTS)),
  }),
  compaction: v.object({
    ...base,
    type: v.literal('compaction'),
    trigger: v.picklist(['manual', 'auto', 'model', 'recorded']),
    strategy: v.picklist(METHODS),
    fellFrom: v.exactOptional(v.object({ strategy, reason: v.string(), detail: v.exactOptional(v.string()) })),
    model: v.exactOptional(v.string()),
    usage: v.exactOptional(usage),
    tokensBefore: v.exactOptional(count),
    tokensAfter: v.exactOptional(count),
    measured: v.exactOptional(v.boolean()),
    target: v.exactOptional(count),
    reason: v.exactOptional(v.literal('fixed-part')),
    steps: v.array(step),
    edits: v.array(edit),
  }),
  undo: v.object({ ...base, type: v.literal('undo'), compaction: id }),
  redo: v.object({ ...base, type: v.literal('redo'), compaction: id }),
  summary_edit: v.object({
    ...base,
    type: v.literal('summary_edit'),
    compaction: id,
    edit: index,
    replacement: v.array(message),
  }),
  restore: v.object({ ...base, type: v.literal('restore'), to: id }),
  pin: v.object({ ...base, type: v.literal('pin'), message: id, pinned: v.boolean() }),
  queued: v.object({ ...base, type: v.literal('queued'), blocks: v.array(block) }),
  unqueued: v.object({ ...base, type: v.literal('unqueued'), queued: id }),
  model: v.object({ ...base, type: v.literal('model'), model: v.string() }),
  note: v.object({ ...base, type: v.literal('note'), text: v.string() }),
  title: v.object({ ...base, type: v.literal('title'), title: v.string() }),
});

/** The entry in a parsed line, or where it differs from one: `blocks.0.text: Invalid type …`. Unknown keys are ignored. */
export function decodeEntry(value: unknown): Result<Entry, string> {
  const parsed = v.safeParse(entry, value, { abortEarly: true });
  if (parsed.success) return ok(parsed.output);
  const [issue] = parsed.issues;
  return err(`${v.getDotPath(issue) ?? 'the line'}: ${issue.message}`);
}
