/** A person with a keyboard alone, from an empty profile: connects a server, talks, stops, pins, compacts, reads, edits, compares, undoes, finds, exports. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../../src/core/lang/json.ts';
import { focused, moveTo, pickByKeys, runByKeys } from '../harness/keyboard.mjs';
import { panelByItself } from '../harness/panel.mjs';
import { openVsCode } from '../harness/vs-code.mjs';
import type { Fake, FakeReply } from '../wire/fake.ts';
import { startOpenaiCompatibleFake } from '../wire/openai-chat-server.ts';
import { focusIsInPanel } from './focus.ts';

/** About 1,500 tokens. */
const LONG = 'The heron stands in the reeds and waits for the fish. '.repeat(110);
const RULE = 'Never rename a file.';

let code: Awaited<ReturnType<typeof openVsCode>>;
let server: Fake;
let panel: Frame;

/** Whether the server leaves its next answer unfinished. */
let isHeld = false;

beforeAll(async () => {
  const isSummary = (request: Json) => JSON.stringify(request).includes('"tool_choice":"none"');
  server = await startOpenaiCompatibleFake({
    reply: (n, request): FakeReply => {
      if (isSummary(request)) return { type: 'answer', text: 'The heron waits, as was said.' };
      const held = isHeld ? { delivery: { stallAfter: 2 } } : {};
      return { type: 'answer', text: `Answer ${n}. ${LONG}`, ...held };
    },
  });
  code = await openVsCode({ settings: { 'files.simpleDialog.enable': true } });
  panel = await panelByItself(code.page);
});
afterAll(async () => {
  await code?.close();
  await server?.close();
});

interface Logged {
  readonly type: string;
  readonly [field: string]: Json;
}

const threads = () => path.join(code.storage, 'threads');

/** The entries of all threads. */
const entries = (): readonly Logged[] =>
  (existsSync(threads()) ? readdirSync(threads(), { withFileTypes: true }) : [])
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readFileSync(path.join(threads(), name, 'log.jsonl'), 'utf8').split('\n'))
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));

const ofType = (type: string) => entries().filter((entry) => entry.type === type);

const press = (...keys: readonly string[]) =>
  keys.reduce((before, key) => before.then(() => code.page.keyboard.press(key)), Promise.resolve());

async function toInput(): Promise<void> {
  if ((await focused(panel)) === 'type') return;
  await runByKeys(code.page, 'Spool: Focus Chat Input');
  await expect.poll(() => focused(panel)).toBe('type');
}

async function say(text: string): Promise<void> {
  await toInput();
  await code.page.keyboard.type(text);
  await press('Enter');
}

async function rest(): Promise<void> {
  await panel.locator('[data-action=stop]').waitFor({ state: 'detached' });
}

/** From the input to the row that is the thread's Tab stop. */
async function toThread(): Promise<void> {
  await toInput();
  for (let n = 0; n < 30; n++) {
    if (await panel.evaluate(() => isInThread())) return;
    await press('Shift+Tab');
  }
  throw new Error(`Shift+Tab does not lead into the thread but to ${await focused(panel)}`);
}
declare function isInThread(): boolean;

test('a server is connected: its address, its key, its model', async () => {
  // The keys of the manifest.
  await press('Control+k', 'Alt+s');
  await expect.poll(() => focused(panel)).toBe('type');
  await panel.evaluate(() => {
    Object.assign(globalThis, {
      isInThread: () => {
        const root = document.querySelector('spool-panel')?.shadowRoot?.activeElement;
        return root?.tagName === 'SPOOL-THREAD' && root.shadowRoot?.activeElement?.matches('[data-row]') === true;
      },
    });
  });
  await moveTo(code.page, panel, 'connectModel', 'Shift+Tab');
  await press('Enter');
  await pickByKeys(code.page, 'Another Server');
  const box = (kind: string) => code.page.locator(`.quick-input-box input[type=${kind}]:focus`).waitFor();
  for (const [kind, text] of [
    ['text', server.access.baseUrl],
    ['password', server.access.apiKey],
  ] as const) {
    await box(kind);
    await code.page.keyboard.type(String(text));
    await press('Enter');
  }
  await pickByKeys(code.page, server.model.slice(0, 9), server.model);
  await panel.locator('[data-action=selectModel]', { hasText: 'Coder 30B' }).waitFor();
});

test('after a list that a button of the panel opened, the focus is where the next message is typed', async () => {
  await toInput();
  await moveTo(code.page, panel, 'selectModel');
  await press('Enter');
  await pickByKeys(code.page, server.model.slice(0, 9), server.model);
  await expect.poll(() => focusIsInPanel(code.page)).toBe(true);
  await expect.poll(() => focused(panel)).toBe('type');
});

test('a message is answered, another one is stopped, and what was queued meanwhile is sent', async () => {
  await say(`${RULE} What does the heron do?`);
  await panel.getByText('Answer 1.').first().waitFor();
  await rest();
  isHeld = true;
  await say('And the fish?');
  await expect.poll(() => server.requests.length).toBe(2);
  await panel.locator('[data-action=stop]').first().waitFor();
  await say('And the reeds?');
  await expect.poll(() => ofType('queued').length).toBe(3);
  isHeld = false;
  await press('Escape');
  await panel.locator('spool-queue').first().waitFor();
  // A stopped turn leaves what is queued to the person.
  await moveTo(code.page, panel, 'send-queued', 'Shift+Tab');
  await press('Enter');
  // The button is gone, and the focus is where the next message is typed.
  await expect.poll(() => focused(panel)).toBe('type');
  await panel.getByText('Answer 3.').first().waitFor();
  await rest();
  expect(JSON.stringify(server.requests.at(-1)).includes('And the reeds?')).toBe(true);
  for (const n of [4, 5]) {
    await say(`Tell me more, part ${n}.`);
    await panel.getByText(`Answer ${n}.`).first().waitFor();
    await rest();
  }
  expect(server.rejections).toEqual([]);
});

test('a message is pinned by its toolbar', async () => {
  await toThread();
  await press('Home');
  await press('ContextMenu');
  await moveTo(code.page, panel, 'pin', 'ArrowRight');
  await press('Enter');
  await expect.poll(() => ofType('pin').length).toBe(1);
  await press('Escape');
});

test('a compaction is foreseen, done, read, and its summary edited', async () => {
  await runByKeys(code.page, 'Spool: Preview Compaction…');
  await panel.locator('spool-preview').waitFor();
  await moveTo(code.page, panel, 'compact');
  await press('Enter');
  await expect.poll(() => ofType('compaction').length).toBe(1);
  await rest();
  await toThread();
  await press('Alt+Control+ArrowDown');
  const marker = panel.locator('spool-marker').last();
  await expect.poll(() => focused(panel)).toBe('toggle');
  if ((await marker.locator('[data-main]').getAttribute('aria-expanded')) !== 'true') await press('Enter');
  await moveTo(code.page, panel, 'edit-summary');
  await press('Enter');
  await expect.poll(() => focused(panel)).toBe('summary-text');
  await press('Control+End');
  await code.page.keyboard.type('\nThe fish was seen twice.');
  await press('Control+Enter');
  await expect.poll(() => JSON.stringify(entries()).includes('The fish was seen twice.')).toBe(true);
});

test('both contexts are compared, and the compaction is undone and redone', async () => {
  await toThread();
  await moveTo(code.page, panel, 'compare');
  await press('Enter');
  await code.page.locator('.monaco-diff-editor, .diff-editor').first().waitFor();
  await press('Control+F4');
  await toThread();
  await moveTo(code.page, panel, 'undo');
  await press('Enter');
  await expect.poll(() => ofType('undo').length).toBe(1);
  // The button that takes its place has the focus.
  await expect.poll(() => focused(panel)).toBe('redo');
  await press('Enter');
  await expect.poll(() => ofType('redo').length).toBe(1);
  await say('Go on.');
  await panel.getByText('Answer 7.').first().waitFor();
  await rest();
  const sent = JSON.stringify(server.requests.at(-1));
  expect(sent.includes('The fish was seen twice.')).toBe(true);
  expect(sent.includes(RULE)).toBe(true);
  expect(server.rejections).toEqual([]);
});

test('words are found in the thread and in all threads', async () => {
  await toThread();
  await press('Control+f');
  await panel.locator('spool-find').waitFor();
  await code.page.keyboard.type('reeds?');
  await press('Enter');
  await panel.locator('spool-find').getByText(/1/).first().waitFor();
  await press('Escape');
  await panel.locator('spool-find').waitFor({ state: 'detached' });
  await press('Control+k', 'Alt+n');
  await panel.locator('spool-empty').waitFor();
  await runByKeys(code.page, 'Spool: Search Threads…');
  await pickByKeys(code.page, 'And the fish', 'And the fish');
  await panel.getByText('And the fish?').first().waitFor();
});

test('the gauge tells its parts, and Escape closes them', async () => {
  await toInput();
  await moveTo(code.page, panel, 'context');
  await press('Enter');
  await panel.locator('spool-context-card').waitFor();
  await press('Escape');
  await panel.locator('spool-context-card').waitFor({ state: 'detached' });
});

test('the thread is exported, and read as text', async () => {
  await runByKeys(code.page, 'Spool: Export Thread…');
  await pickByKeys(code.page, 'Markdown');
  const name = code.page.locator('.quick-input-box input');
  await expect.poll(() => name.inputValue()).toMatch(/\.md$/);
  await press('Enter');
  const exported = () => readdirSync(code.folder).find((file) => file.endsWith('.md'));
  await expect.poll(exported).toBeDefined();
  expect(readFileSync(path.join(code.folder, exported() ?? ''), 'utf8').includes('And the reeds?')).toBe(true);
  await runByKeys(code.page, 'Spool: Open Thread as Text');
  await code.page.locator('.view-lines').getByText('And the reeds?').first().waitFor();
});

test('after a restart the compaction is still undone by a key, and a deleted thread comes back', async () => {
  const before = ofType('undo').length;
  await code.restart();
  panel = await panelByItself(code.page);
  await panel.locator('spool-marker').last().waitFor();
  await runByKeys(code.page, 'Spool: Undo Last Compaction');
  await expect.poll(() => ofType('undo').length).toBe(before + 1);
  await panel.locator('spool-marker').last().locator('[data-action=redo]').waitFor();
  await runByKeys(code.page, 'Spool: Delete Thread');
  await panel.locator('spool-marker').first().waitFor({ state: 'detached' });
  await runByKeys(code.page, 'Spool: Restore Deleted Thread…');
  await pickByKeys(code.page, 'Never rename');
  await panel.locator('spool-marker').last().waitFor();
});
