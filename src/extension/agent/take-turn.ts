/** Runs the turns of the open thread as one act of its session, and shows why they ended where the person has to know it. */
import type { Thread } from '../../core/thread/thread.ts';
import { writeFailureText } from '../words/outcome-text.ts';
import { endNotice, faultNotice, modelProblemNotice } from '../words/turn-notice.ts';
import type { AgentPorts } from './agent-ports.ts';
import type { TurnResult } from './agent-state.ts';
import type { TurnOptions } from './prepare-turn.ts';
import type { Progress } from './progress.ts';
import { runTurns } from './run-turns.ts';
import { showPreview } from './show-preview.ts';

type TakeOptions = Omit<TurnOptions, 'log'>;

/** Never rejects: a fault of Spool is logged and shown. */
export async function takeTurn(
  options: TakeOptions,
  ports: AgentPorts,
  progress: Progress,
  signal: AbortSignal,
): Promise<TurnResult> {
  const { session, l10n, log } = ports;
  try {
    return await turnResult(options, ports, progress, signal);
  } catch (error) {
    log.error(error instanceof Error ? error : String(error));
    log.turnEnd('fault');
    session.notify(faultNotice(l10n));
    return { type: 'halted' };
  }
}

async function turnResult(
  options: TakeOptions,
  ports: AgentPorts,
  progress: Progress,
  signal: AbortSignal,
): Promise<TurnResult> {
  const { session, l10n, now } = ports;
  const threadId = session.state.open?.id;
  const busy = { type: 'turn', phase: 'waiting', since: now() } as const;
  const end = await session.work(busy, async (log) =>
    // Acts are done in their order: another thread may be open by now.
    session.state.open?.id === threadId ? runTurns({ ...options, log }, ports, progress, signal) : undefined,
  );
  progress.end();
  if (!end || threadId === undefined) return { type: 'halted' };
  ports.log.turnEnd(end.type);
  switch (end.type) {
    case 'no-thread':
    case 'held':
    case 'disk':
      session.notify({ severity: 'error', text: writeFailureText(end, l10n).text });
      return { type: 'halted' };
    case 'no-model':
      session.notify(modelProblemNotice(end.problem, l10n));
      return { type: 'needs-model', threadId };
    case 'done':
    case 'stopped':
      return { type: end.type };
    case 'ask':
      if (end.why !== 'too-large') return ask(threadId, options, ports, progress, signal);
  }
  const notice = endNotice(end, l10n);
  if (notice) session.notify(notice);
  return { type: 'halted' };
}

/** Shows the preview as a question where something waits for the answer. */
async function ask(
  threadId: string,
  options: TakeOptions,
  ports: AgentPorts,
  progress: Progress,
  signal: AbortSignal,
): Promise<TurnResult> {
  const { session } = ports;
  const { open } = session.state;
  if (open?.id !== threadId) return { type: 'halted' };
  const isUnsent = hasUnsent(open.thread);
  const problem = await showPreview(ports, isUnsent ? 'ask' : 'manual');
  if (!isUnsent) return { type: 'halted' };
  // Where nothing can be taken out there is no question.
  return problem
    ? turnResult({ ...options, chosen: 'uncompacted' }, ports, progress, signal)
    : { type: 'asking', threadId };
}

/** Whether something is still to be sent: a queued message, or results that the model has not seen. */
function hasUnsent(thread: Thread): boolean {
  return thread.queue.length > 0 || thread.messages.at(-1)?.origin !== 'model';
}
