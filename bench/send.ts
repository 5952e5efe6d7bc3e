/** From Send to the first byte out, for a request of 100,000 tokens, beside what the SDK takes alone. Prints figures; asserts nothing. */
import { Anthropic } from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { CLOSED_BREAKER } from '../src/core/agent/breaker.ts';
import { buildRequest } from '../src/core/agent/build-request.ts';
import type { AgentModel, ModelRequest } from '../src/core/agent/ports.ts';
import { runTurn } from '../src/core/agent/run-turn.ts';
import { DEFAULT_CONFIG } from '../src/core/compaction/config.ts';
import { limitsFor } from '../src/core/compaction/limits.ts';
import { ok } from '../src/core/lang/result.ts';
import { append, nextId, replay, type Thread } from '../src/core/thread/thread.ts';
import { anthropic } from '../src/providers/anthropic/adapter.ts';
import { toPrompt } from '../src/providers/anthropic/to-request.ts';
import { gemini } from '../src/providers/gemini/adapter.ts';
import { toRequest } from '../src/providers/gemini/to-request.ts';
import { openaiCompatible } from '../src/providers/openai-compatible/adapter.ts';
import { OPTIONS, toChatRequest as toChat } from '../src/providers/openai-compatible/to-request.ts';
import { openai } from '../src/providers/openai-responses/adapter.ts';
import { toResponseRequest } from '../src/providers/openai-responses/to-request.ts';
import type { Provider } from '../src/providers/shared/provider.ts';
import { toMessages } from '../src/providers/vscode-lm/to-messages.ts';
import { fakeApi } from '../test/wire/vscode-lm-api.ts';
import { syntheticLog } from './synthetic-thread.ts';

const TOKENS = 100_000;
const REPEATS = 21;
const WINDOW = 1_000_000;
const SYSTEM = 'You are a coding agent in an editor. '.repeat(60);
const TOOLS = ['read_file', 'write_file', 'edit_file', 'search', 'run_command'].map((name) => ({
  name,
  description: `${name}: works on the files of the workspace.`,
  inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  run: async () => ({ content: [] }),
}));
const never = new AbortController().signal;

const thread = threadOf(TOKENS);
const asked = { thread, modelKey: 'm', system: SYSTEM, tools: TOOLS, reserve: 16_384, threadId: 't' };
const request = buildRequest(asked);

interface Subject {
  readonly provider: Provider;
  readonly model: string;
  readonly build: (request: ModelRequest) => unknown;
  /** Sends a body that is made already, with the SDK and nothing of ours. */
  readonly alone: (body: unknown, fetch: typeof globalThis.fetch) => Promise<unknown>;
}

const base = { apiKey: 'k', maxRetries: 0, logLevel: 'off' } as const;
const SUBJECTS: readonly Subject[] = [
  {
    provider: anthropic,
    model: 'claude-sonnet-5-5',
    build: (one) => toPrompt(one, { id: 'claude-sonnet-5-5', thinks: true }, 'm'),
    alone: (body, fetch) => new Anthropic({ ...base, fetch }).beta.messages.create(body as never),
  },
  {
    provider: openai,
    model: 'gpt-6.2-sol',
    build: (one) =>
      toResponseRequest(one, 'gpt-6.2-sol', { thinks: true, summarizes: true, seals: true, takesImages: true }),
    alone: (body, fetch) => new OpenAI({ ...base, fetch }).responses.create(body as never),
  },
  {
    provider: openaiCompatible,
    model: 'local',
    build: (one) => toChat(one, { id: 'local' }, OPTIONS),
    alone: (body, fetch) => new OpenAI({ ...base, fetch }).chat.completions.create(body as never),
  },
  {
    provider: gemini,
    model: 'gemini-3.8-flash',
    build: (one) => toRequest(one, { id: 'gemini-3.8-flash' }, never),
    alone: (body, fetch) => {
      const { contents, systemInstruction, tools, toolConfig, generationConfig } = body as never;
      const config = { systemInstruction, tools, toolConfig, ...(generationConfig as object) };
      const { models } = new GoogleGenAI({ apiKey: 'k', vertexai: false, httpOptions: { fetch } });
      return models.generateContentStream({ model: 'gemini-3.8-flash', contents, config });
    },
  },
];

console.log(`node ${process.version}, median of ${REPEATS - 1} runs after the first, in ms`);
console.log(`a thread of ${thread.tokens} tokens in ${request.messages.length} messages`);
show('project the request', (await times(async () => void buildRequest(asked))).shown);
const api = fakeApi([]);
show('build vscode-lm', (await times(async () => void toMessages(api, { id: 'm' }, request))).shown);
for (const subject of SUBJECTS) {
  const bodies: string[] = [];
  show(`build ${subject.provider.id}`, (await times(async () => void subject.build(request))).shown);
  const send = await times((sent) =>
    turn(subject, (body) => {
      sent();
      bodies.push(body);
    }),
  );
  const body: unknown = JSON.parse(bodies.at(-1) ?? '{}');
  const alone = await times((sent) => subject.alone(body, answering(sent)).then(undefined, () => {}));
  show('  Send to first byte out', send.shown);
  show('  of it the SDK alone', alone.shown);
  show('  over the SDK', `${(send.wall - alone.wall).toFixed(2)}, of CPU ${(send.cpu - alone.cpu).toFixed(2)}`);
}

function show(name: string, figures: string): void {
  console.log(`${name.padEnd(32)} ${figures}`);
}

/** One turn of the real loop; the provider refuses what it is sent, so that it ends there. */
async function turn({ provider, model }: Subject, onBody: (body: string) => void): Promise<void> {
  let now = thread;
  const access = { apiKey: 'k', baseUrl: 'http://127.0.0.1:9/v1', fetch: answering(onBody) };
  const agent: AgentModel = provider.model({ id: model }, access);
  await runTurn(
    {
      ...{ blocks: [{ type: 'text', text: 'Go on.' }], config: DEFAULT_CONFIG, system: SYSTEM, threadId: 't' },
      limits: () => limitsFor({ window: WINDOW }, DEFAULT_CONFIG),
      knowledge: { breaker: CLOSED_BREAKER, learned: {} },
      maxCalls: 1,
    },
    {
      ...{ agent, model: undefined, tools: TOOLS, log: { write: () => {} }, now: () => 0, onEvent: () => {} },
      outputs: { put: async () => ok({ id: 'o_00000001', byteSize: 1 }) },
      threadLog: {
        get thread() {
          return now;
        },
        append: async (planned) => {
          now = append(now, { ...planned, id: nextId(now), at: 0 });
          return ok(now);
        },
      },
    },
    never,
  );
}

/** A `fetch` that refuses everything, and says when it was called with which body. */
function answering(onBody: (body: string) => void): typeof fetch {
  return async (_, init) => {
    onBody(String(init?.body));
    return Response.json({ error: { message: 'no' } }, { status: 400 });
  };
}

interface Times {
  readonly wall: number;
  /** Of the process: what others do on the machine is not in it. */
  readonly cpu: number;
  readonly shown: string;
}

/** Milliseconds until `sent` is called, or else until the end. */
async function times(work: (sent: () => void) => Promise<void>): Promise<Times> {
  const walls: number[] = [];
  const cpus: number[] = [];
  for (let n = 0; n < REPEATS; n++) {
    const from = { wall: performance.now(), cpu: process.cpuUsage() };
    let isDone = false;
    const done = () => {
      if (isDone) return;
      isDone = true;
      const { user, system } = process.cpuUsage(from.cpu);
      walls.push(performance.now() - from.wall);
      cpus.push((user + system) / 1000);
    };
    await work(done);
    done();
  }
  const [wall, cpu] = [median(walls.slice(1)), median(cpus.slice(1))];
  const shown = `${wall.toFixed(2)} (first ${(walls[0] ?? Number.NaN).toFixed(1)}), of CPU ${cpu.toFixed(2)}`;
  return { wall, cpu, shown };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

function threadOf(tokens: number): Thread {
  for (let count = 100; ; count += 20) {
    const made = replay(syntheticLog(count));
    if (made.tokens >= tokens) return made;
  }
}
