/** Decodes a parsed line of the log to an entry, or to an error that names the bad field. */
import * as v from 'valibot';
import { capDepth } from '../lang/cap-depth.ts';
import type { Json } from '../lang/json.ts';
import { err, ok, type Result } from '../lang/result.ts';
import type { Intervention, ResultContent } from '../message/message.ts';
import { ATTEMPT_ENDS } from './compaction-attempt.ts';
import { CUTS, type Entry, FILE_RESTORE_STATES, PERMISSION_STATES, UNCOPIED } from './entry.ts';
import { entryId } from './entry-id.ts';
import { type FieldSchemas, LENIENT, nonNegativeNumber, STRICT } from './field-schemas.ts';
import { METHODS, STEP_KINDS, STRATEGIES } from './strategy.ts';

const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.transform(entryId));
/** 0: before the first entry. */
const place = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.transform(entryId));
const index = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const fileVersion = v.object({
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  mode: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(0o777))),
  uncopied: v.exactOptional(v.picklist(UNCOPIED)),
});

/** Lines come from `JSON.parse`, so any value in them is JSON already; what is nested too deeply in it becomes text. */
const json = v.pipe(
  v.custom<Json>((value) => value !== undefined),
  v.transform((value) => capDepth(value)),
);

/** The schema that a value's `type` names: one look-up, where `v.variant` would try each. */
function tagged<const S extends Readonly<Record<string, v.GenericSchema>>>(schemas: S) {
  const unknownType = v.object({ type: v.picklist(Object.keys(schemas)) });
  const byType = new Map<unknown, v.GenericSchema>(Object.entries(schemas));
  const choose = (value: unknown) =>
    (typeof value === 'object' && value !== null && 'type' in value && byType.get(value.type)) || unknownType;
  return v.lazy(choose as (value: unknown) => v.GenericSchema<unknown, v.InferOutput<S[keyof S]>>);
}

/** The schemas of an entry and of two of its parts, with the given schemas for optional and foreign fields. */
function entrySchema({ object, optional, amount, callId, callName, words, usage }: FieldSchemas) {
  const sealed = { signature: optional(v.string()), by: optional(v.string()) };
  const text = object({ type: v.literal('text'), text: v.string(), ...sealed });
  const image = object({
    type: v.literal('image'),
    mediaType: v.string(),
    data: v.string(),
    width: optional(nonNegativeNumber),
    height: optional(nonNegativeNumber),
  });
  const document = object({
    type: v.literal('document'),
    mediaType: v.string(),
    data: v.string(),
    name: optional(v.string()),
  });
  const part = tagged({ text, image, document });
  const outputRef = object({
    id: v.string(),
    byteSize: optional(nonNegativeNumber),
    lineCount: optional(nonNegativeNumber),
  });
  const intervention = tagged({
    denied: object({ type: v.literal('denied'), reason: optional(v.string()) }),
    stopped: object({ type: v.literal('stopped') }),
    plan: object({ type: v.literal('plan') }),
    partial: object({ type: v.literal('partial'), accepted: index, of: index }),
  });
  const block = tagged({
    text,
    image,
    document,
    thinking: object({ type: v.literal('thinking'), text: v.string(), ...sealed }),
    redacted_thinking: object({
      type: v.literal('redacted_thinking'),
      data: v.string(),
      by: optional(v.string()),
    }),
    native: object({
      type: v.literal('native'),
      by: v.string(),
      data: json,
      text: words,
      tokens: optional(nonNegativeNumber),
    }),
    tool_use: object({ type: v.literal('tool_use'), id: callId, name: callName, input: json, ...sealed }),
    tool_result: object({
      type: v.literal('tool_result'),
      toolUseId: callId,
      content: v.array(part),
      isError: optional(v.boolean()),
      outputRef: optional(outputRef),
      intervention: optional(intervention),
    }),
    checkpoint: object({ type: v.literal('checkpoint'), id: v.pipe(v.string(), v.regex(/^[a-z0-9]{6}$/)) }),
    reminder: object({ type: v.literal('reminder'), text: v.string() }),
  });
  const message = object({ role: v.picklist(['user', 'assistant']), blocks: v.array(block) });

  const fate = v.picklist(['collapsed', 'trimmed', 'summarized', 'replaced', 'dropped', 'native']);
  const edit = tagged({
    entries: object({
      type: v.literal('entries'),
      span: object({ from: id, to: id }),
      fate,
      replacement: v.array(message),
    }),
    blocks: object({
      type: v.literal('blocks'),
      span: object({ entry: id, from: index, to: index }),
      fate,
      replacement: v.array(block),
    }),
  });
  const step = object({
    kind: v.picklist(STEP_KINDS),
    from: id,
    to: id,
    turns: amount,
    toolResults: amount,
    messages: amount,
    tokensBefore: amount,
    tokensAfter: amount,
  });
  const strategy = v.picklist(STRATEGIES);

  const base = { id, at: v.number() };
  const entry = tagged({
    message: object({
      ...base,
      type: v.literal('message'),
      origin: v.picklist(['typed', 'tools', 'program', 'model']),
      blocks: v.array(block),
      model: optional(v.string()),
      usage: optional(usage),
      source: optional(v.literal('imported')),
      // A message that lost the entry which it sends would be sent again.
      queued: v.exactOptional(id),
      cut: optional(v.picklist(CUTS)),
    }),
    compaction: object({
      ...base,
      type: v.literal('compaction'),
      trigger: v.picklist(['manual', 'auto', 'model', 'recorded']),
      strategy: v.picklist(METHODS),
      fellFrom: optional(object({ strategy, reason: v.string(), detail: optional(v.string()) })),
      model: optional(v.string()),
      usage: optional(usage),
      tokensBefore: optional(nonNegativeNumber),
      tokensAfter: optional(nonNegativeNumber),
      measured: optional(v.boolean()),
      target: optional(nonNegativeNumber),
      reason: optional(v.literal('fixed-part')),
      steps: v.array(step),
      edits: v.array(edit),
    }),
    compaction_attempt: object({
      ...base,
      type: v.literal('compaction_attempt'),
      trigger: v.picklist(['manual', 'auto']),
      end: v.picklist(ATTEMPT_ENDS),
      strategy,
      reason: optional(v.string()),
      detail: optional(v.string()),
      instructions: optional(v.string()),
      tokensBefore: amount,
      measured: optional(v.boolean()),
      took: amount,
      model: optional(v.string()),
      usage: optional(usage),
    }),
    undo: object({ ...base, type: v.literal('undo'), compaction: id }),
    redo: object({ ...base, type: v.literal('redo'), compaction: id }),
    summary_edit: object({
      ...base,
      type: v.literal('summary_edit'),
      compaction: id,
      edit: index,
      replacement: v.array(message),
    }),
    restore: object({ ...base, type: v.literal('restore'), to: place }),
    pin: object({ ...base, type: v.literal('pin'), message: id, pinned: v.boolean() }),
    queued: object({
      ...base,
      type: v.literal('queued'),
      blocks: v.array(block),
      replaces: v.exactOptional(id),
      swapsWith: v.exactOptional(id),
    }),
    unqueued: object({ ...base, type: v.literal('unqueued'), queued: id }),
    model: object({ ...base, type: v.literal('model'), model: v.string() }),
    note: object({ ...base, type: v.literal('note'), text: v.string() }),
    permission: object({
      ...base,
      type: v.literal('permission'),
      call: callId,
      state: v.picklist(PERMISSION_STATES),
    }),
    // Read strictly: the entry is ours alone, and files are put back by it.
    file: object({
      ...base,
      type: v.literal('file'),
      path: v.string(),
      folder: v.exactOptional(v.string()),
      call: v.exactOptional(v.string()),
      before: v.nullable(fileVersion),
      after: v.exactOptional(v.nullable(fileVersion)),
      seal: v.string(),
    }),
    file_restore: object({
      ...base,
      type: v.literal('file_restore'),
      to: place,
      state: v.picklist(FILE_RESTORE_STATES),
      thread: v.exactOptional(v.literal(true)),
    }),
    command_files: object({ ...base, type: v.literal('command_files'), paths: v.array(v.string()), more: index }),
    title: object({ ...base, type: v.literal('title'), title: v.string() }),
  });
  return { entry, part, intervention };
}

const strict = entrySchema(STRICT);
const lenient = entrySchema(LENIENT);

/**
 * The entry in a parsed line, or where it differs from one: `blocks.0.text: Invalid type …`. Unknown keys are ignored. A line that
 * an earlier build wrote may hold what a server put in the place of a count, a signature, an id or a name: it is read without
 * that field, or with the text that stands in it.
 */
export function decodeEntry(value: unknown): Result<Entry, string> {
  const parsed = v.safeParse(strict.entry, value, { abortEarly: true });
  if (parsed.success) return ok(parsed.output);
  const mended = v.safeParse(lenient.entry, value, { abortEarly: true });
  if (mended.success) return ok(mended.output);
  const [issue] = parsed.issues;
  return err(`${v.getDotPath(issue) ?? 'the line'}: ${issue.message}`);
}

/** The value as a part of a tool's result, without optional fields that are wrong; undefined when it is not one. */
export function decodePart(value: unknown): ResultContent | undefined {
  const parsed = v.safeParse(lenient.part, value, { abortEarly: true });
  return parsed.success ? parsed.output : undefined;
}

/** The value as an intervention; undefined when it is not one. */
export function decodeIntervention(value: unknown): Intervention | undefined {
  const parsed = v.safeParse(strict.intervention, value, { abortEarly: true });
  return parsed.success ? parsed.output : undefined;
}
