/** Questions and answers are in the log before anything is done. */
import { expect, it } from 'vitest';
import { err, ok } from '../../../src/core/lang/result.ts';
import type { Planned } from '../../../src/core/thread/entry.ts';
import { append, nextId, replay } from '../../../src/core/thread/thread.ts';
import type { Answer } from '../../../src/core/workspace/authority.ts';
import { recordedAuthority } from '../../../src/core/workspace/recorded-authority.ts';

const ALLOWED: Answer = { type: 'allowed', approval: {} };

/** An authority over a log in memory, whose nth append fails where `fails` says so. */
function recorded(answers: readonly Answer[], fails: (write: number) => boolean = () => false) {
  let thread = replay([]);
  let writes = 0;
  const seen: string[] = [];
  const log = {
    get thread() {
      return thread;
    },
    append: async (planned: Planned) => {
      if (fails(++writes)) return err({ type: 'write-failed', reason: 'ENOSPC' } as const);
      thread = append(thread, { ...planned, id: nextId(thread), at: 0 });
      if (planned.type === 'permission') seen.push(planned.state);
      return ok(thread);
    },
  };
  const left = answers.values();
  const authority = recordedAuthority(
    {
      decide: () => ({ type: 'allow' }),
      ask: async () => {
        seen.push('question');
        return left.next().value ?? ALLOWED;
      },
    },
    log,
  );
  const ask = () => authority.ask({ tool: 'edit_file', call: 'c1', asks: [] }, { aborted: false });
  return { ask, seen, openQuestions: () => [...log.thread.openQuestions] };
}

it('writes the question, asks, and writes the answer', async () => {
  const { ask, seen, openQuestions } = recorded([ALLOWED, { type: 'denied', reason: 'no' }]);
  expect(await ask()).toEqual(ALLOWED);
  expect(await ask()).toEqual({ type: 'denied', reason: 'no' });
  expect(seen).toEqual(['asked', 'question', 'allowed', 'asked', 'question', 'denied']);
  expect(openQuestions()).toEqual([]);
});

it('does not ask what could not be written, and allows nothing whose answer could not be written', async () => {
  const first = recorded([ALLOWED], (write) => write === 1);
  expect(await first.ask()).toMatchObject({ type: 'unanswered', text: expect.stringContaining('ENOSPC') });
  expect(first.seen).toEqual([]);
  const second = recorded([ALLOWED, ALLOWED], (write) => write === 2);
  expect(await second.ask()).toMatchObject({ type: 'unanswered', text: expect.stringContaining('ENOSPC') });
  expect(second.openQuestions()).toEqual(['c1']);
  // Asked again, the question that is in the log isn't written a second time.
  expect(await second.ask()).toEqual(ALLOWED);
  expect(second.seen).toEqual(['asked', 'question', 'question', 'allowed']);
});
