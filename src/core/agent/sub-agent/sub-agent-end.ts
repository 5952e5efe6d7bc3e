/** How a sub-agent ends, as the tool and the log read it. */
import type { ReachedLimit } from './budget.ts';

/** How a sub-agent ended, with the last text of its model; `text` is blank where it wrote none. */
export type SubAgentEnd = { readonly text: string } & (
  | { readonly type: 'done' | 'stopped' }
  /** `isAnswer`: it was asked for an answer and gave one; else `text` is what it had written last. */
  | { readonly type: 'limited'; readonly limit: ReachedLimit; readonly isAnswer: boolean }
  | { readonly type: 'failed'; readonly why: string }
);
