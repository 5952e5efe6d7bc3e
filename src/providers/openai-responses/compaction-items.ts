/** Reads the opaque items of OpenAI's compact endpoint and passes them on unchanged (R57). */
import type { ResponseInputItem } from 'openai/resources/responses/responses';
import { copyJson } from '../../core/lang/cap-depth.ts';
import type { Json } from '../../core/lang/json.ts';
import { field, isList, stringOf } from '../../core/lang/json-fields.ts';
import { readField, readList } from '../../core/lang/read-value.ts';
import { estimateText } from '../../core/tokens/estimate.ts';

/** SAFETY: the API's own output, which it documents to take as input. */
export function parseItems(data: Json): readonly ResponseInputItem[] {
  return isList(data) ? (data as unknown as readonly ResponseInputItem[]) : [];
}

/** Undefined: there is no compaction among the items, so nothing was compacted. */
export function compactedData(compacted: unknown): Json | undefined {
  const output = readList(readField(compacted, 'output'));
  if (!output.some((item) => readField(item, 'type') === 'compaction')) return undefined;
  return copyJson(output);
}

/** Tokens of the messages that stand whole beside the compaction, as far as they are text: no output of the call counts them. */
export function keptTokens(data: Json): number {
  const contents = isList(data) ? data.map((item) => field(item, 'content')) : [];
  const texts = contents.flatMap((content) =>
    isList(content) ? content.map((part) => stringOf(field(part, 'text'))) : [],
  );
  return texts.reduce((sum, text = '') => sum + estimateText(text), 0);
}
