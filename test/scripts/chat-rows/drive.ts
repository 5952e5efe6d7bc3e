/** Drives the headless chat through a row: a server on loopback that misbehaves, the messages, and what must hold after each. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { runChat } from '../../../scripts/chat/run-chat.ts';
import type { Json } from '../../../src/core/lang/json.ts';
import { field } from '../../../src/core/lang/json-fields.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import { decodeEntry } from '../../../src/core/thread/decode-entry.ts';
import type { Entry } from '../../../src/core/thread/entry.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { toAnthropicMessages } from '../../../src/providers/anthropic/to-messages.ts';
import { newFolder } from '../../new-folder.ts';
import { chatRejects } from '../../wire/openai-chat-rules.ts';
import { sendJson, startServer, type WireServer } from '../../wire/server.ts';
import { type Answer, type Api, reply } from './answers.ts';

/** A request to the model, as the server sees it. */
export interface Seen {
  /** From 1, over all messages. */
  readonly n: number;
  readonly body: Json;
  readonly text: string;
}

export interface Message {
  /** Default: "How many herons?" */
  readonly say?: string;
  /** Another model than the row's, and its window. */
  readonly model?: string;
  readonly window?: number;
  readonly end?: 'done' | 'failed' | 'output-limit' | 'call-limit' | 'cannot-fit';
  /** Requests that the server sees for it. */
  readonly requests?: number;
  /** Each must be in a notice; without any there must be no notice. */
  readonly notices?: readonly RegExp[];
  /** What the reply must hold as text, and what no shown text may hold. */
  readonly says?: RegExp;
  readonly hides?: RegExp;
  readonly tokens?: readonly [least: number, most: number];
  readonly measured?: boolean;
  readonly compactions?: number;
}

export interface Row {
  readonly id: string;
  readonly what: string;
  readonly api: Api;
  readonly model?: string;
  readonly window?: number;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The list of models. */
  readonly models?: unknown;
  /** Media types of images that the thread has before its first message here. */
  readonly images?: readonly string[];
  /** Undefined: an ordinary reply. */
  readonly answer: (seen: Seen) => Answer | undefined;
  /** Default: one. After them the server is as others are, and one more message must work with one request. */
  readonly messages?: readonly Message[];
  /** Results of calls in the thread, and of those the failed ones. */
  readonly results?: number;
  readonly failures?: number;
  /** What the last request must hold, and what not. */
  readonly holds?: RegExp;
  readonly lacks?: RegExp;
  /** What holds of the last message; default: it is answered with one request. */
  readonly last?: Message;
}

const PATHS: Readonly<Record<Api, readonly [base: string, setting: string]>> = {
  'openai-compatible': ['/v1', 'spool.openai-compatible.baseUrl'],
  anthropic: ['', 'spool.anthropic.baseUrl'],
  openai: ['/v1', 'spool.openai.baseUrl'],
  gemini: ['', 'spool.gemini.baseUrl'],
};

const MODELS: Readonly<Record<Api, (id: string) => unknown>> = {
  'openai-compatible': (id) => ({ object: 'list', data: [{ id, object: 'model' }] }),
  openai: (id) => ({ object: 'list', data: [{ id, object: 'model', created: 1 }] }),
  anthropic: (id) => ({
    data: [{ id, type: 'model', display_name: id, created_at: '2026-01-01T00:00:00Z' }],
    has_more: false,
  }),
  gemini: (id) => ({
    models: [
      {
        name: `models/${id}`,
        inputTokenLimit: 200_000,
        outputTokenLimit: 8_192,
        supportedGenerationMethods: ['generateContent'],
      },
    ],
  }),
};

export const KEYS = {
  ANTHROPIC_API_KEY: 'sk-ant-of-a-test',
  OPENAI_API_KEY: 'sk-of-a-test',
  GEMINI_API_KEY: 'AIza-of-a-test',
};

interface Server extends WireServer {
  readonly seen: Seen[];
}

async function serve({ api, model = 'm1', models, answer }: Row, isOver: () => boolean): Promise<Server> {
  const seen: Seen[] = [];
  const server = await startServer(({ method, path: at, body }, response) => {
    if (method === 'GET' && /\/models$/.test(at)) return sendJson(response, 200, models ?? MODELS[api](model));
    if (method === 'GET' || /count_?tokens|input_tokens|\/api\//i.test(at))
      return sendJson(response, 404, { error: { message: 'Not Found' } });
    const one = { n: seen.length + 1, body: JSON.parse(body) as Json, text: body };
    seen.push(one);
    const given = (isOver() ? undefined : answer(one)) ?? reply(api, { text: 'Seven.' });
    response.writeHead(given.status ?? 200, { 'content-type': given.type ?? 'text/event-stream', ...given.headers });
    if (given.breaks) response.write(given.body, () => response.destroy());
    else response.end(given.body);
  });
  return { ...server, seen };
}

interface Ran {
  readonly code: number;
  readonly lines: readonly Json[];
  readonly stderr: string;
}

async function chat(args: readonly string[]): Promise<Ran> {
  let [stdout, stderr] = ['', ''];
  const code = await runChat(args, {
    stdout: (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
    },
  });
  const lines = stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Json] : []));
  return { code, lines, stderr };
}

const LAST = 'Still there?';

/** Fails where anything of the row does not hold. */
export async function drive(row: Row): Promise<void> {
  let isOver = row.images !== undefined;
  const server = await serve(row, () => isOver);
  const store = newFolder('chat-rows');
  try {
    const { api, model = 'm1', window, messages = [{}] } = row;
    const [base] = PATHS[api];
    const args = ['--provider', api, '--base-url', `${server.url}${base}`, '--store', store];
    if (row.settings) args.push('--config', settingsFile(store, row.settings));
    const modelArgs = (id: string, size: number | undefined) => [
      ...['--model', id],
      ...(size === undefined ? [] : ['--window', String(size)]),
    ];
    const entries: Entry[] = [];
    let thread: string | undefined;
    const send = async (message: Message) => {
      const before = server.seen.length;
      const on = thread === undefined ? [] : ['--thread', thread];
      const named = modelArgs(message.model ?? model, message.window ?? window);
      const ran = await chat([...args, ...named, ...on, '--message', message.say ?? 'How many herons?', '--json']);
      for (const line of ran.lines) {
        if (field(line, 'type') !== 'entry') continue;
        const decoded = decodeEntry(field(line, 'entry'));
        expect(decoded, JSON.stringify(line)).toMatchObject({ ok: true });
        if (decoded.ok) entries.push(decoded.value);
      }
      thread = String(field(ran.lines.at(-1), 'thread'));
      check(message, ran, server.seen.length - before);
    };
    if (row.images) {
      await send({ say: 'Look.' });
      addImages(store, thread, entries, row.images);
      server.seen.length = 0;
      isOver = false;
    }
    for (const message of messages) await send(message);
    isOver = true;
    await send({ ...(row.last ?? { requests: 1, says: /Seven/ }), say: LAST });
    const { lines } = await chat([...args, ...modelArgs(model, window), '--thread', String(thread), '--reopen']);
    const context = field(lines[0], 'messages');
    if (row.last?.end === 'cannot-fit') return;
    // What the log gave while it ran is what it gives from the disk.
    expect(context).toEqual(JSON.parse(JSON.stringify(toAnthropicMessages(projectContext(replay(entries)).messages))));
    const last = server.seen.at(-1);
    checkContext(row, context, last);
  } finally {
    await server.close();
  }
}

function check(message: Message, { code, lines, stderr }: Ran, requests: number): void {
  const { end = 'done', notices = [], says, hides, tokens, measured, compactions } = message;
  const summary = lines.at(-1);
  const said =
    (field(summary, 'notices') as readonly Json[] | undefined)?.map((one) => String(field(one, 'text'))) ?? [];
  const text = lines.flatMap((line) => (field(line, 'type') === 'text' ? [String(field(line, 'text'))] : [])).join('');
  const got = { end: field(summary, 'end'), code, requests, stderr, said };
  const isFine = end === 'done' || end === 'call-limit';
  expect(got).toMatchObject({ end, code: isFine ? 0 : 1, stderr: '', requests: message.requests ?? requests });
  if (notices.length === 0) expect(said).toEqual([]);
  for (const one of notices) expect(said.join('\n')).toMatch(one);
  if (says) expect(text).toMatch(says);
  if (hides) expect(text).not.toMatch(hides);
  const shown = Number(field(summary, 'tokens'));
  if (tokens) expect({ shown, isWithin: shown >= tokens[0] && shown <= tokens[1] }).toEqual({ shown, isWithin: true });
  if (measured !== undefined) expect(field(summary, 'measured')).toBe(measured);
  if (compactions !== undefined) expect(field(summary, 'compactions')).toBe(compactions);
}

function checkContext(row: Row, context: Json | undefined, last: Seen | undefined): void {
  const text = JSON.stringify(context);
  expect(text).toContain(LAST);
  const results = text.match(/"type":"tool_result"/g)?.length ?? 0;
  expect({ results, failures: text.match(/"is_error":true/g)?.length ?? 0 }).toEqual({
    results: row.results ?? 0,
    failures: row.failures ?? 0,
  });
  if (row.holds) expect(last?.text).toMatch(row.holds);
  if (row.lacks) expect(last?.text).not.toMatch(row.lacks);
  if (row.api === 'openai-compatible' && last) {
    const foreign = /Unrecognized request argument|property '.*' is unsupported/i;
    expect(chatRejects(last.body).filter((one) => !foreign.test(one))).toEqual([]);
  }
}

/** The command line takes no images: they are put into the typed message on the disk. */
function addImages(store: string, thread: string | undefined, entries: Entry[], types: readonly string[]): void {
  const file = path.join(store, 'threads', String(thread), 'log.jsonl');
  const images = types.map((mediaType, at) => ({
    type: 'image' as const,
    mediaType,
    data: IMAGES[at % IMAGES.length] ?? '',
  }));
  const at = entries.findIndex((entry) => entry.type === 'message' && entry.origin === 'typed');
  const typed = entries[at];
  if (typed?.type !== 'message') return;
  const shown = { ...typed, blocks: [...images, ...typed.blocks] };
  entries[at] = shown;
  const lines = readFileSync(file, 'utf8').split('\n');
  writeFileSync(
    file,
    lines
      .map((line) => (line.includes('"type":"message","origin":"typed"') ? withImages(line, images) : line))
      .join('\n'),
  );
}

function withImages(line: string, images: readonly object[]): string {
  const entry = JSON.parse(line);
  return JSON.stringify({ ...entry, blocks: [...images, ...entry.blocks] });
}

/** Base64 of different texts, which no server here looks at. */
const IMAGES = ['aGVyb25BCg==', 'aGVyb25CCg==', 'aGVyb25DCg==', 'aGVyb25ECg==', 'aGVyb25FCg==', 'aGVyb25GCg=='];

function settingsFile(store: string, settings: object): string {
  const file = path.join(store, 'settings.json');
  writeFileSync(file, JSON.stringify(settings));
  return file;
}
