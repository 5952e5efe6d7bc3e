/** The panel opens in a real VS Code. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { panelByItself } from '../harness/panel.mjs';
import { openVsCode } from '../harness/vs-code.mjs';

let code: Awaited<ReturnType<typeof openVsCode>>;

beforeAll(async () => {
  code = await openVsCode();
});
afterAll(() => code?.close());

test('an empty workspace shows the panel with its two ways to begin', async () => {
  const panel = await panelByItself(code.page);
  await panel.getByRole('button', { name: 'Import Thread…' }).waitFor();
  expect(await panel.getByRole('button', { name: 'Open Thread…' }).count()).toBe(1);
});

test('the grammars for code, which the panel loads later, come under the policy of the page too', async () => {
  const panel = await panelByItself(code.page);
  await panel.locator('spool-panel').evaluate(({ ownerDocument: page }) => {
    page.body.append(Object.assign(page.createElement('spool-code'), { text: 'const a = 1;', language: 'ts' }));
  });
  await panel.locator('spool-code .keyword').waitFor({ state: 'attached' });
});
