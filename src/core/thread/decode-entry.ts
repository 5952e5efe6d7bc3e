/** Decodes a parsed line of the log to an entry, or to an error that names the bad field. */
import * as v from 'valibot';
import { err, ok, type Result } from '../lang/result.ts';
import type { Intervention, ResultContent } from '../message/message.ts';
import { anyJson, blockSchemas, index, tagged } from './block-schemas.ts';
import { compactionSchemas } from './compaction-schemas.ts';
import { CUTS, type Entry, PERMISSION_STATES } from './entry.ts';
import { entryFields, id, place } from './entry-fields.ts';
import { type FieldSchemas, LENIENT, STRICT } from './field-schemas.ts';
import { fileSchemas } from './file-schemas.ts';
import { INSTRUCTION_PLACES } from './instructions.ts';
import { SUB_AGENT_LIMITS, SUB_AGENT_STATES } from './sub-agent.ts';

const offeredTool = v.object({
  name: v.string(),
  id: v.string(),
  source: v.string(),
  description: v.string(),
  inputSchema: anyJson,
});

/** What a request begins with beside the system prompt: the instruction files and the external tools. */
function prefixSchemas({ object }: FieldSchemas) {
  return {
    instructions: object({
      ...entryFields,
      type: v.literal('instructions'),
      place: v.picklist(INSTRUCTION_PLACES),
      files: v.array(v.object({ path: v.string(), text: v.nullable(v.string()) })),
    }),
    tools: object({
      ...entryFields,
      type: v.literal('tools'),
      offered: v.array(offeredTool),
      without: v.array(v.string()),
    }),
  };
}

/** The schemas of an entry and of two of its parts, with the given schemas for optional and foreign fields. */
function entrySchema(fields: FieldSchemas) {
  const { object, optional, callId, usage } = fields;
  const blocks = blockSchemas(fields);
  const { block, part, intervention } = blocks;
  const entry = tagged({
    message: object({
      ...entryFields,
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
    ...compactionSchemas(fields, blocks),
    restore: object({ ...entryFields, type: v.literal('restore'), to: place }),
    pin: object({ ...entryFields, type: v.literal('pin'), message: id, pinned: v.boolean() }),
    queued: object({
      ...entryFields,
      type: v.literal('queued'),
      blocks: v.array(block),
      replaces: v.exactOptional(id),
      swapsWith: v.exactOptional(id),
    }),
    unqueued: object({ ...entryFields, type: v.literal('unqueued'), queued: id }),
    model: object({ ...entryFields, type: v.literal('model'), model: v.string() }),
    note: object({ ...entryFields, type: v.literal('note'), text: v.string() }),
    permission: object({
      ...entryFields,
      type: v.literal('permission'),
      call: callId,
      state: v.picklist(PERMISSION_STATES),
    }),
    ...fileSchemas(fields),
    sub_agent: object({
      ...entryFields,
      type: v.literal('sub_agent'),
      call: callId,
      thread: v.string(),
      state: v.picklist(SUB_AGENT_STATES),
      limit: optional(v.picklist(SUB_AGENT_LIMITS)),
      why: optional(v.string()),
      rounds: optional(index),
      model: optional(v.string()),
      usage: optional(usage),
    }),
    ...prefixSchemas(fields),
    title: object({ ...entryFields, type: v.literal('title'), title: v.string() }),
  });
  return { entry, part, intervention };
}

const strict = entrySchema(STRICT);
const lenient = entrySchema(LENIENT);

/**
 * The entry in a parsed line, or where it differs from one: `blocks.0.text: Invalid type …`. Unknown keys are ignored. A line that
 * an earlier build wrote may hold what a server wrote instead of a count, a signature, an id or a name: it is read without
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
