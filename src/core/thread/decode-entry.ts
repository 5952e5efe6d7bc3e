/** Decodes a parsed line of the log to an entry, or to an error that names the bad field. */
import * as v from 'valibot';
import { err, ok, type Result } from '../lang/result.ts';
import type { Intervention, ResultContent } from '../message/message.ts';
import { blockSchemas, index, tagged } from './block-schemas.ts';
import { ATTEMPT_ENDS } from './compaction-attempt.ts';
import { CUTS, type Entry, FILE_RESTORE_STATES, PERMISSION_STATES, UNCOPIED } from './entry.ts';
import { entryId } from './entry-id.ts';
import { type FieldSchemas, LENIENT, nonNegativeNumber, STRICT } from './field-schemas.ts';
import { METHODS, STEP_KINDS, STRATEGIES } from './strategy.ts';

const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.transform(entryId));
/** 0: before the first entry. */
const place = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.transform(entryId));

const fileVersion = v.object({
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  mode: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(0o777))),
  uncopied: v.exactOptional(v.picklist(UNCOPIED)),
});

/** The schemas of an entry and of two of its parts, with the given schemas for optional and foreign fields. */
function entrySchema(fields: FieldSchemas) {
  const { object, optional, amount, callId, usage } = fields;
  const { block, part, intervention } = blockSchemas(fields);
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
