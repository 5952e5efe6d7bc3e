/** The whole path in a real VS Code: a recorded thread is opened, compacted, undone, and is the same after a reload. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPanel } from '../harness/panel.mjs';
import { openVsCode } from '../harness/vs-code.mjs';
import { runCommand } from '../harness/workbench.mjs';

let code: Awaited<ReturnType<typeof openVsCode>>;

beforeAll(async () => {
  code = await openVsCode({ sample: true });
});
afterAll(() => code?.close());

function log(): string {
  const threads = path.join(code.storage, 'threads');
  const [id = ''] = readdirSync(threads);
  return readFileSync(path.join(threads, id, 'log.jsonl'), 'utf8');
}

test('the sample thread is there, with its gauge', async () => {
  const panel = await openPanel(code.page);
  await panel.locator('[data-row]').first().waitFor();
  await panel.locator('spool-gauge button').waitFor();
});

test('a compaction, its undo and its redo only add to the log', async () => {
  const panel = await openPanel(code.page);
  const imported = log();
  await runCommand(code.page, 'Spool: Compact Thread');
  const marker = panel.locator('spool-marker').last();
  await marker.waitFor();
  const compacted = log();
  expect(compacted.startsWith(imported)).toBe(true);
  expect(compacted.length).toBeGreaterThan(imported.length);

  await runCommand(code.page, 'Spool: Undo Last Compaction');
  await marker.locator('[data-action=redo]').waitFor();
  const undone = log();
  expect(undone.startsWith(compacted)).toBe(true);

  await marker.locator('[data-action=redo]').click();
  await marker.locator('[data-action=redo]').waitFor({ state: 'hidden' });
  expect(log().startsWith(undone)).toBe(true);
});

test.each(['reload', 'restart'] as const)('a %s shows the same thread with its marker', async (again) => {
  const before = log();
  await code[again]();
  const panel = await openPanel(code.page);
  await panel.locator('spool-marker').last().waitFor();
  await panel.locator('[data-state=read-only]').waitFor({ state: 'detached' });
  expect(log()).toBe(before);
});

test('nothing was asked for outside of this machine', () => {
  expect(code.outside).toEqual([]);
});
