/** The panel opens in a real VS Code. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPanel } from '../harness/panel.mjs';
import { openVsCode } from '../harness/vs-code.mjs';

let code: Awaited<ReturnType<typeof openVsCode>>;

beforeAll(async () => {
  code = await openVsCode();
});
afterAll(() => code?.close());

test('an empty workspace shows the panel with its two ways to begin', async () => {
  const panel = await openPanel(code.page);
  await panel.getByRole('button', { name: 'Import Thread…' }).waitFor();
  expect(await panel.getByRole('button', { name: 'Open Thread…' }).count()).toBe(1);
});
