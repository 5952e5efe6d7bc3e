/** Writes questions and answers to the thread's log, so that a question which was open when the window closed is asked again. */
import type { AppendFailure, ThreadLog } from '../agent/ports.ts';
import type { Answer, Authority } from './authority.ts';

/** The question is in the log before it is asked, and the answer before the call acts; when either can't be written, nothing is done. */
export function recordedAuthority(authority: Authority, log: ThreadLog): Authority {
  return {
    decide: (request) => authority.decide(request),
    ask: async (question, signal) => {
      const { call } = question;
      // A call that is asked for again, since something changed meanwhile or the window was closed, has its question in the log.
      const isOpen = log.thread.openQuestions.has(call);
      const asked = isOpen ? undefined : await log.append({ type: 'permission', call, state: 'asked' });
      if (asked?.ok === false) return unwritten(asked.error);
      const answer = await authority.ask(question, signal);
      const state = answer.type === 'allowed' ? 'allowed' : 'denied';
      const written = await log.append({ type: 'permission', call, state });
      return written.ok ? answer : unwritten(written.error);
    },
  };
}

function unwritten({ reason }: AppendFailure): Answer {
  return { type: 'unanswered', text: `Nothing was done: the thread's log could not be written (${reason}).` };
}
