/** Drives the headless chat with a model on loopback that answers a thread and its sub-agents by two scripts, and looks at what is stored. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { runChat } from '../../../scripts/chat/run-chat.ts';
import type { Json } from '../../../src/core/lang/json.ts';
import { field } from '../../../src/core/lang/json-fields.ts';
import type { Entry } from '../../../src/core/thread/entry.ts';
import { openStore, openSubStore } from '../../../src/extension/storage/thread-store.ts';
import { newFolder } from '../../new-folder.ts';
import { chatRejects } from '../../wire/openai-chat-rules.ts';
import { sendJson, startServer } from '../../wire/server.ts';
import { reply } from '../chat-rows/answers.ts';
import { jsonLines } from '../chat-workspace/drive.ts';

export type Answer =
  | { readonly calls: readonly (readonly [tool: string, input: Json])[]; readonly text?: string }
  | { readonly text: string }
  | { readonly status: number; readonly body: Json }
  /** The answer never comes. */
  | 'hangs';

/** The nth answer, from 1, to requests of this kind; `body` is the request. */
export type Plays = (n: number, body: Json) => Answer;

export const asks = (...tasks: readonly string[]): Answer => ({ calls: tasks.map((task) => ['ask_agent', { task }]) });
export const says = (text: string): Answer => ({ text });
export const calls = (...made: readonly (readonly [string, Json])[]): Answer => ({ calls: made });

export async function openTrial(files: Readonly<Record<string, string>>) {
  const base = newFolder('chat-sub-agent');
  const [workspace, store] = [path.join(base, 'ws'), path.join(base, 'store')];
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(workspace, name)), { recursive: true });
    writeFileSync(path.join(workspace, name), text);
  }
  const bodies: { readonly of: 'thread' | 'agent'; readonly body: Json }[] = [];
  const faults: string[] = [];
  let ids = 0;
  let plays: { readonly thread: Plays; readonly agent: Plays } = {
    thread: () => says('Done.'),
    agent: () => says('Done.'),
  };
  const count = { thread: 0, agent: 0 };
  const server = await startServer(({ method, path: at, body }, response) => {
    if (method === 'GET' && /\/models$/.test(at))
      return sendJson(response, 200, { object: 'list', data: [{ id: 'm1', object: 'model' }] });
    if (method === 'GET' || /\/api\//.test(at)) return sendJson(response, 404, { error: { message: 'Not Found' } });
    const json = JSON.parse(body) as Json;
    faults.push(...chatRejects(json).map(String));
    const of = body.includes('You are a sub-agent of Spool') ? 'agent' : 'thread';
    bodies.push({ of, body: json });
    const answer = plays[of](++count[of], json);
    if (answer === 'hangs') return;
    if ('status' in answer) return sendJson(response, answer.status, answer.body);
    const made = 'calls' in answer ? answer.calls.map(([name, input]) => ({ id: `call_${++ids}`, name, input })) : [];
    const said = { ...(made.length > 0 && { calls: made }), ...(answer.text !== undefined && { text: answer.text }) };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(reply('openai-compatible', { ...said, usage: [Math.ceil(body.length / 4), 20] }).body);
  });
  const args = (more: readonly string[]) => [
    ...['--provider', 'openai-compatible', '--base-url', `${server.url}/v1`, '--model', 'm1', '--json'],
    ...['--store', store, '--workspace', workspace, ...more],
  ];
  const play = (script: typeof plays) => {
    plays = script;
    [count.thread, count.agent] = [0, 0];
  };
  const run = async (script: typeof plays, ...more: readonly string[]) => {
    play(script);
    const from = bodies.length;
    let [stdout, stderr] = ['', ''];
    const code = await runChat(args(more.includes('--message') ? more : ['--message', 'Look.', ...more]), {
      stdout: (text) => {
        stdout += text;
      },
      stderr: (text) => {
        stderr += text;
      },
    });
    expect(faults).toEqual([]);
    const summary = jsonLines(stdout).at(-1);
    return { code, stderr, summary, thread: String(field(summary, 'thread')), bodies: bodies.slice(from) };
  };
  const entriesOf = async (thread: string) => (await openStore(store).read(thread)).entries;
  const ownEntriesOf = async (thread: string, sub: string) => (await openSubStore(store, thread).read(sub)).entries;
  return {
    base,
    store,
    workspace,
    bodies,
    faults,
    args,
    play,
    run,
    entriesOf,
    ownEntriesOf,
    url: server.url,
    close: () => server.close(),
  };
}

/** The text of each tool result, in order. */
export function resultsIn(entries: readonly Entry[]): readonly string[] {
  return entries.flatMap((entry) =>
    entry.type === 'message'
      ? entry.blocks.flatMap((block) =>
          block.type === 'tool_result'
            ? [block.content.map((part) => (part.type === 'text' ? part.text : '')).join('')]
            : [],
        )
      : [],
  );
}

export function agentsIn(entries: readonly Entry[]) {
  return entries.filter((entry) => entry.type === 'sub_agent');
}
