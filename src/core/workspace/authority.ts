/** The interface to whoever allows a call: the rules and mode of the workspace, and the person who is asked. */
import type { Json } from '../lang/json.ts';
import type { Signal } from '../lang/signal.ts';
import type { RefusalReason } from '../permission/reason.ts';
import type { CheckedPath, PermissionRequest, Verdict } from '../permission/request.ts';

export interface Authority {
  decide(request: PermissionRequest): Verdict;
  /** Resolves when the question is answered, or the signal aborts (then denied). Never rejects. */
  ask(question: Question, signal: Signal): Promise<Answer>;
}

export interface Question {
  /** The name of the tool. */
  readonly tool: string;
  /** The id of the call. */
  readonly call: string;
  /** The requests that need an answer, each with why. */
  readonly asks: readonly RequestAsk[];
  readonly proposal?: Proposal;
}

export type RequestAsk = Extract<Verdict, { type: 'ask' }> & { readonly request: PermissionRequest };

/** What would be done, as it is shown: a change with its text before and after (undefined: no file), a command, or a call of an external tool. */
export type Proposal =
  | { readonly type: 'change'; readonly changes: readonly ProposedChange[] }
  | { readonly type: 'command'; readonly command: string; readonly cwd: CheckedPath; readonly background: boolean }
  /** A call of an external tool. */
  | {
      readonly type: 'external';
      readonly id: string;
      readonly source: string;
      readonly description: string;
      readonly input: Json;
    };

export interface ProposedChange {
  readonly path: CheckedPath;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export type Answer =
  | { readonly type: 'allowed'; readonly approval: Approval }
  /** `reason` is what the person wrote. */
  | { readonly type: 'denied'; readonly reason?: string }
  /** The mode, say, was changed while the question was open. */
  | { readonly type: 'refused'; readonly reason: RefusalReason }
  /** No person can be asked; `text` tells the model so. */
  | { readonly type: 'unanswered'; readonly text: string };

export interface Approval {
  /** Which hunks of a change were accepted, by their number in the proposal; absent: all of them. */
  readonly hunks?: ReadonlySet<number>;
  /** Environment variables that a command must be run with, since it is permitted only with them. */
  readonly env?: Readonly<Record<string, string>>;
}
