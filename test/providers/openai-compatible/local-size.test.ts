/** Servers on this machine are asked for the window of a model, each in its own way, and no other server is. */
import { createServer } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { askLocalWindow, isLocalServer } from '../../../src/providers/openai-compatible/local-size.ts';
import {
  type LocalServerFake,
  llamaCppFake,
  lmStudioFake,
  type OllamaModel,
  ollamaFake,
  vllmFake,
} from '../../wire/local-servers.ts';
import { type Handler, startServer, type WireServer } from '../../wire/server.ts';

const servers: WireServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(handle: Handler): Promise<{ readonly url: string; readonly paths: string[] }> {
  const paths: string[] = [];
  const server = await startServer((request, response) => {
    paths.push(`${request.method} ${request.path}`);
    return handle(request, response);
  });
  servers.push(server);
  return { url: server.url, paths };
}

const serve = (fake: LocalServerFake) =>
  start((request, response) => {
    if (!fake(request, response)) throw new Error(`nothing is asked at ${request.path}`);
  });

async function windowAt(fake: LocalServerFake, model: string): Promise<number | undefined> {
  const { url } = await serve(fake);
  return askLocalWindow(model, { baseUrl: `${url}/v1` });
}

describe('W10 the window that a local server says', () => {
  const ollama = (model: OllamaModel) => ollamaFake(() => [model]);
  const name = 'qwen3:8b';
  it.each<[string, LocalServerFake, string, number | undefined]>([
    ['Ollama, loaded', ollama({ name, loaded: 4096 }), name, 4096],
    ['Ollama, not loaded: what it was trained for is no window', ollama({ name, trained: 131_072 }), name, undefined],
    [
      'Ollama, num_ctx of its Modelfile',
      ollama({ name, parameters: 'stop "<|im_end|>"\nnum_ctx      8192' }),
      name,
      8192,
    ],
    ['Ollama, more than it was trained for', ollama({ name, trained: 8192, parameters: 'num_ctx 32768' }), name, 8192],
    [
      'Ollama, loaded by another program with more',
      ollama({ name, loaded: 32_768, parameters: 'num_ctx 8192' }),
      name,
      8192,
    ],
    [
      'Ollama, loaded by one that does not say',
      ollama({ name, loaded: null, parameters: 'num_ctx 16384' }),
      name,
      16_384,
    ],
    ['Ollama, without tag', ollama({ name: 'llama3:latest', loaded: 4096 }), 'llama3', 4096],
    ['Ollama, in capitals', ollama({ name: 'hf.co/Org/Model:Q4_K_M', loaded: 2048 }), 'hf.co/org/model:q4_k_m', 2048],
    ['Ollama, num_ctx as a word', ollama({ name, parameters: 'num_ctx many\nnum_ctx_x 9' }), name, undefined],
    [
      'Ollama, in its cloud',
      ollama({ name: 'big:cloud', trained: 262_144, remoteHost: 'https://ollama.com:443' }),
      'big:cloud',
      262_144,
    ],
    [
      'Ollama, another model is loaded',
      ollamaFake(() => [{ name, loaded: 4096 }, { name: 'b:1b' }]),
      'b:1b',
      undefined,
    ],
    ['LM Studio, loaded', lmStudioFake([{ id: 'qwen', trained: 131_072, loaded: 8192 }]), 'qwen', 8192],
    ['LM Studio, not loaded', lmStudioFake([{ id: 'qwen', trained: 131_072 }]), 'qwen', undefined],
    ['llama.cpp, one slot', llamaCppFake(2048), 'tiny.gguf', 2048],
    ['llama.cpp, under any name', llamaCppFake(2048), 'gpt-4', 2048],
    ['llama.cpp, no size yet', llamaCppFake(0), 'tiny.gguf', undefined],
    ['llama.cpp, a router', llamaCppFake(0, { 'a/b c': 4096, d: 8192 }), 'a/b c', 4096],
    ['llama.cpp, a router without the model', llamaCppFake(0, { a: 4096 }), 'b', undefined],
    ['vLLM', vllmFake(32_768, 'lora'), 'base', 32_768],
    ['vLLM, an adapter', vllmFake(32_768, 'lora'), 'lora', 32_768],
  ])('%s', async (_, fake, model, window) => {
    expect(await windowAt(fake, model)).toBe(window);
  });

  it('is asked of a server of another name in all ways', async () => {
    const fake = ollamaFake(() => [{ name, loaded: 4096 }]);
    const { url } = await start((request, response) => {
      if (request.path !== '/v1/models') return void fake(request, response);
      response.end(JSON.stringify({ data: [{ id: name, owned_by: 'me' }] }));
    });
    expect(await askLocalWindow(name, { baseUrl: `${url}/v1` })).toBe(4096);
  });

  it.each(['', '/v1', '/api/v0', '/proxy/v1'])('is asked beside the base URL %j', async (base) => {
    const { url, paths } = await start(({ path }, response) => {
      const isProps = path === `${base.startsWith('/proxy') ? '/proxy' : ''}/props`;
      response.end(JSON.stringify(isProps ? { default_generation_settings: { n_ctx: 2048 } } : {}));
    });
    expect(await askLocalWindow('m', { baseUrl: `${url}${base}` })).toBe(2048);
    expect(paths).toContain(`GET ${base}/models`);
  });

  it.each<[string, Handler]>([
    ['HTML', (_, response) => void response.end('<!doctype html><title>Home</title>')],
    ['404', (_, response) => void response.writeHead(404).end()],
    ['500', (_, response) => void response.writeHead(500).end('{"max_model_len":1}')],
    ['nothing', (_, response) => void response.writeHead(204).end()],
    ['cut JSON', (_, response) => void response.end('{"data":[{"id":"m","max_model_len":')],
    ['a closed line', (_, response) => void response.socket?.destroy()],
    ['5 MiB', (_, response) => void response.end(`{"models":[],"x":"${'x'.repeat(5 << 20)}"}`)],
    ['deep JSON', (_, response) => void response.end(`${'['.repeat(5000)}${']'.repeat(5000)}`)],
    ['an error with status 200', (_, response) => void response.end('{"error":"Unexpected endpoint"}')],
    ['lists in place of records', (_, response) => void response.end('[[],[1],null,"m"]')],
    [
      'numbers that are none',
      (_, response) =>
        void response.end(
          '{"data":[{"id":"m","max_model_len":"4096","loaded_context_length":-1}],"models":[{"name":"m","context_length":1.5}],"default_generation_settings":{"n_ctx":1e99}}',
        ),
    ],
    ['a word before all else, then silence', (_, response) => void response.write('{')],
    ['silence', () => undefined],
  ])('is unknown after %s', async (_, handle) => {
    const { url } = await start(handle);
    expect(await askLocalWindow('m', { baseUrl: `${url}/v1`, idleMs: 300 })).toBeUndefined();
  });

  it('is unknown where a redirection would lead away', async () => {
    const other = await serve(llamaCppFake(2048));
    const { url } = await start(
      ({ path }, response) => void response.writeHead(307, { location: other.url + path }).end(),
    );
    expect(await askLocalWindow('m', { baseUrl: `${url}/v1` })).toBeUndefined();
    expect(other.paths).toEqual([]);
  });

  it('is unknown where the server is not there, and when it is stopped', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    closed.close();
    expect(await askLocalWindow('m', { baseUrl: 'http://127.0.0.1:1/v1' })).toBeUndefined();
    const { url } = await start(() => undefined);
    expect(await askLocalWindow('m', { baseUrl: `${url}/v1` }, AbortSignal.abort())).toBeUndefined();
  });

  it('is asked with the key of the server', async () => {
    const keys = new Set<unknown>();
    const { url } = await start(({ headers }, response) => {
      keys.add(headers.authorization);
      response.end('{}');
    });
    await askLocalWindow('m', { baseUrl: `${url}/v1`, apiKey: 'secret' });
    expect([...keys]).toEqual(['Bearer secret']);
  });
});

describe('a server on this machine (W10)', () => {
  it.each<[string, boolean]>([
    ['http://localhost:11434/v1', true],
    ['http://LOCALHOST:1234/v1', true],
    ['http://127.0.0.1:8080', true],
    ['http://127.1.2.3/v1', true],
    ['http://[::1]:8080/v1', true],
    ['https://localhost/v1', true],
    ['http://spool.localhost/v1', true],
    ['http://192.168.1.5:11434/v1', false],
    ['http://0.0.0.0:11434/v1', false],
    ['https://api.example.com/v1', false],
    ['http://localhost.example.com/v1', false],
    ['http://127.0.0.1.example.com/v1', false],
    ['http://[::2]/v1', false],
    ['localhost', false],
  ])('%s: %j', async (baseUrl, isLocal) => {
    expect(isLocalServer({ baseUrl })).toBe(isLocal);
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = async (input) => {
      asked.push(new URL(String(input)).origin);
      return new Response('{}');
    };
    await askLocalWindow('m', { baseUrl, fetch });
    expect([...new Set(asked)]).toEqual(isLocal ? [new URL(baseUrl).origin] : []);
  });
});
