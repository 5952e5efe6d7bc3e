/** What the log says of a sub-agent: whose call began it, where its own log is, and how it ended. */
import type { TokenUsage } from '../message/message.ts';

export interface SubAgent {
  /** The id of the call. */
  readonly call: string;
  /** The id of its thread. */
  readonly thread: string;
  readonly state: (typeof SUB_AGENT_STATES)[number];
  /** Given where it is `limited`. */
  readonly limit?: (typeof SUB_AGENT_LIMITS)[number];
  /** Given where it `failed`: the reason, as the model that asked reads it. */
  readonly why?: string;
  /** Replies of its model; given when it ended, like `model` and `usage`. */
  readonly rounds?: number;
  readonly model?: string;
  /** Of all its calls, those that compacted it included. No part of the measure of the thread that asked. */
  readonly usage?: TokenUsage;
}

/** `limited`: it reached its budget · `closed`: its window was closed. */
export const SUB_AGENT_STATES = ['begun', 'done', 'limited', 'stopped', 'failed', 'closed'] as const;

/** What a sub-agent may run out of. */
export const SUB_AGENT_LIMITS = ['rounds', 'tokens', 'time'] as const;
