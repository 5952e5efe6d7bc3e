/** Kills the process of the extensions at seeded moments of an agent's work, and looks at what each kill left. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Frame } from 'playwright-core';
import { expect } from 'vitest';
import type { Block } from '../../src/core/message/message.ts';
import { checkContext } from '../../src/core/thread/check-context.ts';
import { projectContext } from '../../src/core/thread/context.ts';
import { replay } from '../../src/core/thread/thread.ts';
import { openStore } from '../../src/extension/storage/thread-store.ts';
import { openPanel } from '../harness/panel.mjs';
import { does, type openAgentWindow, type Step } from './agent-window.ts';

type AgentWindow = Awaited<ReturnType<typeof openAgentWindow>>;

/** From the first request after a start of the host to its kill, at most. */
const MOST_MS = 4_000;
const STEPS = 40;
const TYPED = 'Do all of the steps.';

/** Values from 0 to 1 (mulberry32), the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const content = (k: number) => `${`This is file ${k}. `.repeat(300)}\n`;

/** Each step leaves something that shows how often it was done: `mktemp` makes another file each time. */
function steps(agent: AgentWindow, from: number): readonly Step[] {
  const { call } = agent;
  return Array.from({ length: STEPS }, (_, n) => {
    const k = from + n;
    if (n % 2 === 0)
      return does(
        call('edit_file', { path: 'kills/list.txt', edits: [{ old: 'END', new: `step ${k}\nEND` }] }),
        call('write_file', { path: `kills/out/${k}.txt`, content: content(k) }),
        call('read_file', { path: `docs/rules-${(k % 9) + 1}.md` }),
      );
    return does(call('run_command', { command: `mktemp kills/ticks/k${k}.XXXXXX && sleep 0.${k % 10}` }));
  });
}

/** Presses what waits for a press: Allow Once of a question, or Continue after a restart. */
async function press(panel: Frame): Promise<void> {
  for (const action of ['spool-question[takes-presses] [data-action=allow-once]', '[data-action=continue]'])
    await panel
      .locator(action)
      .first()
      .click({ timeout: 300 })
      .catch(() => undefined);
}

/** Presses what waits until it is so. */
async function pressUntil(agent: AgentWindow, isSo: () => boolean): Promise<void> {
  let panel = await openPanel(agent.code.page);
  for (const end = Date.now() + 180_000; !isSo(); ) {
    expect(Date.now()).toBeLessThan(end);
    if (panel.isDetached()) panel = await openPanel(agent.code.page);
    await press(panel);
  }
}

/** The thread is new, and its mode Edit freely. Returns figures. */
export async function killHosts(agent: AgentWindow, kills: number, random: () => number) {
  const { code, fake } = agent;
  let next = 0;
  const refill = () => {
    agent.play(steps(agent, next));
    next += STEPS;
  };
  refill();
  await agent.type(await openPanel(code.page), TYPED);
  for (let n = 0; n < kills; n++) {
    const requests = fake.requests.length;
    if (agent.stepsLeft() < STEPS / 2) refill();
    await pressUntil(agent, () => fake.requests.length > requests + 1);
    const end = Date.now() + random() * MOST_MS;
    await pressUntil(agent, () => Date.now() >= end);
    code.killExtensionHost();
    // No command goes on that nothing watches.
    await expect.poll(code.running).toEqual([]);
    // VS Code starts the process again by itself; after three times it does not.
    if (n % 2 === 1) await code.reload();
  }
  agent.play([]);
  const thread = agent.threadIds().find((id) => JSON.stringify(agent.entriesOf(id)).includes(TYPED)) ?? '';
  await pressUntil(agent, () => JSON.stringify(agent.entriesOf(thread).at(-1)).includes('Done at'));
  return check(agent, thread);
}

async function check({ code, fake, at }: AgentWindow, thread: string) {
  expect(fake.rejections).toEqual([]);
  const { entries, skipped } = await openStore(code.storage).read(thread);
  expect(skipped).toEqual([]);
  const now = replay(entries);
  expect(checkContext(projectContext(now).messages)).toEqual([]);
  const blocks = entries.flatMap((entry): readonly Block[] => (entry.type === 'message' ? entry.blocks : []));
  const results = blocks.flatMap((block) => (block.type === 'tool_result' ? [block.toolUseId] : []));
  expect(new Set(results).size).toBe(results.length);
  const done = readFileSync(at('kills/list.txt'), 'utf8').split('\n').slice(0, -2);
  expect(new Set(done).size).toBe(done.length);
  const ticks = readdirSync(at('kills/ticks')).map((name) => name.split('.')[0]);
  expect(new Set(ticks).size).toBe(ticks.length);
  const files = readdirSync(at('kills/out'));
  for (const name of files) {
    expect(name).toMatch(/^\d+\.txt$/);
    expect(readFileSync(at(`kills/out/${name}`), 'utf8') === content(Number.parseInt(name, 10))).toBe(true);
  }
  expect(readdirSync(at('kills')).toSorted()).toEqual(['list.txt', 'out', 'ticks']);
  const failed = blocks.filter((block) => block.type === 'tool_result' && block.isError).length;
  return {
    calls: results.length,
    failed,
    edits: done.length,
    commands: ticks.length,
    files: files.length,
    compactions: now.compactions.length,
  };
}
