/** The `compact` tool's definition, and the message for each refusal (R4, R5, R11, R15). */
import type { Json } from '../../lang/json.ts';
import description from '../../prompts/compact-tool.md';
import type { PolicyProblem } from './compact-policy.ts';
import type { RangeProblem } from './ranges.ts';

export const COMPACT_TOOL = {
  name: 'compact',
  description: description.trim(),
  inputSchema: {
    type: 'object',
    properties: {
      replacements: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          properties: {
            from: {
              type: 'string',
              description: 'Checkpoint id; the range starts after it. Left out: at the start of the thread.',
            },
            to: {
              type: 'string',
              description:
                'Checkpoint id; the range ends with its message. Left out: before the reply that makes this call.',
            },
            summary: { type: 'string', description: 'What stands in place of the range. Empty: the range is deleted.' },
          },
          required: ['summary'],
          additionalProperties: false,
        },
      },
    },
    required: ['replacements'],
    additionalProperties: false,
  },
} as const satisfies { readonly name: string; readonly description: string; readonly inputSchema: Json };

/** Ids that a refusal names at most. */
const MAX_IDS = 12;

/** What the model reads when its call can't be done: the id, the true cause, and what works. */
export function describeRefusal(problem: RangeProblem | PolicyProblem): string {
  switch (problem.type) {
    case 'unknown-id':
      return `There is no checkpoint ${problem.id} in this thread. ${working(problem.working)}`;
    case 'consumed':
      return `Checkpoint ${problem.id} is no longer in your context: compaction ${problem.by} replaced its range. ${working(problem.working)}`;
    case 'reversed':
      return `from (${problem.from}) comes after to (${problem.to}): swap them.`;
    case 'running-round':
      return `The results at ${problem.to} belong to the round that you are in: end the range at ${problem.lastTo ?? 'an earlier checkpoint'} or before.`;
    case 'empty':
      if (problem.to === undefined)
        return `After ${problem.from ?? 'the start'} there is nothing but the round that you are in: choose an earlier from.`;
      return `The range from ${problem.from ?? 'the start'} to ${problem.to ?? 'the end'} holds no whole message: choose a later to.`;
    case 'overlap':
      return `replacements[${problem.second}] overlaps replacements[${problem.first}]: make them disjoint. Nothing was changed.`;
    case 'too-small':
      return `That would free ${problem.reclaims} tokens, and a call must free at least ${problem.minimum}. ${suggestion(problem.suggested)}`;
    case 'summary-longer':
      return `The summaries take ${problem.summary} tokens and what they replace takes ${problem.replaced}: write shorter ones, or widen the ranges.`;
    case 'newest-message':
      return `A range may not cover the newest message that the person typed: end it at ${problem.lastTo ?? 'an earlier checkpoint'} or before.`;
    case 'cool-down':
      return `You compacted earlier in this turn, and only ${problem.since} tokens came since: wait until ${problem.needed} have come.`;
  }
}

function working(ids: readonly string[]): string {
  if (ids.length === 0) return 'No checkpoint is left to use: leave out from and to.';
  const shown = ids.slice(-MAX_IDS).join(', ');
  return `These work: ${ids.length > MAX_IDS ? `… ${shown}` : shown}.`;
}

function suggestion(range: { readonly from?: string; readonly to?: string } | undefined): string {
  if (!range) return 'No range frees that much now.';
  return `The first range that does: from ${range.from ?? 'the start'} to ${range.to ?? 'the end'}.`;
}
