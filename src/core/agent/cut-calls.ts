/** Detects calls that the output limit cut off: they are not run, and the model and the person are told why. */
import type { Reply } from './model-event.ts';

const UNREADABLE = 'The input of this call is no JSON: call again with a JSON object.';

/** Replies of one turn that may be cut in the middle of a call before the person is asked: each costs as much as a reply can. */
export const MOST_CUT_REPLIES = 2;

/** Where a reply was cut in the middle of a call. */
export interface CutReply {
  /** Output tokens; undefined where neither the provider nor the settings say how many. */
  readonly tokens: number | undefined;
}

/** `reserve`: the limit that the reply was given, in tokens. Some servers say `stop` at their limit, too. */
export function cutReply({ end, usage, unreadable }: Reply, reserve: number | undefined): CutReply | undefined {
  if (end.type !== 'end' || unreadable.size === 0) return undefined;
  const output = usage?.output || undefined;
  const isAtLimit = end.reason === 'length' || (output !== undefined && reserve !== undefined && output >= reserve);
  return isAtLimit ? { tokens: output ?? reserve } : undefined;
}

/** The result of a call whose input could not be read. */
export function unreadableResult(cut: CutReply | undefined): string {
  if (!cut) return UNREADABLE;
  const where = cut.tokens === undefined ? 'at its output limit' : `at ${cut.tokens} tokens, its output limit,`;
  return `Your reply was cut ${where} in the middle of this call, so the call was not made. Write less in one call: divide the work into several smaller calls, each in a reply of its own.`;
}
