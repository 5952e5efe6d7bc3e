/** A tool that reads or changes the workspace, in two steps: it prepares without changing anything, then acts when that is allowed. */
import type { Resource } from '../agent/call-order.ts';
import type { ToolContext, ToolDefinition, ToolEffect } from '../agent/ports.ts';
import type { Signal } from '../lang/signal.ts';
import type { PermissionRequest } from '../permission/request.ts';
import type { ToolOutcome } from '../tool-output/tool.ts';
import type { Approval, Proposal } from './authority.ts';

export interface WorkspaceTool extends ToolDefinition {
  /** As `Tool.isBounded`. */
  readonly isBounded?: true;
  readonly effect: ToolEffect;
  /** As `Tool.resource`. */
  resource(input: unknown): Resource | undefined;
  /** Reads and computes; changes nothing. `input` is whatever the model gave. */
  prepare(input: unknown, context: ToolContext): Promise<Preparation>;
}

export type Preparation =
  /** Nothing is left to do: the input was wrong, say. */
  { readonly type: 'result'; readonly outcome: ToolOutcome } | Prepared;

export interface Prepared {
  readonly type: 'prepared';
  /** Each must be allowed. */
  readonly requests: readonly PermissionRequest[];
  /** What a person is shown when they are asked. */
  readonly proposal?: Proposal;
  /** Does what was allowed, and nothing else. `wasAsked`: by the answer to a question, not by rules or the mode alone. */
  act(approval: Approval, signal: Signal, wasAsked: boolean): Promise<Acted>;
}

export type Acted =
  | { readonly type: 'result'; readonly outcome: ToolOutcome }
  /** Something changed since `prepare`: what was approved is not what would be done, so nothing was done. */
  | { readonly type: 'outdated' };

export function finished(outcome: ToolOutcome): { readonly type: 'result'; readonly outcome: ToolOutcome } {
  return { type: 'result', outcome };
}
