/** A folder that is not trusted, in a real VS Code: no tools for it are offered, calls of them do nothing, the panel says why; and trust brings them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { does, openAgentWindow } from './agent-window.ts';

let agent: Awaited<ReturnType<typeof openAgentWindow>>;
beforeAll(async () => {
  // The page about trust would cover the window.
  const settings = { 'workbench.editor.useModal': 'off' };
  agent = await openAgentWindow({ window: 100_000, files: { 'a.txt': 'one\n' }, settings, isUntrusted: true });
});
afterAll(() => agent?.close());

interface Request {
  readonly tools: readonly { readonly name: string }[];
  readonly messages: readonly { readonly content: readonly { readonly type: string; readonly is_error?: boolean }[] }[];
}
const newest = () => agent.fake.requests.at(-1) as unknown as Request;
const offered = () => newest().tools.map(({ name }) => name);
const OF_FOLDER = ['read_file', 'search_text', 'edit_file', 'write_file', 'run_command'];

test('in Restricted Mode nothing of the folder is offered or done, and trust ends that', async () => {
  const { page } = agent.code;
  const panel = await agent.begin();
  await agent.ask(
    panel,
    'Change it.',
    does(
      agent.call('read_file', { path: 'a.txt' }),
      agent.call('write_file', { path: 'b.txt', content: 'b' }),
      agent.call('edit_file', { path: 'a.txt', edits: [{ old: 'one', new: 'two' }] }),
      agent.call('run_command', { command: 'echo c > c.txt' }),
    ),
  );
  await agent.rest(panel);
  expect(offered().filter((name) => OF_FOLDER.includes(name))).toEqual([]);
  const results = newest().messages.flatMap(({ content }) => content.filter(({ type }) => type === 'tool_result'));
  expect(results.map((result) => result.is_error)).toEqual([true, true, true, true]);
  expect([agent.text('a.txt'), agent.text('b.txt'), agent.text('c.txt')]).toEqual(['one\n', '', '']);
  expect(JSON.stringify(agent.fake.requests)).not.toContain('1\\tone');

  const why = panel.getByRole('button', { name: 'Restricted Mode: the agent has no tools for files and commands' });
  await why.click();
  await page.locator('.workspace-trust-editor').waitFor();
  await page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
  await panel.locator('[data-action=mode]').waitFor();
  await agent.ask(panel, 'And now?', does(agent.call('read_file', { path: 'a.txt' })));
  await agent.rest(panel);
  expect(offered()).toEqual(expect.arrayContaining(OF_FOLDER));
  await agent.sends('1\\tone');
});
