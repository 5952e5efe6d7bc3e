/** The agent at work in a real VS Code: a scripted model reads, edits and runs, and a person answers its questions in the panel, by a notification, and after a reload. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../../src/core/lang/json.ts';
import type { QuestionView } from '../../src/core/protocol/question.ts';
import { openPanel } from '../harness/panel.mjs';
import { openVsCode } from '../harness/vs-code.mjs';
import { chooseRow, runCommand } from '../harness/workbench.mjs';
import { startAnthropicFake } from '../wire/anthropic-server.ts';
import type { Fake, FakeCall, FakeReply } from '../wire/fake.ts';

let fake: Fake;
let code: Awaited<ReturnType<typeof openVsCode>>;
/** What the model does at its next calls; then it says that it is done. */
let script: FakeReply[] = [];
let calls = 0;

const call = (name: string, input: Json): FakeCall => ({ id: `toolu_${++calls}`, name, input });
const does = (...list: readonly FakeCall[]): FakeReply => ({ type: 'answer', calls: list });
/** Empty where there is no such file. */
const text = (name: string) => {
  const file = path.join(code.folder, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};
/** Waits until the model's newest request holds this. */
const sends = (part: string) =>
  expect.poll(() => JSON.stringify(fake.requests.at(-1)).includes(part), { message: part, timeout: 60_000 }).toBe(true);

beforeAll(async () => {
  fake = await startAnthropicFake({
    reply: (n) => script.shift() ?? { type: 'answer', text: `Done at call ${n}.` },
  });
  code = await openVsCode({
    settings: { 'files.autoSave': 'off', 'spool.model.contextWindows': { anthropic: 100_000 } },
    machineSettings: { 'spool.anthropic.baseUrl': fake.access.baseUrl },
  });
  mkdirSync(path.join(code.folder, 'src'));
  writeFileSync(path.join(code.folder, 'src/sum.ts'), 'export const sum = (a, b) => a - b;\n');
});
afterAll(async () => {
  await code?.close();
  await fake?.close();
});

/** Sends a message that the model answers by these calls, one reply after the other. */
async function ask(panel: Frame, message: string, ...replies: readonly FakeReply[]): Promise<void> {
  script = [...replies];
  const send = panel.locator('[data-action=send]');
  // The draft is that of the thread: what is typed before a new thread is shown stays with the old one.
  await expect
    .poll(async () => {
      await panel.locator('textarea[data-action=type]').fill(message);
      return send.isEnabled();
    }, PATIENT)
    .toBe(true);
  await send.click();
}

const PATIENT = { timeout: 60_000, interval: 300 };

const question = (panel: Frame) => panel.locator('spool-question');

/** The id of the question that is shown. */
const shownId = (panel: Frame) =>
  panel.evaluate(() => {
    const card = document.querySelector('spool-panel')?.shadowRoot?.querySelector('spool-question');
    return card && 'question' in card ? (card.question as QuestionView).id : undefined;
  });

async function answer(panel: Frame, button: 'allow-once' | 'allow-thread' | 'deny' | 'deny-why'): Promise<void> {
  const card = panel.locator('spool-question[takes-presses]');
  const id = await shownId(panel);
  // A press that comes too soon after the card moved does nothing, so it is repeated until it has done something.
  const reason = panel.locator('spool-question [data-action=reason]');
  const isAnswered = async () => {
    if ((await shownId(panel)) !== id || (await reason.isVisible())) return true;
    await card
      .locator(`[data-action=${button}]`)
      .click({ timeout: 5_000 })
      .catch(() => undefined);
    return false;
  };
  await expect.poll(isAnswered, PATIENT).toBe(true);
}

/** Waits until the turn has ended with the model's last words. */
async function rest(panel: Frame): Promise<void> {
  await panel.locator('[data-action=stop]').waitFor({ state: 'detached' });
  expect(fake.rejections).toEqual([]);
}

function entries(): readonly { readonly type: string; readonly call?: string; readonly state?: string }[] {
  const threads = path.join(code.storage, 'threads');
  const ids = readdirSync(threads, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const logs = ids.map(({ name: id }) => readFileSync(path.join(threads, id, 'log.jsonl'), 'utf8'));
  return logs.flatMap((log) => log.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)])));
}

test('reads without a question, edits after Allow Once, and runs a command after it', async () => {
  await runCommand(code.page, 'Spool: Set API Key…');
  await chooseRow(code.page, 'Anthropic');
  await code.page.locator('.quick-input-box input[type=password]').fill(fake.access.apiKey ?? '');
  await code.page.keyboard.press('Enter');
  await code.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  await runCommand(code.page, 'Spool: New Thread');
  const panel = await openPanel(code.page);
  const command = 'echo "sum is $(cat src/sum.ts | wc -l) line"';
  await ask(
    panel,
    'Mend the sum.',
    does(call('read_file', { path: 'src/sum.ts' }), call('search_text', { pattern: 'sum' })),
    does(call('edit_file', { path: 'src/sum.ts', edits: [{ old: 'a - b', new: 'a + b' }] })),
    does(call('run_command', { command })),
  );
  await question(panel).getByText('src/sum.ts').first().waitFor();
  expect(text('src/sum.ts')).toContain('a - b');
  await question(panel).locator('[data-action=review]').click();
  await code.page.locator('.tab', { hasText: 'sum.ts (proposed change)' }).waitFor({ timeout: 40_000 });
  await code.page.locator('.monaco-diff-editor').getByText('a + b').first().waitFor({ timeout: 40_000 });
  await answer(panel, 'allow-once');
  await question(panel).getByText(command).first().waitFor();
  expect(text('src/sum.ts')).toBe('export const sum = (a, b) => a + b;\n');
  await answer(panel, 'allow-once');
  await rest(panel);
  await sends('sum is 1 line');
  await sends('1\\texport const sum');
});

test('is denied with a reason, which the model reads, and nothing is done', async () => {
  const panel = await openPanel(code.page);
  await ask(panel, 'Tidy up.', does(call('run_command', { command: 'rm -r src' })));
  await question(panel).getByText('rm -r src').first().waitFor();
  await answer(panel, 'deny-why');
  await panel.locator('spool-question [data-action=reason]').fill('Keep the sources.');
  await panel.locator('spool-question [data-action=reason]').press('Enter');
  await rest(panel);
  await sends('The person did not allow this call, so nothing was done. They wrote: Keep the sources.');
  expect(text('src/sum.ts')).toContain('a + b');
});

test('asks one question after the other, and Stop denies those that are open', async () => {
  const panel = await openPanel(code.page);
  const write = (name: string) => call('write_file', { path: name, content: `${name}\n` });
  await ask(panel, 'Write three files.', does(write('one.txt'), write('two.txt'), write('three.txt')));
  await question(panel).getByText('one.txt').first().waitFor();
  await answer(panel, 'allow-once');
  await question(panel).getByText('two.txt').first().waitFor();
  await expect.poll(() => text('one.txt')).toBe('one.txt\n');
  await panel.locator('[data-action=stop]').click();
  await question(panel).waitFor({ state: 'detached' });
  await rest(panel);
  expect(readdirSync(code.folder).filter((name) => name.endsWith('.txt'))).toEqual(['one.txt']);
});

test('a rule for the thread answers the same command, and is revoked by Manage Permissions…', async () => {
  const panel = await openPanel(code.page);
  const command = 'mkdir -p build';
  await ask(panel, 'Make the folder.', does(call('run_command', { command })), does(call('run_command', { command })));
  await question(panel).getByText(command).first().waitFor();
  await answer(panel, 'allow-thread');
  await rest(panel);
  await runCommand(code.page, 'Spool: Manage Permissions…');
  await chooseRow(code.page, command);
  await code.page.locator('.quick-input-list').getByText('Nothing is allowed for later').waitFor();
  await code.page.keyboard.press('Escape');
  await ask(panel, 'Once more.', does(call('run_command', { command })));
  await question(panel).getByText(command).first().waitFor();
  await answer(panel, 'deny');
  await rest(panel);
});

test('in the mode Plan the model is told so, and what it tries all the same is refused without a question', async () => {
  const panel = await openPanel(code.page);
  const choose = async (mode: string) => {
    await panel.locator('[data-action=mode]').click();
    await panel.locator(`[data-action=set-mode][data-mode=${mode}]`).click();
  };
  await choose('plan');
  await ask(panel, 'What would you do?', does(call('write_file', { path: 'plan.txt', content: 'no' })));
  await sends('The person has set the mode Plan');
  await sends('Nothing was done: the person has chosen the mode Plan');
  await rest(panel);
  await choose('ask');
  await ask(panel, 'Do it.');
  await sends('The person has ended the mode Plan');
  await rest(panel);
  expect(text('plan.txt')).toBe('');
});

test('a question is answered by a notification while the panel is hidden', async () => {
  const panel = await openPanel(code.page);
  await ask(panel, 'Say hello.', does(call('run_command', { command: 'echo "$HOME" > hello.txt' })));
  await runCommand(code.page, 'View: Hide Secondary Side Bar');
  const toast = code.page.locator('.notification-toast', { hasText: 'The agent asks to run: echo' });
  await toast.getByText('Allow Once', { exact: true }).click();
  const shown = await openPanel(code.page);
  await rest(shown);
  expect(text('hello.txt')).toBe(`${process.env.HOME}\n`);
});

test('a question survives a reload: asked again by itself, then done once', async () => {
  const panel = await openPanel(code.page);
  await ask(panel, 'Count.', does(call('run_command', { command: 'echo "x $(date)" >> count.txt' })));
  await question(panel).getByText('count.txt').first().waitFor();
  await code.reload();
  const again = await openPanel(code.page);
  await question(again).getByText('count.txt').first().waitFor();
  await answer(again, 'allow-once');
  await rest(again);
  expect(text('count.txt').match(/x /g)).toHaveLength(1);
  const asked = entries().filter(({ type, call: id }) => type === 'permission' && id === `toolu_${calls}`);
  expect(asked.map(({ state }) => state)).toEqual(['asked', 'allowed']);
  expect(JSON.stringify(fake.requests)).not.toContain('The window was closed before this call ended');
});
