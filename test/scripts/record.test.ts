/** `npm run record`: what it writes, what it leaves alone, and that no key gets into a fixture. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { record } from '../../scripts/record/main.ts';
import { scenariosWith } from '../../scripts/record/scenarios.ts';
import { type Env, SOURCES } from '../../scripts/record/sources.ts';
import { newFolder } from '../new-folder.ts';
import { ANTHROPIC_KEY, startAnthropicFake } from '../wire/anthropic-server.ts';
import type { FakeReply } from '../wire/fake.ts';
import { sendEvents, sendJson, startServer } from '../wire/server.ts';

const root = path.join(import.meta.dirname, '../..');

let target = '';
beforeEach(() => {
  target = newFolder('wire');
});

async function run(env: Env) {
  const said: string[] = [];
  const isWell = await record({ env, root, target, today: '2026-11-28', say: (line) => said.push(line) });
  return { isWell, said: said.join('\n') };
}

const NAMES = ['image', 'length', 'parallel-tools', 'plain', 'thinking', 'tools', 'unicode', 'usage-with-cache'];

describe('with a key', () => {
  const answering = (reply: (n: number) => FakeReply) => startAnthropicFake({ reply });

  it('a stream is written for each scenario, as it came, and marked with its day', async () => {
    const fake = await answering((n) => ({ type: 'answer', text: `answer 🧵 ${n}` }));
    const { isWell, said } = await run({ ANTHROPIC_API_KEY: ANTHROPIC_KEY, ANTHROPIC_BASE_URL: fake.access.baseUrl });
    await fake.close();
    expect(fake.rejections).toEqual([]);
    expect(isWell).toBe(true);
    expect(said).toContain(`anthropic: ${NAMES.length} of ${NAMES.length} recorded with `);
    const written = readdirSync(path.join(target, 'anthropic')).sort();
    expect(written).toEqual(['RECORDED.md', ...NAMES.map((name) => `${name}.sse`)]);
    const read = (name: string) => readFileSync(path.join(target, 'anthropic', name), 'utf8');
    expect(read('RECORDED.md')).toMatch(/^# Recorded on 2026-11-28\n/);
    const [first, ...others] = read('plain.sse').split('\n\n');
    expect(first).toMatch(/^event: message_start\ndata: \{/);
    expect(others.join()).toContain('answer 🧵 1');
    // The second of two answers is the one that came from the cache.
    expect(read('usage-with-cache.sse')).toContain(`answer 🧵 ${NAMES.length + 1}`);
    expect(readdirSync(target)).toEqual(['anthropic']);
  });

  it('what fails keeps its old fixture, and the rest is written', async () => {
    const fake = await answering((n) =>
      n === 1 ? { type: 'failure', kind: 'invalid-request' } : { type: 'answer', text: 'x' },
    );
    const env = { ANTHROPIC_API_KEY: ANTHROPIC_KEY, ANTHROPIC_BASE_URL: fake.access.baseUrl };
    const { isWell, said } = await run(env);
    await fake.close();
    expect(isWell).toBe(false);
    expect(said).toContain('anthropic: plain failed, its fixture stays: invalid-request: ');
    expect(existsSync(path.join(target, 'anthropic/plain.sse'))).toBe(false);
    expect(readFileSync(path.join(target, 'anthropic/RECORDED.md'), 'utf8')).not.toContain('plain');
  });

  it('a wrong key changes nothing, and is not shown', async () => {
    const fake = await answering(() => ({ type: 'answer', text: 'x' }));
    const env = { ANTHROPIC_API_KEY: 'a-secret-that-is-wrong', ANTHROPIC_BASE_URL: fake.access.baseUrl };
    const { isWell, said } = await run(env);
    await fake.close();
    expect(isWell).toBe(false);
    expect(said).toContain('anthropic: not recorded, the models could not be listed: auth');
    expect(said).not.toContain('a-secret');
    expect(readdirSync(target)).toEqual([]);
  });

  it('a server that repeats the key finds it in no fixture and in no word', async () => {
    const key = 'sk-that-is-repeated';
    const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'local' };
    const choice = { index: 0, delta: { role: 'assistant', content: `you are ${key}` }, finish_reason: 'stop' };
    let asked = 0;
    const server = await startServer(({ path: asking }, response) => {
      if (asking.endsWith('/models')) return sendJson(response, 200, { object: 'list', data: [{ id: 'local' }] });
      asked += 1;
      if (asked === 1) return sendJson(response, 400, { error: { message: `no such thing for ${key}` } });
      const events = [`data: ${JSON.stringify({ ...chunk, choices: [choice] })}\n\n`, 'data: [DONE]\n\n'];
      return sendEvents(response, events);
    });
    const env = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: key };
    const { said } = await run(env);
    await server.close();
    expect(said).toContain('plain failed');
    expect(said).toContain('[key]');
    const files = readdirSync(path.join(target, 'openai-chat'));
    expect(files).toContain('tools.sse');
    const texts = files.map((name) => readFileSync(path.join(target, 'openai-chat', name), 'utf8'));
    for (const text of [said, ...texts]) expect(text).not.toContain(key);
    expect(texts.join('\n')).toContain('you are [key]');
  });
});

it('every scenario and every folder is one of the fixtures that it replaces', () => {
  const wire = path.join(root, 'test/fixtures/wire');
  expect(SOURCES.map(({ folder }) => folder).sort()).toEqual(readdirSync(wire).sort());
  // Thinking has as many forms there as there are servers.
  for (const { folder } of SOURCES)
    for (const { name } of scenariosWith('').filter(({ name }) => folder !== 'openai-chat' || name !== 'thinking'))
      expect(existsSync(path.join(wire, folder, `${name}.sse`)), `${folder}/${name}.sse`).toBe(true);
});

describe('without a key', () => {
  it('nothing is touched, and each variable that is missing is named', async () => {
    writeFileSync(path.join(target, 'there'), 'as it was');
    const { isWell, said } = await run({});
    expect(isWell).toBe(true);
    expect(said.split('\n')).toEqual([
      'anthropic: not recorded, ANTHROPIC_API_KEY is not set',
      'openai: not recorded, OPENAI_API_KEY is not set',
      'gemini: not recorded, GEMINI_API_KEY is not set',
      'openai-compatible: not recorded, OPENAI_COMPATIBLE_BASE_URL is not set',
    ]);
    expect(readdirSync(target)).toEqual(['there']);
  });

  it('the script says so and ends with 0', () => {
    const { PATH = '', HOME = '' } = process.env;
    const ran = spawnSync(process.execPath, ['scripts/record.mjs'], {
      cwd: root,
      env: { PATH, HOME },
      encoding: 'utf8',
    });
    expect([ran.status, ran.stderr]).toEqual([0, expect.stringContaining('GEMINI_API_KEY is not set')]);
  });
});
