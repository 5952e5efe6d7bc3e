/** Plays the recorded turns against a fresh copy of the sample workspace and writes the thread that comes of it. */
import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { playTurn } from './play.mjs';
import { openWorkspace } from './tools.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

/** The name under which the thread was "recorded"; the workspace's settings give this model its context window. */
const MODEL = 'sample-recorder';
const TITLE = 'Retry budget for the upload queue';

/** The turns in the order of their file names. */
async function loadTurns() {
  const names = (await readdir(join(here, 'turns'))).filter((name) => name.endsWith('.mjs')).sort();
  return Promise.all(
    names.map(async (name) => ({ name, ...(await import(new URL(`turns/${name}`, import.meta.url))).turn })),
  );
}

/**
 * Makes `out/workspace` and `out/thread.json`, replacing both when they are there. Needs Node's own modules only. The same
 * sources and the same Node give the same bytes.
 *
 * @param {object} options
 * @param {string} options.out an absolute path
 * @param {(turn: string) => void} [options.onTurn] told the name of each turn before it is played
 * @returns {Promise<{ workspacePath: string, threadPath: string, messages: number, toolCalls: number, failedCalls: number }>}
 * @throws when a tool answers otherwise than the script says; the message names the turn, the call and the answer
 */
export async function makeSample({ out, onTurn = () => {} }) {
  const workspacePath = join(out, 'workspace');
  const threadPath = join(out, 'thread.json');
  await mkdir(out, { recursive: true });
  await rm(workspacePath, { recursive: true, force: true });
  await cp(join(here, 'workspace'), workspacePath, { recursive: true });

  const tools = await openWorkspace(workspacePath);
  await tools.prepare('node tools/record-log.mjs --seed 412 --out logs/upload-0412.log');

  const thread = { messages: [], toolCalls: 0, failedCalls: 0 };
  for (const turn of await loadTurns()) {
    onTurn(turn.name);
    await playTurn(turn, tools, thread);
  }
  const beside = `${threadPath}.writing`;
  await writeFile(
    beside,
    `${JSON.stringify({ model: MODEL, title: TITLE, messages: thread.messages }, undefined, 1)}\n`,
  );
  await rename(beside, threadPath);
  return {
    workspacePath,
    threadPath,
    messages: thread.messages.length,
    toolCalls: thread.toolCalls,
    failedCalls: thread.failedCalls,
  };
}
