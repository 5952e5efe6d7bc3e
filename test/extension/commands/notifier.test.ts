/** Where a sentence goes: into the panel where it is shown, else to a notification with its button. */
import { beforeEach, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { createNotifier } from '../../../src/extension/commands/notifier.ts';
import type { ThreadSession } from '../../../src/extension/session/thread-session.ts';
import type { Said } from '../../../src/extension/words/outcome-text.ts';
import { ENGLISH } from '../english.ts';

const shown = vi.hoisted(() => ({ toasts: [] as unknown[][], commands: [] as unknown[][] }));
vi.mock('vscode', () => {
  const show = async (...toast: unknown[]) => {
    shown.toasts.push(toast);
    return toast[1];
  };
  return {
    window: { showErrorMessage: show, showWarningMessage: show, showInformationMessage: show },
    commands: { executeCommand: async (...command: unknown[]) => shown.commands.push(command) },
  };
});
beforeEach(() => {
  shown.toasts = [];
  shown.commands = [];
});

async function say(said: Said, isVisible: boolean) {
  const notices: unknown[] = [];
  const session = { notify: (notice: unknown) => notices.push(notice) } as unknown as ThreadSession;
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  createNotifier(session, log as unknown as vscode.LogOutputChannel, ENGLISH, () => isVisible)(said);
  await new Promise((resolve) => setTimeout(resolve));
  return notices;
}

it('a thread that another window writes offers to take over, the panel shown or not', async () => {
  for (const isVisible of [true, false]) {
    shown.toasts = [];
    shown.commands = [];
    expect(await say({ severity: 'warning', text: 'Held.', offer: 'take-over' }, isVisible)).toEqual([]);
    expect(shown.toasts).toEqual([['Held.', 'Take Over']]);
    expect(shown.commands).toEqual([['spool.takeOverThread']]);
  }
});

it('what can be undone needs no words where the panel shows it', async () => {
  expect(await say({ severity: 'info', text: 'Compacted.', offer: 'undo' }, true)).toEqual([]);
  expect(shown.toasts).toEqual([]);
  await say({ severity: 'info', text: 'Compacted.', offer: 'undo' }, false);
  expect(shown.toasts).toEqual([['Compacted.', 'Undo']]);
});

it('anything else is a notice of the panel with its buttons', async () => {
  const said: Said = { severity: 'error', text: 'No.', offer: 'compact-without-model' };
  expect(await say(said, true)).toEqual([{ severity: 'error', text: 'No.', actions: ['compactWithoutModel'] }]);
  expect(shown.toasts).toEqual([]);
});

it('a restore is a row of the panel, with its button: no notification lies over the composer', async () => {
  expect(await say({ severity: 'info', text: 'Restored.', offer: 'undo-restore', inThread: true }, true)).toEqual([]);
  const files: Said = { severity: 'warning', text: '1 file stays.', offer: 'undo-restore' };
  expect(await say(files, true)).toEqual([{ severity: 'warning', text: '1 file stays.' }]);
  expect(shown.toasts).toEqual([]);
  await say({ severity: 'info', text: 'Restored.', offer: 'undo-restore', inThread: true }, false);
  expect(shown.toasts).toEqual([['Restored.', 'Undo']]);
});
