/** Turns a workspace tool into a tool of the agent: each call acts only after the rules, or a person, have allowed it. */
import type { Tool, ToolContext } from '../agent/ports.ts';
import type { RefusalReason } from '../permission/reason.ts';
import { failed, type ToolOutcome } from '../tool-output/tool.ts';
import type { Approval, Authority, RequestAsk } from './authority.ts';
import { refusalText } from './refusal-text.ts';
import type { Prepared, WorkspaceTool } from './workspace-tool.ts';

/** A call is prepared again when what it would change was changed meanwhile; after so many times it is given up. */
const MOST_PREPARATIONS = 5;

export function gated({ prepare, ...tool }: WorkspaceTool, authority: Authority): Tool {
  return {
    ...tool,
    run: async (input, context) => {
      for (let n = 0; n < MOST_PREPARATIONS; n++) {
        const prepared = await prepare(input, context);
        if (prepared.type === 'result') return prepared.outcome;
        const done = await decideAndAct(tool.name, prepared, authority, context);
        if (done) return done;
      }
      return failed('Nothing was done: what this call would change is changed by something else again and again.');
    },
  };
}

/** Undefined when the preparation is outdated. */
async function decideAndAct(
  tool: string,
  prepared: Prepared,
  authority: Authority,
  { call, signal }: ToolContext,
): Promise<ToolOutcome | undefined> {
  const asks: RequestAsk[] = [];
  let approval: Approval = {};
  for (const request of prepared.requests) {
    const verdict = authority.decide(request);
    switch (verdict.type) {
      case 'refuse':
        return refusedOutcome(verdict.reason);
      case 'ask':
        asks.push({ ...verdict, request });
        break;
      case 'allow':
        if (verdict.env) approval = { env: verdict.env };
    }
  }
  if (asks.length > 0) {
    const { proposal } = prepared;
    const answer = await authority.ask({ tool, call, asks, ...(proposal && { proposal }) }, signal);
    switch (answer.type) {
      case 'denied':
        return deniedOutcome(answer.reason);
      case 'refused':
        return refusedOutcome(answer.reason);
      case 'unanswered':
        return failed(answer.text);
      case 'allowed':
        approval = { ...approval, ...answer.approval };
    }
  }
  if (signal.aborted) return failed('Nothing was done: the person stopped the turn.', { type: 'stopped' });
  const acted = await prepared.act(approval, signal, asks.length > 0);
  return acted.type === 'result' ? acted.outcome : undefined;
}

function deniedOutcome(given: string | undefined): ToolOutcome {
  const reason = given?.trim();
  const said = reason ? ` They wrote: ${reason}` : '';
  const text = `The person did not allow this call, so nothing was done.${said}`;
  return failed(text, { type: 'denied', ...(reason && { reason }) });
}

function refusedOutcome(reason: RefusalReason): ToolOutcome {
  return failed(refusalText(reason), reason.type === 'plan' ? { type: 'plan' } : undefined);
}
