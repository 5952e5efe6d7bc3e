/** Instructions in a real VS Code: rules of AGENTS.md and of the person are sent word for word after five compactions, and a changed file is told, then sent anew. */
import { writeFileSync } from 'node:fs';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../../src/core/lang/json.ts';
import { openPanel } from '../harness/panel.mjs';
import { runCommand } from '../harness/workbench.mjs';
import { does, openAgentWindow, type Step } from './agent-window.ts';
import { NOTES, PROJECT } from './sample-project.ts';

const KEPT = '- Never change what is in fixtures/, and never move it.';
const OLD = '- Each module below src/ ends with an empty line.';
const NEW = '- Each module below src/ begins with a comment about its purpose.';
/** Long enough that the difference is shorter than the whole. */
const instructions = (rule: string) =>
  [
    '# Rules of the upload queue',
    KEPT,
    rule,
    ...Array.from({ length: 8 }, (_, n) => `- Term ${n}: part ${n} of an upload.`),
  ].join('\n');

const SHORT = 'Never use a regular expression in src/retry.mjs.';
const IN_LONG = 'Error messages name the file & its line,\nas “FILE:LINE”: this must hold for all of them.';
/** More tokens than a message that is kept whole. */
const LONG = [
  'Now the second part of the rules.',
  ...Array.from(
    { length: 12 },
    (_, n) => `Part ${n} of the upload was slow in week ${n * 3}, as the report of that week says at length.`,
  ),
  IN_LONG,
  ...Array.from(
    { length: 12 },
    (_, n) => `Part ${n} of the upload was fast in week ${n * 5}, as the report of that week says at length.`,
  ),
].join('\n\n');

interface Request {
  readonly system: readonly { readonly text: string }[];
  readonly messages: readonly { readonly role: string; readonly content: readonly { readonly text?: string }[] }[];
}

let agent: Awaited<ReturnType<typeof openAgentWindow>>;
/** An empty summary is none: the compaction then goes on without a model. */
let answersSummaries = true;

beforeAll(async () => {
  agent = await openAgentWindow({
    window: 18_000,
    files: { ...PROJECT, 'AGENTS.md': instructions(OLD) },
    // Without any rule, so that nothing but the program keeps them.
    summary: () => (answersSummaries ? '<summary>\n## State\nThe rules were read.\n</summary>' : ''),
  });
});
afterAll(() => agent?.close());

const newest = () => agent.fake.requests.at(-1) as unknown as Request;
const systemOf = ({ system }: Request) => system.map(({ text }) => text).join('\n');
const textsOf = ({ messages }: Request) =>
  messages.flatMap(({ content }) => content.flatMap(({ text }) => (text === undefined ? [] : [text])));
/** What came since the model's newest words. */
const tailOf = ({ system, messages }: Request) =>
  textsOf({ system, messages: messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1) }).join(
    '\n',
  );
const read = (n: number): Step => does(agent.call('read_file', { path: `docs/rules-${n}.md` }));
const readAll = (from: number, to = NOTES) => Array.from({ length: to - from + 1 }, (_, n) => read(from + n));
const compactions = () => agent.entries().filter(({ type }) => type === 'compaction');

async function compact(panel: Frame): Promise<void> {
  const before = compactions().length;
  await runCommand(agent.code.page, 'Spool: Compact Thread');
  await expect.poll(() => compactions().length).toBe(before + 1);
  await agent.rest(panel);
}

test('a change of AGENTS.md is told at the tail, and the next compaction puts it into the prefix', async () => {
  const panel = await agent.begin();
  await agent.ask(panel, SHORT, ...readAll(1));
  await agent.rest(panel);
  await compact(panel);
  await agent.ask(panel, LONG, read(1));
  await agent.rest(panel);
  expect(systemOf(newest())).toContain(`${KEPT}\n${OLD}`);
  const before = systemOf(newest());

  writeFileSync(agent.at('AGENTS.md'), instructions(NEW));
  let told: Json = null;
  await agent.ask(panel, 'Go on.', (request) => {
    told = request;
    return { type: 'answer', text: 'I go on.' };
  });
  await agent.rest(panel);
  expect(systemOf(told as unknown as Request)).toBe(before);
  const tail = tailOf(told as unknown as Request);
  expect(tail).toContain('AGENTS.md has changed');
  expect(tail).toContain(`- ${OLD}\n+ ${NEW}`);
  expect(tail).not.toContain(KEPT);

  await compact(panel);
  await agent.ask(panel, 'And now?');
  await agent.rest(panel);
  expect(systemOf(newest())).toBe(before.replace(OLD, NEW));
});

test('after five compactions the rules of the file and of the person are sent word for word', async () => {
  const panel = await openPanel(agent.code.page);
  for (const answers of [true, false, true]) {
    answersSummaries = answers;
    await agent.ask(panel, 'Read all of it once more.', ...readAll(1));
    await agent.rest(panel);
  }
  await compact(panel);
  await agent.ask(panel, 'Is it done?');
  await agent.rest(panel);
  const typed = agent.entries().find(({ blocks }) => JSON.stringify(blocks)?.includes(JSON.stringify(LONG))) ?? {
    id: 1e9,
  };
  const done = compactions().filter(({ id }) => id > typed.id);
  const count = (key: string, value: string) => done.filter((entry) => entry[key] === value).length;
  console.info('compactions:', done.map(({ trigger, strategy }) => `${trigger} ${strategy}`).join(', '));
  expect(done.length).toBeGreaterThanOrEqual(5);
  expect(count('trigger', 'auto')).toBeGreaterThanOrEqual(2);
  for (const strategy of ['summarize', 'extract']) expect(count('strategy', strategy)).toBeGreaterThanOrEqual(1);
  const texts = textsOf(newest()).join('\n');
  for (const rule of [SHORT, IN_LONG]) expect(texts).toContain(rule);
  expect(texts).not.toContain(LONG);
  expect(systemOf(newest())).toContain(`${KEPT}\n${NEW}`);
  expect(JSON.stringify(newest())).not.toContain(OLD);
});
