/** Notifications for open questions that a person does not see: of the shown thread while the panel is hidden, and of others always. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { replay } from '../../../src/core/thread/thread.ts';
import type { Permissions } from '../../../src/extension/permission/permissions.ts';
import { tellOfQuestions } from '../../../src/extension/permission/question-notice.ts';
import { questionView } from '../../../src/extension/permission/question-view.ts';
import { SessionStore } from '../../../src/extension/session/session-store.ts';
import { commandOf } from '../../core/permission/world.ts';
import { ENGLISH } from '../english.ts';

const person = vi.hoisted(() => ({ seen: [] as string[], press: undefined as string | undefined }));
vi.mock('vscode', () => ({
  window: {
    showInformationMessage: async (text: string) => {
      person.seen.push(text);
      return person.press;
    },
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(person, { seen: [], press: undefined });
});
afterEach(() => {
  vi.useRealTimers();
});

function sessionOf(id: string, title: string): SessionStore {
  const session = new SessionStore();
  const thread = { ...replay([]), title };
  session.change({ open: { id, file: id, thread, workspace: undefined, access: { type: 'writer' }, skipped: [] } });
  return session;
}

function ask(session: SessionStore, id: number): void {
  const ask = { type: 'ask', request: commandOf('make'), reasons: [], offers: [] } as const;
  const threadId = session.state.open?.id ?? '';
  const asked = { id, threadId, question: { tool: 'run_command', call: `c${id}`, asks: [ask] } };
  session.change({ question: { threadId, view: questionView(asked, 0, ENGLISH) } });
}

function setUp() {
  const [one, two] = [sessionOf('a', 'The shown one'), sessionOf('b', 'The other one')];
  const done: string[] = [];
  const is = { visible: true };
  const notices = tellOfQuestions({
    threads: {
      get state() {
        return one.state;
      },
      onDidChange: (listener) => one.onDidChange(listener),
      shown: { session: one },
      all: [{ session: one }, { session: two }],
      onDidChangeStatus: (listener) => {
        return two.onDidChange(listener);
      },
      open: async (id) => done.push(`open ${id}`),
    },
    permissions: {
      answer: ({ id, answer }: { id: number; answer: string }) => done.push(`${answer} ${id}`) > 0,
    } as unknown as Permissions,
    l10n: ENGLISH,
    isVisible: () => is.visible,
    reveal: async () => void done.push('reveal'),
  });
  return { one, two, is, done, notices };
}

it('names the thread of a question in the background once, and Show opens it', async () => {
  const { two, done, notices } = setUp();
  person.press = 'Show';
  ask(two, 1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(person.seen).toEqual([expect.stringMatching(/^“The other one”: The agent asks to /)]);
  expect(done).toEqual(['open b', 'reveal']);
  two.change({});
  await vi.advanceTimersByTimeAsync(2_000);
  expect(person.seen).toHaveLength(1);
  notices.dispose();
});

it('answers a question in the background by its id', async () => {
  const { two, done, notices } = setUp();
  person.press = 'Deny';
  ask(two, 7);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(done).toEqual(['deny 7']);
  notices.dispose();
});

it('is silent of the shown thread while the panel is visible', async () => {
  const { one, is, notices } = setUp();
  ask(one, 1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(person.seen).toEqual([]);
  is.visible = false;
  notices.update();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(person.seen).toEqual([expect.stringMatching(/^The agent asks to /)]);
  notices.dispose();
});
