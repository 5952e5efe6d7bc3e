/** Threads that other agents keep on this computer: where they are looked for, what is listed, and what is not followed. */
import { chmodSync, copyFileSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import type { CommandContext } from '../../../src/extension/commands/command-context.ts';
import { agentFolders } from '../../../src/extension/commands/recorded/agent-folders.ts';
import { findRecorded } from '../../../src/extension/commands/recorded/find-recorded.ts';
import { pickRecorded } from '../../../src/extension/commands/recorded/pick-recorded.ts';
import { readHead } from '../../../src/extension/commands/recorded/read-head.ts';
import { newFolder } from '../../new-folder.ts';
import { ENGLISH } from '../english.ts';
import { person } from './fake-vscode.ts';

vi.mock('vscode', async () => (await import('./fake-vscode.ts')).vscode);

const FIXTURES = path.join(import.meta.dirname, '../../fixtures/transfer');

function setUp() {
  const home = newFolder('recorded');
  const user = path.join(home, 'User');
  let at = 1_000;
  /** Each file is newer than the one before. */
  const put = (file: string, content: string | { readonly fixture: string }) => {
    const full = path.join(home, file);
    mkdirSync(path.dirname(full), { recursive: true });
    if (typeof content === 'string') writeFileSync(full, content);
    else copyFileSync(path.join(FIXTURES, content.fixture), full);
    utimesSync(full, ++at, at);
    return full;
  };
  const find = (most?: number) => findRecorded(agentFolders({ home, env: {}, user }), most);
  const listed = async () =>
    (await find()).files.map(({ program, file }) => `${program}: ${path.relative(home, file)}`);
  return { home, user, put, find, listed };
}

beforeEach(() => {
  person.pick = () => undefined;
});

it('are found in the usual folders, newest first, without what agents keep beside them', async () => {
  const { put, listed } = setUp();
  put('.claude/projects/-w/one.jsonl', 'x');
  put('.codex/sessions/2026/11/29/rollout-a.jsonl', 'x');
  put('.gemini/tmp/0f/chats/session-1.json', 'x');
  put('.pi/agent/sessions/--w--/a.jsonl', 'x');
  put('.copilot/session-state/1/events.jsonl', 'x');
  put('User/globalStorage/saoudrizwan.claude-dev/tasks/1/api_conversation_history.json', 'x');
  put('User/workspaceStorage/0f/chatSessions/a.jsonl', 'x');
  for (const other of [
    '.claude/projects/-w/agent-1.jsonl',
    '.claude/history.jsonl',
    '.codex/history.jsonl',
    '.gemini/tmp/0f/logs.json',
    'User/globalStorage/saoudrizwan.claude-dev/tasks/1/ui_messages.json',
  ])
    put(other, 'x');
  put('.claude/projects/-w/empty.jsonl', '');
  expect(await listed()).toEqual([
    'VS Code Chat: User/workspaceStorage/0f/chatSessions/a.jsonl',
    'Cline: User/globalStorage/saoudrizwan.claude-dev/tasks/1/api_conversation_history.json',
    'Copilot CLI: .copilot/session-state/1/events.jsonl',
    'pi: .pi/agent/sessions/--w--/a.jsonl',
    'Gemini CLI: .gemini/tmp/0f/chats/session-1.json',
    'Codex: .codex/sessions/2026/11/29/rollout-a.jsonl',
    'Claude Code: .claude/projects/-w/one.jsonl',
  ]);
});

it('are looked for where the environment says', () => {
  const folders = agentFolders({ home: '/h', env: { CODEX_HOME: '/elsewhere' }, user: '/u' });
  const roots = folders.filter(({ program }) => program === 'Codex').map(({ root }) => root);
  expect(roots).toEqual(['/elsewhere/sessions', '/elsewhere/archived_sessions'].map(path.normalize));
});

it('are not looked for behind a link', async () => {
  const { home, put, listed } = setUp();
  const secret = put('elsewhere/one.jsonl', 'x');
  mkdirSync(path.join(home, '.claude/projects/-w'), { recursive: true });
  symlinkSync(path.join(home, 'elsewhere'), path.join(home, '.claude/projects/-linked'));
  symlinkSync(secret, path.join(home, '.claude/projects/-w/linked.jsonl'));
  expect(await listed()).toEqual([]);
  const link = path.join(home, '.claude/projects/-w/linked.jsonl');
  expect((await readHead({ program: '', file: link, size: 1, changedAt: 0 })).type).toBe('unreadable');
});

it('are looked at up to a number, which is said', async () => {
  const { put, find } = setUp();
  for (const name of ['a', 'b', 'c']) put(`.claude/projects/-w/${name}.jsonl`, 'x');
  expect(await find(3)).toMatchObject({ isCut: true, files: [{}, {}] });
  expect((await find(4)).isCut).toBe(false);
});

it('have their own title, or what was typed first, and their folder', async () => {
  const { put } = setUp();
  const head = (file: string, content: Parameters<typeof put>[1]) => {
    const full = put(file, content);
    return readHead({ program: '', file: full, size: 1_000, changedAt: 0 });
  };
  const typed = (text: string) => ({
    type: 'user',
    uuid: '1',
    sessionId: 's',
    cwd: '/w/app',
    message: { role: 'user', content: text },
  });
  expect(await head('a.jsonl', `${JSON.stringify(typed('Why is it slow?\nIt was not.'))}\n`)).toEqual({
    type: 'thread',
    title: 'Why is it slow?',
    folder: '/w/app',
  });
  const lines = (...texts: readonly string[]) =>
    texts
      .map(
        (text, n) => `${JSON.stringify({ ...typed(text), uuid: `u${n}`, parentUuid: n === 0 ? null : `u${n - 1}` })}\n`,
      )
      .join('');
  const cleared = '<command-name>/clear</command-name>\n<command-args></command-args>';
  expect(await head('f.jsonl', lines(cleared, 'Why is it slow?'))).toMatchObject({ title: 'Why is it slow?' });
  expect(await head('g.jsonl', lines('/init'))).toMatchObject({ title: '/init' });
  expect(await head('h.jsonl', lines('/home/me/a.ts is broken', 'Is it?'))).toMatchObject({
    title: '/home/me/a.ts is broken',
  });
  expect(await head('b.jsonl', { fixture: 'timesheet.codex.jsonl' })).toMatchObject({ type: 'thread' });
  expect(await head('c.json', { fixture: 'odd.cline.json' })).toMatchObject({ type: 'thread' });
  expect(await head('d.jsonl', 'no thread at all')).toMatchObject({ type: 'unreadable' });
  expect(await head('e.jsonl', `${JSON.stringify({ type: 'summary', summary: 'S', leafUuid: '1' })}\n`)).toEqual({
    type: 'none',
  });
});

it('are listed with program, title, folder and date; what can’t be read is said at the end', async () => {
  const { home, put, find } = setUp();
  const good = put('.claude/projects/-w/good.jsonl', { fixture: 'timesheet.claude-code.jsonl' });
  put('.codex/sessions/2026/11/29/rollout-bad.jsonl', 'no thread $(bug) at all');
  let rows: readonly { readonly label: string; readonly description?: string; readonly detail?: string }[] = [];
  person.pick = (all) => {
    rows = all;
    return all[0]?.label;
  };
  const host = { storage: { root: home, ownFolders: [] }, l10n: ENGLISH } as unknown as CommandContext;
  expect(await pickRecorded(host, find)).toBe(good);
  expect(rows.map(({ label }) => label)).toEqual([rows[0]?.label, 'Not readable', 'rollout-bad.jsonl']);
  expect(rows[0]?.description).toMatch(/^Claude Code · Jan 1, 1970/);
  expect(rows[2]).toMatchObject({ description: 'Codex' });
  expect(rows[2]?.detail).toContain('rollout-bad.jsonl');
});

it('are found behind hundreds of newer files without one, and their folders are not cut', async () => {
  const { home, put, find } = setUp();
  const cwd = `/w/${'long/'.repeat(60)}app`;
  const message = { role: 'user', content: 'Why is it slow?' };
  const good = put(
    '.claude/projects/-w/good.jsonl',
    `${JSON.stringify({ type: 'user', uuid: '1', sessionId: 's', cwd, message })}\n`,
  );
  const none = JSON.stringify({ type: 'summary', summary: 'S', leafUuid: '1' });
  for (let n = 0; n < 320; n += 1) put(`.claude/projects/-w/none-${n}.jsonl`, none);
  let detail: string | undefined;
  person.pick = (all) => {
    detail = all[0]?.detail;
    return all[0]?.label;
  };
  const host = { storage: { root: home, ownFolders: [] }, l10n: ENGLISH } as unknown as CommandContext;
  expect(await pickRecorded(host, find)).toBe(good);
  expect(detail).toBe(cwd);
});

it.skipIf(process.getuid?.() === 0)('say which folder could not be read', async () => {
  const { home, put, find } = setUp();
  put('.claude/projects/-w/a.jsonl', 'x');
  chmodSync(path.join(home, '.claude/projects/-w'), 0);
  expect((await find()).problems).toMatchObject([{ program: 'Claude Code', reason: 'EACCES' }]);
  chmodSync(path.join(home, '.claude/projects/-w'), 0o700);
});
