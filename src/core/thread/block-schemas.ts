/** The schemas of a message's blocks in a line of the log. */
import * as v from 'valibot';
import { capDepth } from '../lang/cap-depth.ts';
import type { Json } from '../lang/json.ts';
import { ATTACHMENT_KINDS } from '../message/message.ts';
import { type FieldSchemas, nonNegativeNumber } from './field-schemas.ts';

/** From 0. */
export const index = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Lines come from `JSON.parse`, so any value in them is JSON already; what is nested too deeply in it becomes text. */
export const anyJson = v.pipe(
  v.custom<Json>((value) => value !== undefined),
  v.transform((value) => capDepth(value)),
);

/** The schema that a value's `type` names: one look-up, where `v.variant` would try each. */
export function tagged<const S extends Readonly<Record<string, v.GenericSchema>>>(schemas: S) {
  const unknownType = v.object({ type: v.picklist(Object.keys(schemas)) });
  const byType = new Map<unknown, v.GenericSchema>(Object.entries(schemas));
  const choose = (value: unknown) =>
    (typeof value === 'object' && value !== null && 'type' in value && byType.get(value.type)) || unknownType;
  return v.lazy(choose as (value: unknown) => v.GenericSchema<unknown, v.InferOutput<S[keyof S]>>);
}

/** The fields of what a maker signed: the signature, and who the maker is. */
const sealFields = (optional: FieldSchemas['optional']) => ({
  signature: optional(v.string()),
  by: optional(v.string()),
});

/** The kinds of content that both a message and a tool's result can hold. */
function contentSchemas({ object, optional }: FieldSchemas) {
  return {
    text: object({ type: v.literal('text'), text: v.string(), ...sealFields(optional) }),
    image: object({
      type: v.literal('image'),
      mediaType: v.string(),
      data: v.string(),
      name: optional(v.string()),
      width: optional(nonNegativeNumber),
      height: optional(nonNegativeNumber),
    }),
    document: object({
      type: v.literal('document'),
      mediaType: v.string(),
      data: v.string(),
      name: optional(v.string()),
    }),
  };
}

export type BlockSchemas = ReturnType<typeof blockSchemas>;

/**
 * The schemas of a block, of a message that replaces others, of a part of a tool's result, and of an intervention, with the given
 * schemas for optional and foreign fields.
 */
export function blockSchemas(fields: FieldSchemas) {
  const { object, optional, callId, callName, words } = fields;
  const sealed = sealFields(optional);
  const content = contentSchemas(fields);
  const attachment = object({
    type: v.literal('attachment'),
    kind: v.picklist(ATTACHMENT_KINDS),
    name: optional(v.string()),
    lines: optional(object({ from: index, to: index })),
    text: v.string(),
  });
  const part = tagged(content);
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
    ...content,
    attachment,
    thinking: object({ type: v.literal('thinking'), text: v.string(), ...sealed }),
    redacted_thinking: object({
      type: v.literal('redacted_thinking'),
      data: v.string(),
      by: optional(v.string()),
    }),
    native: object({
      type: v.literal('native'),
      by: v.string(),
      data: anyJson,
      text: words,
      tokens: optional(nonNegativeNumber),
    }),
    tool_use: object({ type: v.literal('tool_use'), id: callId, name: callName, input: anyJson, ...sealed }),
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
  return { block, message, part, intervention };
}
