/** What the panel shows of a sub-agent that runs: how far it is, and what it looks at. */

export interface LiveAgent {
  /** The id of its thread. */
  readonly thread: string;
  /** Replies of its model so far. */
  readonly rounds: number;
  /** Its newest call, by the tool's name and what it is about; absent before the first. */
  readonly last?: { readonly tool: string; readonly subject: string };
}

export interface LiveAgents {
  /** Those of the open thread, oldest first. */
  readonly agents: readonly LiveAgent[];
}
