/** The schemas of the log entries that compact the thread, undo a compaction or edit its summary. */
import * as v from 'valibot';
import { type BlockSchemas, index, tagged } from './block-schemas.ts';
import { ATTEMPT_ENDS } from './compaction-attempt.ts';
import { entryFields, id } from './entry-fields.ts';
import { type FieldSchemas, nonNegativeNumber } from './field-schemas.ts';
import { METHODS, STEP_KINDS, STRATEGIES } from './strategy.ts';

function editSchema({ object }: FieldSchemas, { block, message }: BlockSchemas) {
  const fate = v.picklist(['collapsed', 'trimmed', 'summarized', 'replaced', 'dropped', 'native']);
  return tagged({
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
}

function stepSchema({ object, amount }: FieldSchemas) {
  return object({
    kind: v.picklist(STEP_KINDS),
    from: id,
    to: id,
    turns: amount,
    toolResults: amount,
    messages: amount,
    tokensBefore: amount,
    tokensAfter: amount,
  });
}

/** The schemas by the entry's type, with the given schemas for optional and foreign fields. */
export function compactionSchemas(fields: FieldSchemas, blocks: BlockSchemas) {
  const { object, optional, amount, usage } = fields;
  const strategy = v.picklist(STRATEGIES);
  return {
    compaction: object({
      ...entryFields,
      type: v.literal('compaction'),
      trigger: v.picklist(['manual', 'auto', 'model', 'recorded']),
      strategy: v.picklist(METHODS),
      fellFrom: optional(object({ strategy, reason: v.string(), detail: optional(v.string()) })),
      model: optional(v.string()),
      usage: optional(usage),
      prompt: optional(v.string()),
      unusedInstructions: optional(v.string()),
      took: optional(nonNegativeNumber),
      tokensBefore: optional(nonNegativeNumber),
      tokensAfter: optional(nonNegativeNumber),
      measured: optional(v.boolean()),
      tokensKept: optional(nonNegativeNumber),
      target: optional(nonNegativeNumber),
      reason: optional(v.literal('fixed-part')),
      steps: v.array(stepSchema(fields)),
      edits: v.array(editSchema(fields, blocks)),
    }),
    compaction_attempt: object({
      ...entryFields,
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
    undo: object({ ...entryFields, type: v.literal('undo'), compaction: id }),
    redo: object({ ...entryFields, type: v.literal('redo'), compaction: id }),
    summary_edit: object({
      ...entryFields,
      type: v.literal('summary_edit'),
      compaction: id,
      edit: index,
      replacement: v.array(blocks.message),
    }),
  };
}
