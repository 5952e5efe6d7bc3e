/** The sample thread in a real VS Code: at the first start no command is run first; then it is compacted, undone, redone, and opened again. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openPanel, panelByItself } from '../harness/panel.mjs';
import { openVsCode } from '../harness/vs-code.mjs';
import { chooseRow, runCommand, sideBar } from '../harness/workbench.mjs';
import { focusIsInPanel } from './focus.ts';

// A first start is the slowest one.
vi.setConfig({ testTimeout: 240_000 });

let code: Awaited<ReturnType<typeof openVsCode>>;
let threads: string;
/** Of the sample thread. */
let sample: string;

beforeAll(async () => {
  code = await openVsCode({ sample: true });
  threads = path.join(code.storage, 'threads');
  [sample = ''] = readdirSync(threads);
});
afterAll(() => code?.close());

const readLog = (id: string) => readFileSync(path.join(threads, id, 'log.jsonl'), 'utf8');

const typesOf = (log: string): readonly string[] =>
  log
    .trim()
    .split('\n')
    .flatMap((line) => /"type":"(\w+)"/.exec(line)?.[1] ?? []);

const threadCount = () => readdirSync(threads, { withFileTypes: true }).filter((entry) => entry.isDirectory()).length;

describe('at the first start', () => {
  test('the panel shows itself with the thread in it, and takes no focus', async () => {
    const panel = await panelByItself(code.page);
    await panel.locator('[data-row]').first().waitFor();
    expect(await sideBar(code.page).isVisible()).toBe(true);
    expect(await focusIsInPanel(code.page)).toBe(false);
  });

  test('a first message is kept and offers two ways on; the thread is not compacted', async () => {
    const panel = await panelByItself(code.page);
    await panel.locator('textarea[data-action=type]').fill('Hello');
    await panel.locator('[data-action=send]').click();
    const card = panel.locator('spool-notice');
    await card.locator('[data-action=playRecording]').waitFor();
    await card.locator('[data-action=selectModel]').waitFor();
    await panel.getByText('Hello', { exact: true }).waitFor();
    const log = typesOf(readLog(sample));
    expect(log.at(-1)).toBe('queued');
    expect(log).not.toContain('compaction');
  });

  test('Select Model… opens the list of models, and the message still waits', async () => {
    const panel = await panelByItself(code.page);
    await panel.locator('spool-notice [data-action=selectModel]').click();
    await code.page.getByText('There is no API key for Anthropic.').waitFor();
    await code.page.keyboard.press('Escape');
    await code.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    await panel.locator('spool-notice [data-action=playRecording]').waitFor();
    expect(threadCount()).toBe(1);
  });

  test('the recording selected for this thread leads to the same two ways', async () => {
    const panel = await panelByItself(code.page);
    await panel.locator('spool-notice [data-action=selectModel]').click();
    await chooseRow(code.page, 'upload-queue');
    await panel.locator('spool-notice [data-action=playRecording]').waitFor();
    expect(threadCount()).toBe(1);
  });

  test('a new thread with the recording takes the message along', async () => {
    const panel = await panelByItself(code.page);
    await panel.locator('spool-notice [data-action=playRecording]').click();
    await panel.getByText('This is a recording, no model.').first().waitFor();
    await panel.getByText('Hello', { exact: true }).first().waitFor();
    await panel.locator('[data-action=stop]').click();
    await panel.locator('[data-action=stop]').waitFor({ state: 'detached' });
    expect(threadCount()).toBe(2);
    const old = typesOf(readLog(sample));
    expect(old.at(-1)).toBe('unqueued');
    expect(old).not.toContain('compaction');
  });
});

describe('the whole path', () => {
  test('the sample thread is there again, with its gauge', async () => {
    await runCommand(code.page, 'Spool: Open Thread…');
    await chooseRow(code.page, 'Retry budget for the upload queue');
    const panel = await openPanel(code.page);
    await panel.getByText('Retry budget for the upload queue').first().waitFor();
    await panel.locator('[data-row]').first().waitFor();
    await panel.locator('spool-gauge button').waitFor();
  });

  test('a compaction, its undo and its redo only add to the log', async () => {
    const panel = await openPanel(code.page);
    const imported = readLog(sample);
    await runCommand(code.page, 'Spool: Compact Thread');
    const marker = panel.locator('spool-marker').last();
    await marker.waitFor();
    const compacted = readLog(sample);
    expect(compacted.startsWith(imported)).toBe(true);
    expect(compacted.length).toBeGreaterThan(imported.length);

    await runCommand(code.page, 'Spool: Undo Last Compaction');
    await marker.locator('[data-action=redo]').waitFor();
    const undone = readLog(sample);
    expect(undone.startsWith(compacted)).toBe(true);

    await marker.locator('[data-action=redo]').click();
    await marker.locator('[data-action=redo]').waitFor({ state: 'hidden' });
    expect(readLog(sample).startsWith(undone)).toBe(true);
  });

  test.each(['reload', 'restart'] as const)('a %s shows the same thread with its marker', async (again) => {
    const before = readLog(sample);
    await code[again]();
    const panel = await openPanel(code.page);
    await panel.locator('spool-marker').last().waitFor();
    await panel.locator('[data-state=read-only]').waitFor({ state: 'detached' });
    expect(readLog(sample)).toBe(before);
  });
});

test('nothing was asked for outside of this machine', () => {
  expect(code.outside).toEqual([]);
});
