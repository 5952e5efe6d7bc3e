/** A sub-agent in a real VS Code: it reads twelve files in a thread of its own and hands back one page, while the thread that asked compacts. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../../src/core/lang/json.ts';
import { field } from '../../src/core/lang/json-fields.ts';
import { openPanel } from '../harness/panel.mjs';
import type { FakeReply } from '../wire/fake.ts';
import { does, type LoggedEntry, openAgentWindow, type Step } from './agent-window.ts';
import { NOTES, PROJECT } from './sample-project.ts';

/** Tokens: less than the files have together, so that whoever reads all of them has to compact. */
const WINDOW = 26_000;
const PAGE = `The rules name ${NOTES} files.\n\n${Array.from({ length: 30 }, (_, n) => `- rule ${n + 1}: docs/rules-${(n % NOTES) + 1}.md:${n + 1}`).join('\n')}`;

let agent: Awaited<ReturnType<typeof openAgentWindow>>;
beforeAll(async () => {
  agent = await openAgentWindow({ window: WINDOW, files: PROJECT });
});
afterAll(() => agent?.close());

const isOfAgent = (request: Json | undefined) =>
  JSON.stringify(field(request, 'system')).includes('You are a sub-agent');
const read = (n: number) => agent.call('read_file', { path: `docs/rules-${n}.md` });
/** A reply that only the sub-agent may be given, or only the thread that asked. */
const byAgent =
  (step: FakeReply): Step =>
  (request) => {
    expect(isOfAgent(request)).toBe(true);
    return step;
  };
const byThread =
  (step: FakeReply): Step =>
  (request) => {
    expect(isOfAgent(request)).toBe(false);
    return step;
  };
const subLogsOf = (thread: string) => {
  const folder = path.join(agent.code.storage, 'threads', thread, 'threads');
  return readdirSync(folder).map((id) => path.join(folder, id, 'log.jsonl'));
};
const entriesIn = (log: string): readonly LoggedEntry[] =>
  readFileSync(log, 'utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
const agentsIn = (entries: readonly LoggedEntry[]) => entries.filter(({ type }) => type === 'sub_agent');

/** The button of the row, in whatever fold the row lies. */
async function openSubAgent(panel: Frame): Promise<void> {
  const button = panel.locator('[data-action=open-agent]').first();
  const press = async () => {
    if (await button.isVisible()) {
      await button.click({ timeout: 5_000 }).catch(() => undefined);
      return agent.code.page.locator('.tab', { hasText: 'Sub-agent at' }).isVisible();
    }
    for (const fold of await panel.locator('spool-fold [data-action=toggle][aria-expanded=false]').all())
      await fold.click({ timeout: 5_000 }).catch(() => undefined);
    for (const entry of await panel.locator('spool-short-row [data-action=toggle][aria-expanded=false]').all())
      await entry.click({ timeout: 5_000 }).catch(() => undefined);
    return false;
  };
  await expect.poll(press, { timeout: 120_000, interval: 500 }).toBe(true);
}

test('reads twelve files and hands back one page; the thread that asked compacts, and its row opens what was read', async () => {
  const panel = await agent.begin();
  const task = `Read docs/rules-1.md to docs/rules-${NOTES}.md and say which rule is where.`;
  await agent.ask(
    panel,
    'Which rule is where?',
    byThread(does(agent.call('ask_agent', { task }))),
    ...Array.from({ length: NOTES }, (_, n) => byAgent(does(read(n + 1)))),
    byAgent({ type: 'answer', text: PAGE }),
    ...Array.from({ length: 9 }, (_, n) => byThread(does(read(n + 1)))),
  );
  await expect.poll(() => panel.locator('[data-rounds]').count(), { timeout: 60_000 }).toBeGreaterThan(0);
  await agent.rest(panel);
  const [thread = ''] = agent.threadIds();
  const entries = agent.entriesOf(thread);
  expect(agentsIn(entries).map(({ state }) => state)).toEqual(['begun', 'done']);
  expect(agentsIn(entries)[1]).toMatchObject({ rounds: NOTES + 1, model: expect.stringContaining('anthropic/') });
  const results = entries.filter(({ origin }) => origin === 'tools').map(({ blocks }) => JSON.stringify(blocks));
  expect(results).toHaveLength(10);
  expect(results[0]).toContain(JSON.stringify(PAGE).slice(1, -1));
  expect(entries.filter(({ type }) => type === 'compaction').length).toBeGreaterThan(0);
  const [log = ''] = subLogsOf(thread);
  const own = entriesIn(log);
  expect(own.filter(({ origin }) => origin === 'tools')).toHaveLength(NOTES);
  for (let n = 1; n <= NOTES; n++) expect(JSON.stringify(own)).toContain(`${n}.100 Part`);
  console.info('compactions:', {
    thread: entries.filter(({ type }) => type === 'compaction').length,
    agent: own.filter(({ type }) => type === 'compaction').length,
    requests: agent.fake.requests.length,
  });
  await openSubAgent(panel);
  await agent.code.page
    .locator('.monaco-editor')
    .getByText('The agent that asked')
    .first()
    .waitFor({ timeout: 40_000 });
});

test('is ended by Stop, stays readable, and after a reload the thread goes on', async () => {
  const panel = await openPanel(agent.code.page);
  const [thread = ''] = agent.threadIds();
  const before = agentsIn(agent.entriesOf(thread)).length;
  await agent.ask(
    panel,
    'Look again.',
    byThread(does(agent.call('ask_agent', { task: 'Read docs/rules-1.md again and again.' }))),
    ...Array.from({ length: 3 }, (_, n) => byAgent(does(read(n + 1)))),
    byAgent({ type: 'answer', text: 'I look on.', delivery: { stallAfter: 2 } }),
  );
  await expect.poll(() => agent.stepsLeft(), { timeout: 60_000 }).toBe(0);
  await panel.locator('[data-action=stop]').click();
  await panel.locator('[data-action=stop]').waitFor({ state: 'detached' });
  const now = agentsIn(agent.entriesOf(thread)).slice(before);
  expect(now.map(({ state }) => state)).toEqual(['begun', 'stopped']);
  const log = subLogsOf(thread).find((file) => file.includes(String(now[0]?.thread))) ?? '';
  const bytes = readFileSync(log);
  await agent.code.reload();
  const again = await openPanel(agent.code.page);
  await agent.ask(again, 'Enough.');
  await agent.rest(again);
  expect(readFileSync(log).equals(bytes)).toBe(true);
  expect(agentsIn(agent.entriesOf(thread))).toHaveLength(before + 2);
});
