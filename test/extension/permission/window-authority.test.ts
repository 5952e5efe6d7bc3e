/** Questions of a window: in their order, answered once, and what an answer allows for later is exactly what was offered. */
import { expect, it } from 'vitest';
import type { PermissionRequest } from '../../../src/core/permission/request.ts';
import { checked, commandOf } from '../../core/permission/world.ts';
import { memento, openWindow } from './asking.ts';

const npmTest = commandOf('npm test');
const edit = (path = 'src/a.ts'): PermissionRequest => ({ type: 'write', kind: 'edit', path: checked(path) });
const change = (before: string, after: string, path = 'src/a.ts') =>
  ({ type: 'change', changes: [{ path: checked(path), before, after }] }) as const;

it('shows one question after the other, in the order in which they came', async () => {
  const { authority, call, shown } = openWindow();
  const calls = ['a', 'b', 'c'].map((id) => call([commandOf(`make ${id}`)], { id }));
  await expect.poll(() => authority.questions.map(({ question }) => question.call)).toEqual(['a', 'b', 'c']);
  for (const { id } of authority.questions) expect(authority.answer({ id, answer: 'once' })).toBe(true);
  expect(await Promise.all(calls)).toEqual([{}, {}, {}]);
  expect(shown).toEqual([1, 1, 1, 2, 3, undefined]);
});

it('takes an answer once, and none to a question that is not open', async () => {
  const { authority, call } = openWindow();
  const done = call([npmTest]);
  await expect.poll(() => authority.questions.length).toBe(1);
  expect(authority.answer({ id: 7, answer: 'once' })).toBe(false);
  expect(authority.answer({ id: 1, answer: 'deny', reason: ' Use make instead. ' })).toBe(true);
  expect(authority.answer({ id: 1, answer: 'once' })).toBe(false);
  expect(await done).toContain('They wrote: Use make instead.');
});

it('denies what is open when the turn is stopped, and what is asked after that', async () => {
  const { authority, call } = openWindow();
  const stop = new AbortController();
  const done = [call([npmTest], { signal: stop.signal }), call([edit()], { id: 'c2', signal: stop.signal })];
  await expect.poll(() => authority.questions.length).toBe(2);
  stop.abort();
  for (const text of await Promise.all(done)) expect(text).toContain('did not allow this call');
  expect(await call([npmTest], { signal: stop.signal })).toContain('did not allow this call');
  expect(authority.questions).toEqual([]);
});

it('keeps what was offered: for the thread in this window, or for the workspace in all of them', async () => {
  const memory = memento();
  const first = openWindow({ memory });
  const done = first.call([npmTest]);
  await expect.poll(() => first.authority.questions.length).toBe(1);
  first.authority.answer({ id: 1, answer: 'thread', offer: 0 });
  await done;
  expect(await first.call([npmTest])).toEqual({});
  const other = first.call([npmTest], { thread: 't2' });
  await expect.poll(() => first.authority.questions.length).toBe(1);
  first.authority.answer({ id: 2, answer: 'always', offer: 0 });
  await other;
  expect(await openWindow({ memory }).call([npmTest], { thread: 't3' })).toEqual({});
  // In another folder the same words mean something else.
  const elsewhere = openWindow({ memory, folders: ['file:///other'] });
  void elsewhere.call([npmTest]);
  await expect.poll(() => elsewhere.authority.questions.length).toBe(1);
});

it.each([
  ['an offer that was not made', commandOf('npm test'), { answer: 'always', offer: 9 }],
  ['an offer by a fraction', commandOf('npm test'), { answer: 'thread', offer: 0.5 }],
  ['an offer for an edit', edit(), { answer: 'always' }],
  ['an offer for what is not known', commandOf('echo $(id)'), { answer: 'always', offer: 0 }],
  ['hunks of a command', commandOf('npm test'), { answer: 'once', hunks: [0] }],
] as const)('refuses %s, and the question stays open', async (_name, request, answer) => {
  const { authority, call, permissions } = openWindow();
  void call([request]);
  await expect.poll(() => authority.questions.length).toBe(1);
  const given = 'hunks' in answer ? { ...answer, hunks: [...answer.hunks] } : answer;
  expect(authority.answer({ id: 1, ...given })).toBe(false);
  expect(authority.questions).toHaveLength(1);
  expect(permissions.rules.all('t1')).toEqual([]);
});

it('accepts some hunks of a change, and only those that it has', async () => {
  const { authority, call } = openWindow();
  const proposal = change('a\nb\nc\n', 'A\nb\nC\n');
  const done = call([edit()], { proposal });
  await expect.poll(() => authority.questions.length).toBe(1);
  expect(authority.answer({ id: 1, answer: 'once', hunks: [0, 2] })).toBe(false);
  expect(authority.answer({ id: 1, answer: 'once', hunks: [-1] })).toBe(false);
  expect(authority.answer({ id: 1, answer: 'once', hunks: [1] })).toBe(true);
  expect(await done).toEqual({ hunks: new Set([1]) });
});

it('answers other questions that a new rule covers', async () => {
  const { authority, call } = openWindow();
  const calls = [npmTest, commandOf('npm test --silent'), commandOf('make')].map((request, n) =>
    call([request], { id: `c${n}` }),
  );
  await expect.poll(() => authority.questions.length).toBe(3);
  authority.answer({ id: 1, answer: 'thread', offer: 0 });
  expect(await Promise.all(calls.slice(0, 2))).toEqual([{}, {}]);
  expect(authority.questions.map(({ id }) => id)).toEqual([3]);
});

it('runs what a rule of git covers as the rule says, at the answer that makes it too', async () => {
  const { authority, call } = openWindow();
  const done = call([commandOf('git add src')]);
  await expect.poll(() => authority.questions.length).toBe(1);
  authority.answer({ id: 1, answer: 'always', offer: 0 });
  expect(await done).toMatchObject({ env: { GIT_CONFIG_COUNT: expect.any(String) } });
});

it('holds a new mode at once, also for open questions', async () => {
  const { authority, call, permissions } = openWindow();
  const first = call([edit()]);
  const second = call([npmTest], { id: 'c2' });
  await expect.poll(() => authority.questions.length).toBe(2);
  permissions.setMode('edit');
  expect(await first).toEqual({});
  expect(authority.questions.map(({ id }) => id)).toEqual([2]);
  permissions.setMode('plan');
  expect(await second).toContain('the mode Plan');
  expect(await call([edit()])).toContain('the mode Plan');
  permissions.setMode('edit');
  expect(await call([edit()])).toEqual({});
  void call([edit('package.json')]);
  await expect.poll(() => authority.questions.length).toBe(1);
});

it('names each changed file, however many there are, the newest first', async () => {
  const { authority, call, permissions } = openWindow();
  permissions.rules.add({ tool: 'run_command', words: ['npm', 'test'] }, 'workspace');
  for (let n = 0; n < 60; n++) permissions.rules.changed(checked(`src/${n}.ts`));
  void call([npmTest]);
  await expect.poll(() => authority.questions.length).toBe(1);
  const [reason] = authority.questions[0]?.question.asks[0]?.reasons ?? [];
  expect(reason?.type === 'changed' && [reason.files[0], reason.files.length]).toEqual(['src/59.ts', 60]);
});

it('asks again for what runs files that the agent has changed, also after the window was closed', async () => {
  const memory = memento();
  const first = openWindow({ memory });
  const done = first.call([npmTest]);
  await expect.poll(() => first.authority.questions.length).toBe(1);
  first.authority.answer({ id: 1, answer: 'always', offer: 0 });
  await done;
  first.permissions.rules.changed(checked('src/a.ts'));
  const again = openWindow({ memory });
  const asked = again.call([npmTest]);
  await expect.poll(() => again.authority.questions.length).toBe(1);
  expect(again.authority.questions[0]?.question.asks[0]?.reasons).toEqual([{ type: 'changed', files: ['src/a.ts'] }]);
  // What is changed while the question is open was not known to the person.
  again.permissions.rules.changed(checked('src/b.ts'));
  again.authority.answer({ id: 1, answer: 'once' });
  expect(await asked).toEqual({});
  void again.call([npmTest]);
  await expect.poll(() => again.authority.questions.length).toBe(1);
  expect(again.authority.questions[0]?.question.asks[0]?.reasons).toEqual([{ type: 'changed', files: ['src/b.ts'] }]);
  again.authority.answer({ id: 2, answer: 'once' });
  expect(await again.call([npmTest])).toEqual({});
});

it('refuses everything in Restricted Mode', async () => {
  const { call } = openWindow({ isTrusted: false });
  expect(await call([commandOf('ls')])).toContain('has not trusted this workspace');
});
