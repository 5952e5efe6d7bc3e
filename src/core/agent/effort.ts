/** The levels of effort that a person can choose for a model that reasons before it answers. */

/** All levels that some provider knows, the least first; `none` asks for no reasoning. */
export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof EFFORTS)[number];

/** What a person has chosen for a model. What is left out is the provider's to decide, and for the reply the settings' (R23). */
export interface ModelOptions {
  readonly effort?: Effort | undefined;
  /** Tokens that are kept for the reply, and asked for at most. */
  readonly maxReply?: number | undefined;
}
