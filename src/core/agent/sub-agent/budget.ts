/** What one sub-agent may use, and the words for the limit that it reached. */
import type { SUB_AGENT_LIMITS } from '../../thread/sub-agent.ts';

export interface SubAgentBudget {
  /** Replies of the model, the last one included. */
  readonly rounds: number;
  /** Tokens of all its requests and replies together, as the provider reports them; where it does not, as they are estimated. */
  readonly tokens: number;
  /** Milliseconds from its beginning to its end. */
  readonly time: number;
  /** Milliseconds at the end of `time` that are left to its answer: whatever runs then is ended. */
  readonly answerTime: number;
}

export const SUB_AGENT_BUDGET: SubAgentBudget = {
  rounds: 40,
  tokens: 1_500_000,
  time: 15 * 60_000,
  answerTime: 90_000,
};

/** Sub-agents that one turn of the thread may begin: each may use all of its tokens, and no person is asked. */
export const MOST_SUB_AGENTS = 10;

/** Tokens of the answer that enter the context of the thread that asked; the rest is read by its ref. */
export const MOST_ANSWER_TOKENS = 2_000;

export type ReachedLimit = (typeof SUB_AGENT_LIMITS)[number];

/** `its limit of 40 rounds`, for the model. */
export function limitText(limit: ReachedLimit, budget: SubAgentBudget, whose: 'its' | 'your'): string {
  switch (limit) {
    case 'rounds':
      return `${whose} limit of ${budget.rounds} rounds`;
    case 'tokens':
      return `${whose} limit of ${budget.tokens.toLocaleString('en-US')} tokens in all`;
    case 'time':
      return `${whose} limit of ${Math.round(budget.time / 60_000)} minutes`;
  }
}
