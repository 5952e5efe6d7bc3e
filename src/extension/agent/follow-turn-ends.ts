/** Calls a listener when a thread's agent becomes idle after its turns, with the way in which the last turn ended. */
import type { SessionState } from '../session/session-state.ts';
import type { AgentPorts } from './agent-ports.ts';
import { type Runner, workStatusOf } from './runner.ts';
import type { TurnsEndType } from './turns-end.ts';

/** A turn that ended by itself. */
export interface EndedThread {
  readonly open: NonNullable<SessionState['open']>;
  /** Whether the agent finished; else something stands in its way, and the thread's notice says what. */
  readonly isDone: boolean;
  readonly notice: SessionState['notice'];
}

/**
 * A log for the agent of a thread that also calls `onIdle` once its turns have ended. A turn that a person stopped does not count, as
 * nobody waits for it. `runner` is called at the first end.
 */
export function followTurnEnds(
  log: AgentPorts['log'],
  runner: () => Pick<Runner, 'session' | 'agent'>,
  onIdle: (ended: EndedThread) => void,
): AgentPorts['log'] {
  let last: TurnsEndType | undefined;
  const idle = () => {
    const { session, agent } = runner();
    const { open, notice } = session.state;
    if (last === undefined || last === 'stopped' || !open || workStatusOf({ session, agent }) !== undefined) return;
    onIdle({ open, isDone: last === 'done', notice });
    last = undefined;
  };
  return {
    ...log,
    turnEnd: (end) => {
      log.turnEnd(end);
      last = end;
      void runner().agent.whenIdle().then(idle);
    },
  };
}
