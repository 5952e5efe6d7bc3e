/** The session shows the first open question, made once, and how many wait behind it. */
import { expect, it } from 'vitest';
import { replay } from '../../../src/core/thread/thread.ts';
import { createQuestionShow } from '../../../src/extension/permission/show-questions.ts';
import { INITIAL_STATE, type OpenThread, type SessionState } from '../../../src/extension/session/session-state.ts';
import { commandOf } from '../../core/permission/world.ts';
import { ENGLISH } from '../english.ts';

const openThread = (id: string): OpenThread => ({
  id,
  file: id,
  thread: replay([]),
  workspace: undefined,
  access: { type: 'writer' },
  skipped: [],
});

function openSession(state: Partial<SessionState> = {}) {
  let changes = 0;
  const session = {
    state: { ...INITIAL_STATE, open: openThread('t'), ...state },
    show: (change: Partial<SessionState>) => {
      changes++;
      session.state = { ...session.state, ...change };
    },
  };
  return { session, show: createQuestionShow(() => [session], ENGLISH), changes: () => changes };
}

const asked = (id: number, call = `c${id}`) => {
  const ask = { type: 'ask', request: commandOf('make'), reasons: [], offers: [] } as const;
  return { id, threadId: 't', question: { tool: 'run_command', call, asks: [ask] } };
};

it('shows the first, and takes it away with the last', () => {
  const { session, show, changes } = openSession();
  show([]);
  expect(changes()).toBe(0);
  show([asked(1)]);
  expect(session.state.question).toMatchObject({ threadId: 't', view: { id: 1, call: 'c1', waiting: 0 } });
  const { subject } = session.state.question?.view ?? {};
  show([asked(1), asked(2)]);
  expect(session.state.question?.view.waiting).toBe(1);
  expect(session.state.question?.view.subject).toBe(subject);
  show([asked(2)]);
  expect(session.state.question?.view).toMatchObject({ id: 2, waiting: 0 });
  show([]);
  expect(session.state.question).toBeUndefined();
});

it('says that tools are at work where a turn begins with a question, and leaves other work as it is', () => {
  const turn = openSession({ busy: { type: 'turn', phase: 'waiting', since: 5 } });
  turn.show([asked(1)]);
  expect(turn.session.state.busy).toEqual({ type: 'turn', phase: 'tools', since: 5 });
  const other = openSession({ busy: { type: 'compacting', since: 5 } });
  other.show([asked(1)]);
  expect(other.session.state.busy).toEqual({ type: 'compacting', since: 5 });
});

it('shows each thread its own questions', () => {
  const one = openSession();
  const other = openSession({ open: openThread('u') });
  const show = createQuestionShow(() => [one.session, other.session], ENGLISH);
  show([asked(1), { ...asked(2), threadId: 'u' }, asked(3)]);
  expect(one.session.state.question).toMatchObject({ threadId: 't', view: { id: 1, waiting: 1 } });
  expect(other.session.state.question).toMatchObject({ threadId: 'u', view: { id: 2, waiting: 0 } });
  const before = other.changes();
  show([asked(3), { ...asked(2), threadId: 'u' }]);
  expect(one.session.state.question?.view.id).toBe(3);
  expect(other.changes()).toBe(before);
});
