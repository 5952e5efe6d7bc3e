/** The number on the panel's icon. */
import { expect, it } from 'vitest';
import { waitingBadge } from '../../../src/extension/chat-view/waiting-badge.ts';
import { INITIAL_STATE } from '../../../src/extension/session/session-state.ts';
import { ENGLISH } from '../english.ts';

const asking = (waiting: number) => ({ ...INITIAL_STATE, question: { threadId: 't', view: { waiting } as never } });

it('counts questions and threads that finished unseen', () => {
  expect(waitingBadge([INITIAL_STATE], 0, ENGLISH)).toEqual({ value: 0, tooltip: '' });
  expect(waitingBadge([INITIAL_STATE, asking(1)], 0, ENGLISH)).toEqual({
    value: 2,
    tooltip: '2 questions of the agent',
  });
  expect(waitingBadge([asking(0)], 2, ENGLISH)).toEqual({
    value: 3,
    tooltip: '1 question of the agent · 2 threads have finished',
  });
});
