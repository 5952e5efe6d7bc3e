/** One open thread of a window: its session, its agent, and whether they are at work. */
import type { OpenOutcome } from '../session/outcome.ts';
import type { ThreadSession } from '../session/thread-session.ts';
import type { Agent } from './agent.ts';

/** A session and the agent that runs its turns. */
export interface Runner {
  readonly session: ThreadSession;
  readonly agent: Agent;
  /** Ends what follows the session. */
  readonly dispose: () => void;
}

/** `asking`: the agent waits for a person's answer. */
export type WorkStatus = 'working' | 'asking';

/** Undefined where nothing is to be done. */
export function workStatusOf({ session, agent }: Pick<Runner, 'session' | 'agent'>): WorkStatus | undefined {
  const { question, open, busy } = session.state;
  if (question && question.threadId === open?.id) return 'asking';
  return busy || agent.isAtWork ? 'working' : undefined;
}

/** A thread at work is open as it is: its session would open it only after the work. */
export function openedIn(runner: Runner, id: string): OpenOutcome | undefined {
  const { open } = runner.session.state;
  if (open?.id !== id || workStatusOf(runner) === undefined) return undefined;
  return { type: 'opened', id, file: open.file, readOnly: open.access.type !== 'writer' };
}
