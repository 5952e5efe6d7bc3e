/** What the compact endpoint gave, from JSON and back without a change: its items are opaque (R57). */
import type { CompactedResponse, ResponseInputItem } from 'openai/resources/responses/responses';
import type { Json } from '../../core/lang/json.ts';
import { isList } from '../../core/transfer/foreign.ts';

/** SAFETY: the API's own output, which it documents to take as input. */
export function parseItems(data: Json): readonly ResponseInputItem[] {
  return isList(data) ? (data as unknown as readonly ResponseInputItem[]) : [];
}

/** Undefined: there is no compaction among the items, so nothing was compacted. */
export function compactedData({ output }: CompactedResponse): Json | undefined {
  if (!Array.isArray(output) || !output.some(({ type }) => type === 'compaction')) return undefined;
  return JSON.parse(JSON.stringify(output));
}
