/** The agent at work in a real VS Code: a scripted model reads, edits and runs, and a person answers its questions in the panel, by a notification, and after a reload. */
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPanel } from '../harness/panel.mjs';
import { chooseIn, chooseRow, runCommand } from '../harness/workbench.mjs';
import { does, openAgentWindow } from './agent-window.ts';

let agent: Awaited<ReturnType<typeof openAgentWindow>>;
beforeAll(async () => {
  agent = await openAgentWindow({
    window: 100_000,
    files: { 'src/sum.ts': 'export const sum = (a, b) => a - b;\n' },
  });
});
afterAll(() => agent?.close());

test('reads without a question, edits after Allow Once, and runs a command after it', async () => {
  const panel = await agent.begin();
  const command = 'echo "sum is $(cat src/sum.ts | wc -l) line"';
  await agent.ask(
    panel,
    'Mend the sum.',
    does(agent.call('read_file', { path: 'src/sum.ts' }), agent.call('search_text', { pattern: 'sum' })),
    does(agent.call('edit_file', { path: 'src/sum.ts', edits: [{ old: 'a - b', new: 'a + b' }] })),
    does(agent.call('run_command', { command })),
  );
  await agent.question(panel).getByText('src/sum.ts').first().waitFor();
  expect(agent.text('src/sum.ts')).toContain('a - b');
  await agent.question(panel).locator('[data-action=review]').click();
  await agent.code.page.locator('.tab', { hasText: 'sum.ts (proposed change)' }).waitFor({ timeout: 40_000 });
  await agent.code.page.locator('.monaco-diff-editor').getByText('a + b').first().waitFor({ timeout: 40_000 });
  await agent.answer(panel, 'allow');
  await agent.question(panel).getByText(command).first().waitFor();
  expect(agent.text('src/sum.ts')).toBe('export const sum = (a, b) => a + b;\n');
  await agent.answer(panel, 'allow');
  await agent.rest(panel);
  await agent.sends('sum is 1 line');
  await agent.sends('1\\texport const sum');
});

test('is denied with a reason, which the model reads, and nothing is done', async () => {
  const panel = await openPanel(agent.code.page);
  await agent.ask(panel, 'Tidy up.', does(agent.call('run_command', { command: 'rm -r src' })));
  await agent.question(panel).getByText('rm -r src').first().waitFor();
  await agent.answer(panel, 'why');
  await panel.locator('spool-question [data-action=reason]').fill('Keep the sources.');
  await panel.locator('spool-question [data-action=reason]').press('Enter');
  await agent.rest(panel);
  await agent.sends('The person did not allow this call, so nothing was done. They wrote: Keep the sources.');
  expect(agent.text('src/sum.ts')).toContain('a + b');
});

test('asks one question after the other, and Stop denies those that are open', async () => {
  const panel = await openPanel(agent.code.page);
  const write = (name: string) => agent.call('write_file', { path: name, content: `${name}\n` });
  await agent.ask(panel, 'Write three files.', does(write('one.txt'), write('two.txt'), write('three.txt')));
  await agent.question(panel).getByText('one.txt').first().waitFor();
  await agent.answer(panel, 'allow');
  await agent.question(panel).getByText('two.txt').first().waitFor();
  await expect.poll(() => agent.text('one.txt')).toBe('one.txt\n');
  await panel.locator('[data-action=stop]').click();
  await agent.question(panel).waitFor({ state: 'detached' });
  await panel.locator('[data-action=stop]').waitFor({ state: 'detached' });
  expect(readdirSync(agent.code.folder).filter((name) => name.endsWith('.txt'))).toEqual(['one.txt']);
});

test('a rule for the thread answers the same command, and is revoked by Manage Permissions…', async () => {
  const panel = await openPanel(agent.code.page);
  const command = 'mkdir -p build';
  await agent.ask(
    panel,
    'Make the folder.',
    does(agent.call('run_command', { command })),
    does(agent.call('run_command', { command })),
  );
  await agent.question(panel).getByText(command).first().waitFor();
  await agent.answer(panel, 'thread');
  await agent.rest(panel);
  await runCommand(agent.code.page, 'Spool: Manage Permissions…');
  await chooseRow(agent.code.page, command);
  await agent.code.page.locator('.quick-input-list').getByText('Nothing is allowed for later').waitFor();
  await agent.code.page.keyboard.press('Escape');
  await agent.ask(panel, 'Once more.', does(agent.call('run_command', { command })));
  await agent.question(panel).getByText(command).first().waitFor();
  await agent.answer(panel, 'deny');
  await agent.rest(panel);
});

test('in the mode Plan the model is told so, and what it tries all the same is refused without a question', async () => {
  const panel = await openPanel(agent.code.page);
  const choose = async (mode: string) => {
    await panel.locator('[data-action=mode]').click();
    await panel.locator(`[data-action=set-mode][data-mode=${mode}]`).click();
  };
  await choose('plan');
  await agent.ask(panel, 'What would you do?', does(agent.call('write_file', { path: 'plan.txt', content: 'no' })));
  await agent.sends('The person has set the mode Plan');
  await agent.sends('Nothing was done: the person has chosen the mode Plan');
  await agent.rest(panel);
  await choose('ask');
  await agent.ask(panel, 'Do it.');
  await agent.sends('The person has ended the mode Plan');
  await agent.rest(panel);
  expect(agent.text('plan.txt')).toBe('');
});

test('a question is answered by a notification while the panel is hidden', async () => {
  const panel = await openPanel(agent.code.page);
  await agent.ask(panel, 'Say hello.', does(agent.call('run_command', { command: 'echo "$HOME" > hello.txt' })));
  await runCommand(agent.code.page, 'View: Hide Secondary Side Bar');
  const toast = agent.code.page.locator('.notification-toast', { hasText: 'The agent asks to run: echo' });
  await toast.getByText('Allow Once', { exact: true }).click();
  const shown = await openPanel(agent.code.page);
  await agent.rest(shown);
  expect(agent.text('hello.txt')).toBe(`${process.env.HOME}\n`);
});

test('a question survives a reload: asked again by itself, then done once', async () => {
  const panel = await openPanel(agent.code.page);
  await agent.ask(panel, 'Count.', does(agent.call('run_command', { command: 'echo "x $(date)" >> count.txt' })));
  await agent.question(panel).getByText('count.txt').first().waitFor();
  await agent.code.reload();
  const again = await openPanel(agent.code.page);
  await agent.question(again).getByText('count.txt').first().waitFor();
  await agent.answer(again, 'allow');
  await agent.rest(again);
  expect(agent.text('count.txt').match(/x /g)).toHaveLength(1);
  const asked = agent.entries().filter(({ type, call: id }) => type === 'permission' && id === agent.newestCall());
  expect(asked.map(({ state }) => state)).toEqual(['asked', 'allowed']);
  expect(JSON.stringify(agent.fake.requests)).not.toContain('The window was closed before this call ended');
});

test('a second thread is made and answered while the first one waits, which then goes on', async () => {
  const panel = await openPanel(agent.code.page);
  const title = 'Write the first file.';
  const newThread = async () => {
    await runCommand(agent.code.page, 'Spool: New Thread');
    // What is typed before the new thread is shown stays with the old one.
    await panel.locator('[data-row]').first().waitFor({ state: 'detached' });
  };
  await newThread();
  await agent.ask(panel, title, does(agent.call('write_file', { path: 'first.txt', content: 'first\n' })));
  await agent.question(panel).getByText('first.txt').first().waitFor();
  await newThread();
  await agent.question(panel).waitFor({ state: 'detached' });
  await agent.ask(panel, 'Say something.', { type: 'answer', text: 'Answered in the second thread.' });
  await panel.getByText('Answered in the second thread.').first().waitFor();
  await chooseIn(agent.code.page, 'Spool: Open Thread…', title);
  await agent.question(panel).getByText('first.txt').first().waitFor();
  expect(agent.text('first.txt')).toBe('');
  await agent.answer(panel, 'allow');
  await agent.rest(panel);
  expect(agent.text('first.txt')).toBe('first\n');
  expect(await panel.getByText('Answered in the second thread.').count()).toBe(0);
});

test('a file and a selection are attached, shown as chips, and sent beside the message', async () => {
  const { page } = agent.code;
  const panel = await openPanel(page);
  await panel.locator('textarea[data-action=type]').pressSequentially('Look at @sum');
  const option = panel.locator('[role=option]', { hasText: 'sum.ts' }).first();
  await option.waitFor();
  await option.click();
  const chips = panel.locator('spool-attachments .chip');
  await expect.poll(() => chips.count()).toBe(1);
  await panel.locator('[data-action=send]').click();
  await agent.sends('Look at');
  await agent.sends(agent.text('src/sum.ts').trim());
  await agent.rest(panel);
  await expect.poll(() => chips.count()).toBe(0);
});

test('Send Again that fails leaves the view at the end', async () => {
  const panel = await agent.begin();
  const fails = { type: 'failure', kind: 'not-found' } as const;
  const ended = () => panel.locator('[data-action=stop]').waitFor({ state: 'detached' });
  const lines = Array.from({ length: 40 }, (_, i) => `Line ${i} of the answer.`);
  await agent.ask(panel, 'Hello there.', { type: 'answer', text: lines.join('\n\n') });
  await agent.rest(panel);
  for (let i = 0; i < 5; i += 1) {
    await agent.ask(panel, `Message ${i} that fails.`, fails);
    await expect.poll(() => agent.stepsLeft()).toBe(0);
    const message = panel.locator('spool-message', { hasText: `Message ${i} that fails.` });
    await message.locator('[data-unanswered=last] [data-action=sendAgain]').waitFor();
    await ended();
  }
  agent.play([fails]);
  await panel.locator('[data-action=sendAgain]').click();
  await expect.poll(() => agent.stepsLeft()).toBe(0);
  await ended();
  await panel.locator('[data-action=sendAgain]').waitFor();
  const rest = () => panel.locator('[role=log]').evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop);
  await expect.poll(rest).toBeLessThan(2);
});
