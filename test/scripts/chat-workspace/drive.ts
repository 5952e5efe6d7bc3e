/** Drives the headless chat in a workspace: a scripted model on loopback makes calls, and what each was answered is read from its next request. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { runChat } from '../../../scripts/chat/run-chat.ts';
import type { Json } from '../../../src/core/lang/json.ts';
import { field } from '../../../src/core/lang/json-fields.ts';
import { newFolder } from '../../new-folder.ts';
import { chatRejects } from '../../wire/openai-chat-rules.ts';
import { sendJson, startServer } from '../../wire/server.ts';
import { reply } from '../chat-rows/answers.ts';

/** One call of the scripted model. */
export type ScriptedCall = readonly [tool: string, input: Json];

/** What the model does at a request, by the bodies before: calls, or its last words. */
export type Script = readonly (readonly ScriptedCall[])[];

export interface ServedModel {
  readonly url: string;
  readonly bodies: readonly Json[];
  /** The calls of each next request; when there are none it says that it is done. */
  play: (script: Script) => void;
  readonly close: () => Promise<void>;
}

export async function serveModel(): Promise<ServedModel> {
  const bodies: Json[] = [];
  let left: (readonly ScriptedCall[])[] = [];
  let count = 0;
  const server = await startServer(({ method, path: at, body }, response) => {
    if (method === 'GET' && /\/models$/.test(at))
      return sendJson(response, 200, { object: 'list', data: [{ id: 'm1', object: 'model' }] });
    if (method === 'GET' || /\/api\//.test(at)) return sendJson(response, 404, { error: { message: 'Not Found' } });
    const json = JSON.parse(body) as Json;
    bodies.push(json);
    // Requests for a summary have no tools to call.
    const next = field(json, 'tool_choice') === 'none' || !field(json, 'tools') ? [] : (left.shift() ?? []);
    const calls = next.map(([name, input]) => ({ id: `call_${++count}`, name, input }));
    const size = Math.ceil(body.length / 4);
    const said = calls.length > 0 ? { calls } : { text: 'Done.' };
    const answer = reply('openai-compatible', { ...said, usage: [size, 20] });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(answer.body);
  });
  return {
    url: server.url,
    bodies,
    play: (script) => {
      left = [...script];
    },
    close: () => server.close(),
  };
}

export interface WorkspaceRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The results of the calls of this message, in their order. */
  readonly results: readonly string[];
  readonly summary: Json | undefined;
  readonly tools: readonly string[];
  readonly system: string;
}

/** A folder with these files, a store, and a model. */
export async function openTrial(files: Readonly<Record<string, string>>) {
  const base = newFolder('chat-workspace');
  const workspace = path.join(base, 'ws');
  mkdirSync(workspace);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(workspace, name)), { recursive: true });
    writeFileSync(path.join(workspace, name), text);
  }
  const model = await serveModel();
  const args = (...more: readonly string[]) => [
    ...['--provider', 'openai-compatible', '--base-url', `${model.url}/v1`, '--model', 'm1'],
    ...['--store', path.join(base, 'store'), '--message', 'Mend it.', '--json', ...more],
  ];
  const rulesFile = (rules: unknown) => {
    const file = path.join(base, 'rules.json');
    writeFileSync(file, JSON.stringify(rules));
    return file;
  };
  const run = async (script: Script, ...more: readonly string[]): Promise<WorkspaceRun> => {
    model.play(script);
    const before = model.bodies.length;
    let [stdout, stderr] = ['', ''];
    const code = await runChat(args('--workspace', workspace, ...more), {
      stdout: (text) => {
        stdout += text;
      },
      stderr: (text) => {
        stderr += text;
      },
    });
    const bodies = model.bodies.slice(before);
    for (const body of bodies) expect(chatRejects(body)).toEqual([]);
    return { code, stdout, stderr, ...seenIn(bodies, stdout) };
  };
  return { base, workspace, model, args, rulesFile, run, close: () => model.close() };
}

export const jsonLines = (text: string): readonly Json[] =>
  text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Json] : []));

function seenIn(
  bodies: readonly Json[],
  stdout: string,
): Pick<WorkspaceRun, 'results' | 'summary' | 'tools' | 'system'> {
  const lines = jsonLines(stdout);
  const entries = lines.filter((line) => field(line, 'type') === 'entry').map((line) => field(line, 'entry'));
  const results = entries.flatMap((entry) =>
    field(entry, 'origin') === 'tools' ? list(field(entry, 'blocks')).filter(isResult).map(textOfResult) : [],
  );
  const [first] = bodies;
  return {
    results,
    summary: lines.at(-1),
    tools: list(field(first, 'tools')).map((tool) => String(field(field(tool, 'function'), 'name'))),
    system: String(field(list(field(first, 'messages'))[0], 'content') ?? ''),
  };
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

const isResult = (block: Json) => field(block, 'type') === 'tool_result';

function textOfResult(block: Json): string {
  return list(field(block, 'content'))
    .map((part) => String(field(part, 'text') ?? ''))
    .join('');
}
