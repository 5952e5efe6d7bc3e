/** The agent mends a failing test in a real VS Code through compactions of every kind; then a reload, an undo, and files restored and back. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../../src/core/lang/json.ts';
import { openPanel } from '../harness/panel.mjs';
import { chooseRow, runCommand } from '../harness/workbench.mjs';
import { does, openAgentWindow, type Step } from './agent-window.ts';
import { killHosts, randomFrom } from './host-kills.ts';
import { NOTES, PROJECT } from './sample-project.ts';

const CONSTRAINT = 'Never touch fixtures/limits.json, whatever a test says.';
const TYPED = [
  `${CONSTRAINT}\nThe test in test/retry.test.mjs fails:  mend src/retry.mjs “as little as possible”.`,
  'While you work: what is rule 7.12 about?',
  'Write down in docs/CHANGES.md what you did & remove docs/old.txt.',
  'Read all the rules once more → which part is kept the longest?',
  'And the last question: is it done?',
] as const;
const TEST = 'node --test';
/** After the reload. */
const SMALL_OUTPUTS = {
  'spool.toolOutputCache.maxMessageBytes': 4_096,
  'spool.toolOutputCache.contextBudgetTokens': 3_000,
  'spool.compaction.collapseAfterTurns': 10,
};
/** What stands in a request for a result that was cut, collapsed, shown once and trimmed; and lines that only a page, and a search, give. */
const MARKS = [
  /\[truncated in line \d+ of 20000; the rest: tool_output_cache ref_id=o_/,
  /\[Tool: \w+ \| Result summarized/,
  /\[read again later: /,
  /\[tool output trimmed; ref=/,
  /12345\\t12345 herons/,
  /17777\\t17777 herons/,
];
/** In seconds since 1970. */
const LONG_AGO = 1_000_000_000;
/** How often the process of the extensions is killed. */
const KILLS = Number(process.env.SPOOL_HOST_KILLS ?? 1);
const SEED = Number(process.env.SPOOL_SEED ?? 7);

let agent: Awaited<ReturnType<typeof openAgentWindow>>;
/** All files by path, as bytes, before and after the agent's work. */
let before: Record<string, string> = {};
let after: Record<string, string> = {};
/** A stored output that the log names, and one that it does not. */
let named = '';
let unnamed = '';

beforeAll(async () => {
  const settings = { 'spool.toolOutputCache.maxMessageBytes': 8_192 };
  agent = await openAgentWindow({ window: 18_000, files: PROJECT, settings, summary });
  before = contents();
});
afterAll(async () => {
  await agent?.close();
  // A process that was killed leaves its folder of outputs.
  for (const name of readdirSync(tmpdir()))
    if (name.startsWith('spool-commands-')) rmSync(path.join(tmpdir(), name), { recursive: true });
});

/** What a model writes that has read what it is to keep. */
function summary(): string {
  return [
    '<retain>\nfixtures/limits.json is never touched.\n</retain>',
    '<summary>\n## Goal\nThe test in test/retry.test.mjs passes.\n## State\nsrc/retry.mjs is at work.\n</summary>',
  ].join('\n');
}

function contents(): Record<string, string> {
  const names = readdirSync(agent.code.folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(agent.at(name)).isFile()).toSorted();
  return Object.fromEntries(files.map((name) => [name, readFileSync(agent.at(name)).toString('base64')]));
}

const read = (file: string, more = {}) => agent.call('read_file', { path: file, ...more });
const notes = (from: number, to: number): readonly Step[] =>
  Array.from({ length: to - from + 1 }, (_, n) => does(read(`docs/rules-${from + n}.md`)));
const edit = (...edits: readonly { old: string; new: string }[]) =>
  does(agent.call('edit_file', { path: 'src/retry.mjs', edits }));
const run = () => does(agent.call('run_command', { command: TEST }));

/** The model compacts what came since the newest message of the person. */
const compacts =
  (typed: string): Step =>
  (request) => {
    const sent = JSON.stringify(request);
    const from = /<checkpoint:(\w+)>/.exec(sent.slice(sent.lastIndexOf(quoted(typed))))?.[1] ?? 'none';
    return does(agent.call('compact', { replacements: [{ from, summary: 'The rules were read; none is changed.' }] }));
  };

/** As it is in JSON. */
const quoted = (text: string) => JSON.stringify(text).slice(1, -1);

async function allow(panel: Frame, shown: string): Promise<void> {
  await agent.question(panel).getByText(shown).first().waitFor();
  await agent.answer(panel, 'allow');
}

/** How often the thread was compacted, by what asked for it. */
function compactions(): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { type, trigger } of agent.entries())
    if (type === 'compaction') counts[String(trigger)] = (counts[String(trigger)] ?? 0) + 1;
  return counts;
}

test('searches, reads, edits after a question, runs the test, reads why it fails, and edits by parts', async () => {
  const panel = await agent.begin();
  const fails = (count: number) => (request: Json) => {
    expect(JSON.stringify(request)).toMatch(new RegExp(`fail ${count}\\b`));
    return does(read('src/retry.mjs'));
  };
  await agent.ask(
    panel,
    TYPED[0],
    does(agent.call('search_text', { pattern: 'delayOf' })),
    does(read('src/retry.mjs'), read('test/retry.test.mjs')),
    ...notes(1, 4),
    edit({ old: '100 * attempt', new: '100 * 2 ** attempt' }),
    run(),
    fails(1),
    edit(
      { old: 'return 100 * 2 ** attempt;', new: 'return Math.min(1000, 100 * 2 ** (attempt - 1));' },
      { old: "'upload' ? 3 : 5", new: "'upload' ? 30 : 5" },
    ),
    run(),
    fails(0),
    // A compaction in the turn sends the queued message before the turn ends, which then goes on.
    (request) =>
      JSON.stringify(request).includes(quoted(TYPED[1]))
        ? does(read('test/retry.test.mjs'))
        : { type: 'answer', text: 'The test passes.' },
    ...notes(5, 7),
    { type: 'answer', text: 'Rule 7.12 is about parts.' },
  );
  await allow(panel, '2 ** attempt');
  await allow(panel, TEST);
  const card = agent.question(panel);
  await card.getByText('attempt - 1').first().waitFor();
  await agent.type(panel, TYPED[1]);
  await card.locator('[data-action=take]').last().click();
  await agent.answer(panel, 'allow');
  await allow(panel, TEST);
  await agent.rest(panel);
  expect(JSON.stringify(agent.entries())).toContain('Rule 7.12 is about parts.');
  expect(agent.text('src/retry.mjs')).toBe(
    (PROJECT['src/retry.mjs'] ?? '').replace('100 * attempt', 'Math.min(1000, 100 * 2 ** (attempt - 1))'),
  );
});

test('compacts by itself, by the model and by the person, and goes on with what was asked', async () => {
  const panel = await openPanel(agent.code.page);
  await runCommand(agent.code.page, 'Spool: Compact Thread');
  await expect.poll(() => compactions().manual).toBe(1);
  await agent.rest(panel);
  await agent.ask(
    panel,
    TYPED[2],
    does(agent.call('write_file', { path: 'docs/CHANGES.md', content: 'The delay doubles.\n' })),
    does(agent.call('delete_file', { path: 'docs/old.txt' })),
    does(agent.call('run_command', { command: 'seq 1 4000' })),
  );
  await allow(panel, 'docs/CHANGES.md');
  await allow(panel, 'docs/old.txt');
  await allow(panel, 'seq 1 4000');
  await agent.rest(panel);
  await agent.ask(panel, TYPED[3], ...notes(1, 2), compacts(TYPED[3]), ...notes(3, NOTES));
  await agent.rest(panel);
  expect(agent.stepsLeft()).toBe(0);
  const { auto = 0, manual = 0, model = 0 } = compactions();
  expect([manual, model]).toEqual([1, 1]);
  expect(auto).toBeGreaterThanOrEqual(3);
});

test('an undo after a reload of the window, and one more message', async () => {
  const log = agent.entries();
  const outputs = agent.outputsOf(agent.threadIds()[0] ?? '');
  [named = ''] = readdirSync(outputs).map((ref) => path.join(outputs, ref));
  unnamed = path.join(outputs, `o_${'0'.repeat(16)}`);
  writeFileSync(unnamed, 'left by a crash');
  for (const file of [named, unnamed]) utimesSync(file, LONG_AGO, LONG_AGO);
  agent.set(SMALL_OUTPUTS);
  await agent.code.reload();
  const panel = await openPanel(agent.code.page);
  await panel.locator('spool-marker').last().waitFor();
  expect(agent.entries()).toEqual(log);
  await runCommand(agent.code.page, 'Spool: Undo Last Compaction');
  await panel.locator('spool-marker').last().locator('[data-action=redo]').waitFor();
  const undone = log.findLast(({ type }) => type === 'compaction');
  expect(agent.entries().at(-1)).toMatchObject({ type: 'undo', compaction: undone?.id });
  await agent.ask(panel, TYPED[4], run());
  await allow(panel, TEST);
  await agent.rest(panel);
});

test('the project is mended, and the model had every message word for word', () => {
  // The runner of these tests must not be taken for that of the project.
  execFileSync(process.execPath, ['--test'], { cwd: agent.code.folder, env: { PATH: process.env.PATH ?? '' } });
  after = contents();
  const { 'fixtures/limits.json': limits } = after;
  expect(limits).toBe(before['fixtures/limits.json']);
  const sent = agent.fake.requests.map((request) => JSON.stringify(request));
  for (const typed of TYPED) expect(sent.some((one) => one.includes(quoted(typed)))).toBe(true);
  expect(sent.at(-1)).toContain(quoted(CONSTRAINT));
  expect(agent.fake.rejections).toEqual([]);
  const figures = { requests: sent.length, largest: Math.max(...sent.map(({ length }) => length)), ...compactions() };
  console.info('the long run:', figures);
});

test('Restore Files… brings back every byte, and its undo all that was done', async () => {
  const { page } = agent.code;
  const restore = async (...rows: readonly string[]) => {
    await runCommand(page, 'Spool: Restore Files…');
    for (const row of rows) await chooseRow(page, row);
    await page.locator('.quick-input-list').getByText('src/retry.mjs').first().waitFor();
    await page.locator('.quick-input-box input').press('Enter');
    await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  };
  await restore(CONSTRAINT, 'Files Only');
  await expect.poll(contents).toEqual(before);
  await restore('Undo the Last Restore');
  await expect.poll(contents).toEqual(after);
});

test('what long results of real tools are cut to, collapsed to and trimmed to can be read again', async () => {
  await runCommand(agent.code.page, 'Spool: New Thread');
  const panel = await openPanel(agent.code.page);
  const seen = new Set<string>();
  const look = (request: Json) => {
    const sent = JSON.stringify(request);
    for (const mark of MARKS) if (mark.test(sent)) seen.add(mark.source);
    return sent;
  };
  const watched = (step: Step): Step => {
    return (request) => {
      look(request);
      return typeof step === 'function' ? step(request) : step;
    };
  };
  const again =
    (tool: string, more: object): Step =>
    (request) => {
      const ref = /the rest: tool_output_cache ref_id=(o_[0-9a-f]{16})/.exec(look(request))?.[1] ?? 'none';
      return does(agent.call(tool, { ref_id: ref, ...more }));
    };
  const part = { limit: 30 };
  const search = does(agent.call('search_text', { pattern: 'is kept until', path: 'docs' }));
  await agent.ask(
    panel,
    'Count the herons.',
    does(agent.call('run_command', { command: "seq 1 20000 | sed 's/$/ herons/'" })),
    again('tool_output_cache_grep', { pattern: '7777 herons' }),
    again('tool_output_cache', { offset: 12_340, limit: 20 }),
    ...[
      does(read('src/retry.mjs')),
      search,
      does(read('docs/rules-1.md', part)),
      does(read('docs/rules-1.md', part)),
    ].map(watched),
    ...notes(2, 8).map(watched),
    watched({ type: 'answer', text: 'There are 20,000.' }),
  );
  await allow(panel, 'seq 1 20000');
  await agent.rest(panel);
  await panel.getByText('There are 20,000.').first().waitFor();
  expect([...seen].toSorted()).toEqual(MARKS.map(({ source }) => source).toSorted());
  expect(agent.fake.rejections).toEqual([]);
  // The clean-up comes a minute after the start.
  await expect.poll(() => existsSync(unnamed), { timeout: 150_000, interval: 1_000 }).toBe(false);
  expect(existsSync(named)).toBe(true);
});

test(
  `a killed extension host goes on with the thread, ${KILLS} times`,
  async () => {
    const panel = await openPanel(agent.code.page);
    await runCommand(agent.code.page, 'Spool: New Thread');
    await panel.locator('[data-action=mode]').click();
    await panel.locator('[data-action=set-mode][data-mode=edit]').click();
    for (const name of ['out', 'ticks']) mkdirSync(agent.at(`kills/${name}`), { recursive: true });
    writeFileSync(agent.at('kills/list.txt'), 'END\n');
    const figures = await killHosts(agent, KILLS, randomFrom(SEED));
    console.info(`${KILLS} kills of the extension host, seed ${SEED}:`, figures);
  },
  120_000 * (KILLS + 2),
);
