/** An MCP server that misbehaves, in a real VS Code: it hangs, dies, says too much, changes its tools, offers 200, and one that a provider refuses. */
import { writeFileSync } from 'node:fs';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPanel } from '../harness/panel.mjs';
import { runCommand } from '../harness/workbench.mjs';
import { type Agent, does } from './agent-window.ts';
import { acceptTools, answerVsCode, ECHO, misbehaves, openWithServer, selectTools } from './other-server.ts';

let agent: Agent;
let panel: Frame;
beforeAll(async () => {
  ({ agent, panel } = await openWithServer());
});
afterAll(() => agent?.close());

const echo = (text: string) => does(agent.call(ECHO, { text }));
const misbehave = (how: string, text?: string) => does(misbehaves(agent, how, text));
const result = () => agent.newestResults();
interface Request {
  readonly tools: readonly { readonly name: string; readonly description: string }[];
}
const offered = () => (agent.fake.requests.at(-1) as unknown as Request).tools.map(({ name }) => name);

test('VS Code asks after our question where a tool does not say that it only reads, and its no is no answer', async () => {
  const { page } = agent.code;
  await agent.ask(panel, 'Echo.', echo('one'), echo('two'));
  const card = agent.question(panel);
  for (const part of ['MCP: other', 'Says what it was given.', '"one"']) await card.getByText(part).first().waitFor();
  expect(await page.locator('.monaco-dialog-box').count()).toBe(0);
  await agent.answer(panel, 'thread');
  await answerVsCode(page, 'Yes');
  await expect.poll(result).toContain('echo: one');
  await answerVsCode(page, 'Cancel');
  await agent.rest(panel);
  expect(result()).toContain('VS Code gave this call up without an answer');
});

test('a call that hangs ends with Stop, and the thread goes on', async () => {
  await agent.ask(panel, 'Hang.', misbehave('hang'));
  await agent.answer(panel, 'thread');
  await agent.question(panel).waitFor({ state: 'detached' });
  await panel.locator('[data-action=stop]').click();
  await panel.locator('[data-action=stop]').waitFor({ state: 'detached' });
  expect(result()).toContain('The person stopped this call before it ended. It may have been done or not.');
  await agent.ask(panel, 'Go on.');
  await agent.rest(panel);
  await agent.sends('It may have been done or not.');
});

test('of a server that dies in a call the model is told what is not known, and the next call starts it again', async () => {
  await agent.ask(panel, 'Die.', misbehave('die'), echo('three'));
  await answerVsCode(agent.code.page, 'Yes');
  await agent.rest(panel);
  await agent.sends('or MCP: other ended in the middle of it. It may have been done or not.');
  expect(result()).toContain('echo: three');
});

test('of a long result the model has the beginning, and a ref to read the rest by', async () => {
  let ref = '';
  await agent.ask(panel, 'Flood.', misbehave('flood', 'a line of water'), (request) => {
    const sent = JSON.stringify(request);
    expect(sent.length).toBeLessThan(200_000);
    ref = /tool_output_cache ref_id=(o_[0-9a-f]{16})/.exec(sent)?.[1] ?? 'none';
    return does(agent.call('tool_output_cache', { ref_id: ref, offset: 600_000, limit: 2 }));
  });
  await agent.rest(panel);
  expect(result()).toContain('600001\\ta line of water');
});

test('a tool that describes itself anew asks again, and says why', async () => {
  await agent.ask(panel, 'Change.', misbehave('describe', 'Says it twice.'), echo('four'));
  const card = agent.question(panel);
  await card.getByText('was allowed before, with another description or other arguments').first().waitFor();
  await card.getByText('Says it twice.').first().waitFor();
  await agent.answer(panel, 'deny');
  await agent.rest(panel);
  expect(result()).toContain('did not allow this call');
});

test('200 tools are listed with their tokens, and more than a tenth of the window is said', async () => {
  const { page } = agent.code;
  await agent.ask(
    panel,
    'Change.',
    misbehave('many', 'One of many tools, which all do the same, each with a number of its own. '.repeat(3)),
  );
  await agent.rest(panel);
  await selectTools(page, 'many_*');
  const title = page.locator('.quick-input-title');
  await expect.poll(() => title.textContent()).toMatch(/~\d+k tokens, more than a tenth of the window of 100k/);
  await acceptTools(page);
  await panel.getByText('more than a tenth of the window of').first().waitFor();
  await runCommand(page, 'Spool: New Thread');
  panel = await openPanel(page);
  await panel.locator('[data-row]').first().waitFor({ state: 'detached' });
  await agent.ask(panel, 'Hello.');
  await agent.rest(panel);
  expect(offered().filter((name) => name.startsWith('mcp_other_many_'))).toHaveLength(200);
});

test('a tool whose schema the provider refuses is left out, not the request', async () => {
  await agent.ask(panel, 'Change.', misbehave('blank'));
  await agent.answer(panel, 'allow');
  await agent.rest(panel);
  await selectTools(agent.code.page, 'blank');
  await acceptTools(agent.code.page);
  await runCommand(agent.code.page, 'Spool: New Thread');
  panel = await openPanel(agent.code.page);
  await panel.locator('[data-row]').first().waitFor({ state: 'detached' });
  await agent.ask(panel, 'Hello.', { type: 'answer', text: 'Hello without it.' });
  await agent.rest(panel, [expect.stringMatching(/^tools\.\d+\.custom\.input_schema\.properties: Property keys/)]);
  await panel.getByText('Hello without it.').first().waitFor();
  expect(offered()).toContain(ECHO);
  expect(offered()).not.toContain('mcp_other_blank');
  const notice = panel.locator('spool-notice', {
    hasText: 'refused a part of the request and was asked again without it',
  });
  await notice.getByText('mcp_other_blank').waitFor();
});

test('the open list of Select Tools… follows a server whose tools change, and keeps what is checked and typed', async () => {
  const { page } = agent.code;
  const row = (text: string) => page.locator('.quick-input-list .monaco-list-row', { hasText: text });
  const checked = (text: string) => row(text).first().getByRole('checkbox').isChecked();
  const input = page.locator('.quick-input-box input');
  await agent.ask(panel, 'Change.', misbehave('exchange', agent.at('now')));
  await agent.answer(panel, 'allow');
  await agent.rest(panel, [expect.any(String)]);
  await selectTools(page, 'outline');
  await input.fill('mcp_other');
  await row('echo').first().waitFor();
  const marked = () => page.locator('.quick-input-list .monaco-list-row.focused').textContent();
  do await input.press('ArrowDown');
  while (!(await marked())?.includes('misbehave'));
  writeFileSync(agent.at('now'), '');
  await row('zebra').first().waitFor();
  await row('echo').first().waitFor({ state: 'detached' });
  expect(await input.inputValue()).toBe('mcp_other');
  expect(await marked()).toContain('misbehave');
  expect(await checked('misbehave')).toBe(true);
  expect(await checked('zebra')).toBe(false);
  await row('zebra').first().click();
  await acceptTools(page);
  await selectTools(page);
  await input.fill('mcp_other');
  expect([await checked('zebra'), await checked('above')]).toEqual([true, false]);
  await input.fill('outline');
  expect(await checked('outline')).toBe(false);
  await input.press('Escape');
});
