/** A real VS Code with the sample thread: its first start without a command, the sample's path, then a person who talks to a model of each provider; one restart and one reload for all. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spool } from '../../scripts/lib/web.mjs';
import { openPanel, panelByItself } from '../harness/panel.mjs';
import { setKey } from '../harness/set-key.mjs';
import { openVsCode } from '../harness/vs-code.mjs';
import { chooseIn, chooseRow, runCommand, sideBar } from '../harness/workbench.mjs';
import { startAnthropicFake } from '../wire/anthropic-server.ts';
import type { Fake, FakeReply } from '../wire/fake.ts';
import { startGeminiFake } from '../wire/gemini-server.ts';
import { startOpenaiCompatibleFake } from '../wire/openai-chat-server.ts';
import { startOpenaiFake } from '../wire/openai-responses-server.ts';
import { focusIsInPanel } from './focus.ts';

/** Tokens of each model's window by the settings: a few long replies fill it. */
const WINDOW = 12_000;
/** About 2,000 tokens. */
const LONG = 'The queue keeps every acknowledged part in order. '.repeat(190);

const NETWORKED = [
  { id: 'anthropic', name: 'Anthropic', start: startAnthropicFake },
  { id: 'openai', name: 'OpenAI', start: startOpenaiFake },
  { id: 'openai-compatible', name: 'OpenAI-compatible', start: startOpenaiCompatibleFake },
  { id: 'gemini', name: 'Google Gemini', start: startGeminiFake },
] as const;

/** Title of the sample thread. */
const SAMPLE = 'Retry budget for the upload queue';

const fakes = new Map<string, Fake>();
let code: Awaited<ReturnType<typeof openVsCode>>;
let threads: string;
/** Of the sample thread. */
let sample: string;

beforeAll(async () => {
  for (const { id, start } of NETWORKED) {
    const reply = (n: number): FakeReply => ({ type: 'answer', text: `Reply ${n} of ${id}. ${LONG}` });
    fakes.set(id, await start({ reply }));
  }
  code = await openVsCode({ sample: true });
  threads = path.join(code.storage, 'threads');
  [sample = ''] = readdirSync(threads);
});
afterAll(async () => {
  await code?.close();
  for (const fake of fakes.values()) await fake.close();
});

/** As `openVsCode` takes them: what the talk with the models needs. The first start is that of a person without any of it. */
const withModels = () => ({
  extensions: [spool, { id: 'spool-test.models-0.0.1', at: path.resolve('test/harness/model-provider') }],
  settings: {
    'chat.disableAIFeatures': false,
    'spool.compaction.strategy': 'extract',
    'spool.model.contextWindows': {
      ...Object.fromEntries(NETWORKED.map(({ id }) => [id, WINDOW])),
      replay: WINDOW,
    },
  },
  machineSettings: Object.fromEntries(
    NETWORKED.map(({ id }) => [`spool.${id}.baseUrl`, fakes.get(id)?.access.baseUrl]),
  ),
});

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

describe('the whole path of the sample thread', () => {
  test('the sample thread is there again, with its gauge', async () => {
    await openThread(SAMPLE);
    const panel = await openPanel(code.page);
    await panel.getByText(SAMPLE).first().waitFor();
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

  test('a restart shows the same thread with its marker', async () => {
    const before = readLog(sample);
    await code.restart(withModels());
    const panel = await openPanel(code.page);
    await panel.locator('spool-marker').last().waitFor();
    await panel.locator('[data-state=read-only]').waitFor({ state: 'detached' });
    expect(readLog(sample)).toBe(before);
  });
});

const selectModel = (model: string) => chooseIn(code.page, 'Spool: Select Model…', model);

const openThread = (title: string) => chooseIn(code.page, 'Spool: Open Thread…', title);

async function say(panel: Frame, text: string): Promise<void> {
  await panel.locator('textarea[data-action=type]').fill(text);
  await panel.locator('[data-action=send]').click();
}

/** Waits until nothing runs. */
async function rest(panel: Frame): Promise<void> {
  await panel.locator('[data-action=stop]').waitFor({ state: 'detached' });
}

/** The first message of a thread, which is its title. */
const opening = (words: string) => `Message 1 to ${words}: what does the queue do?`;

/** Talks until the thread has compacted itself. */
async function talk(panel: Frame, words: string): Promise<void> {
  const markers = panel.locator('spool-marker');
  for (let n = 1; n <= 12 && (await markers.count()) === 0; n++) {
    await say(panel, n === 1 ? opening(words) : `Message ${n}: what does the queue do?`);
    await panel.getByText(`Reply ${n} of ${words}`).first().waitFor();
    await rest(panel);
  }
  await markers.last().waitFor();
}

function logs(): readonly string[] {
  const ids = readdirSync(threads, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return ids.map(({ name: id }) => readFileSync(path.join(threads, id, 'log.jsonl'), 'utf8'));
}

/** Waits until the last compaction of the thread is shown as undone. */
async function isUndone(panel: Frame): Promise<void> {
  await panel.locator('spool-marker').last().locator('[data-action=redo]').waitFor();
}

async function undoes(panel: Frame): Promise<void> {
  await runCommand(code.page, 'Spool: Undo Last Compaction');
  await isUndone(panel);
}

async function compactsAndUndoes(words: string): Promise<void> {
  const panel = await openPanel(code.page);
  await talk(panel, words);
  await undoes(panel);
}

describe.each(NETWORKED)('$name', ({ id, name }) => {
  test('takes the key and the model, streams, compacts by itself, and undoes', async () => {
    const fake = fakes.get(id);
    if (!fake) throw new Error(id);
    const { apiKey, baseUrl } = fake.access;
    const named = id === 'openai-compatible' ? new URL(String(baseUrl)).host : name;
    if (apiKey !== undefined) await setKey(code.page, name, apiKey, named);
    await runCommand(code.page, 'Spool: New Thread');
    await selectModel(fake.model);
    await compactsAndUndoes(id);
    expect(fake.rejections).toEqual([]);
    expect(fake.requests.length).toBeGreaterThan(2);
    expect(logs().join('')).not.toContain(String(apiKey ?? 'no key'));
  });
});

test('a model that VS Code offers speaks without a key, and the rest is the same', async () => {
  await runCommand(code.page, 'Spool: New Thread');
  await selectModel('Willow');
  await compactsAndUndoes('Willow');
});

test('without a key or any model a recording works on its own, says that it is one, and the rest is the same', async () => {
  await runCommand(code.page, 'Spool: New Thread');
  await selectModel('upload-queue');
  const panel = await openPanel(code.page);
  await panel.getByText('recording', { exact: true }).first().waitFor();
  await say(panel, 'Go on');
  await panel.locator('spool-marker').last().waitFor();
  await panel.locator('[data-action=stop]').click();
  await rest(panel);
  await undoes(panel);
});

test('after a reload each of these threads is the same', async () => {
  const before = logs().toSorted();
  await code.reload();
  const panel = await openPanel(code.page);
  await panel.getByText('recording', { exact: true }).first().waitFor();
  await isUndone(panel);
  expect(logs().toSorted()).toEqual(before);
  await openThread(SAMPLE);
  await panel.getByText(SAMPLE).first().waitFor();
  await panel.locator('spool-marker').last().waitFor();
  await panel.locator('[data-state=read-only]').waitFor({ state: 'detached' });
  expect(logs().toSorted()).toEqual(before);
  for (const words of [...NETWORKED.map(({ id }) => id), 'Willow']) {
    await openThread(opening(words));
    await panel.getByText(opening(words)).first().waitFor();
    await panel.getByText(`Reply 1 of ${words}`).first().waitFor();
    await isUndone(panel);
    expect(logs().toSorted()).toEqual(before);
  }
});

test('nothing was asked for outside of this machine', () => {
  expect(code.outside).toEqual([]);
});
