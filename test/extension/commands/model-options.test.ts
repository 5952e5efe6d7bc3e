/** Model Options…: what is offered, refused, kept, sent and shown. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModelRequest } from '../../../src/core/agent/ports.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { ok } from '../../../src/core/lang/result.ts';
import { NO_INSTRUCTIONS } from '../../../src/core/thread/instructions.ts';
import { NO_BASE } from '../../../src/core/thread/measure.ts';
import { modelOptions, replyProblem } from '../../../src/extension/commands/model-options.ts';
import { selectModel } from '../../../src/extension/commands/select-model.ts';
import { effortsOf, ModelOptionStore } from '../../../src/extension/models/model-options.ts';
import { runContext } from '../../../src/extension/session/run-context.ts';
import { ENGLISH } from '../english.ts';
import { fakeMemory } from '../models/fakes.ts';
import { CONFIG } from '../session/long-thread.ts';
import { person } from './fake-vscode.ts';
import { type HostSetup, modelHost } from './model-context.ts';

vi.mock('vscode', async () => (await import('./fake-vscode.ts')).vscode);

const ID = 'openai/gpt-5.1';
const OPENAI: HostSetup = {
  keys: { openai: 'secret-key' },
  answers: { openai: ok([{ id: 'gpt-5.1', thinks: true, size: { window: 400_000, maxOutput: 128_000 } }]) },
};

beforeEach(() => {
  person.pick = () => undefined;
  person.type = () => undefined;
});

/** The person picks these rows one after the other, then closes the list; texts go into the boxes. */
function does(picks: readonly string[], texts: readonly string[] = []) {
  const [left, typed] = [[...picks], [...texts]];
  person.pick = () => left.shift();
  person.type = () => typed.shift();
}

const chosen = async ({ host }: ReturnType<typeof modelHost>) => {
  const found = await host.catalog.find(ID);
  if (!found.ok) throw new Error(found.error.type);
  return found.value;
};

describe('what is chosen', () => {
  it('is kept for the model, shown in its row, and let go again', async () => {
    const opened = modelHost(OPENAI);
    does(['Effort', 'high', 'Longest Reply'], ['32k']);
    await modelOptions(opened.host, ID);
    expect((await chosen(opened)).options).toEqual({ effort: 'high', maxReply: 32_000 });
    let detail = '';
    person.pick = (rows) => {
      detail = rows.find(({ label }) => label === 'gpt-5.1')?.detail ?? '';
      return undefined;
    };
    await selectModel(opened.host);
    expect(detail).toContain('effort: high · replies of up to 32k');
    does(['Effort', 'as the provider decides', 'Longest Reply'], ['']);
    await modelOptions(opened.host, ID);
    expect((await chosen(opened)).options).toEqual({});
  });

  it('is named with its number and where that comes from, also before anything is chosen', async () => {
    const described = async (setup: HostSetup) => {
      let found: string | undefined;
      person.pick = (rows) => {
        found = rows.find(({ label }) => label === 'Longest Reply')?.description;
        return undefined;
      };
      await modelOptions(modelHost(setup).host, ID);
      return found;
    };
    const sized = (size: object): HostSetup => ({
      ...OPENAI,
      answers: { openai: ok([{ id: 'gpt-5.1', thinks: true, size }]) },
    });
    expect(await described(OPENAI)).toBe('16,384 tokens, Spool’s limit unless one is set');
    expect(await described(sized({ window: 400_000, maxOutput: 8_000 }))).toBe('8,000 tokens, the model’s most');
    expect(await described(sized({ window: 20_000, maxOutput: 8_000 }))).toBe('5,000 tokens, a quarter of the window');
  });

  it('goes with each request of the model', async () => {
    const opened = modelHost(OPENAI);
    does(['Effort', 'low']);
    await modelOptions(opened.host, ID);
    const { agent } = await chosen(opened);
    const request: ModelRequest = {
      system: '',
      messages: [],
      tools: [],
      toolChoice: 'auto',
      maxTokens: 10,
      isEdited: false,
      thread: 't',
    };
    const texts: string[] = [];
    for await (const event of agent.stream(request, new AbortController().signal))
      if (event.type === 'text') texts.push(event.text);
    expect(texts.join()).toContain('effort low');
  });

  it('R23 is the reserve of the model, also above 16,384, and so decides when compaction is due', () => {
    const state = (maxReply?: number) => ({
      head: { id: ID, name: 'gpt-5.1', provider: 'OpenAI', isReplay: false },
      reported: { window: 200_000, maxOutput: 128_000 },
      learned: {},
      options: { maxReply },
      base: { system: 0, tools: 0, instructions: 0 },
    });
    const limits = (maxReply?: number, reserveTokens: number | null = null) =>
      runContext(
        { model: ID, instructions: NO_INSTRUCTIONS },
        { ...CONFIG, contextWindows: {}, reserveTokens },
        state(maxReply),
      ).limits;
    expect(limits()).toMatchObject({ value: { reserve: 16_384, trigger: 160_000 } });
    expect(limits(64_000)).toMatchObject({ value: { reserve: 64_000, trigger: 136_000 } });
    expect(limits(2_000, 30_000)).toMatchObject({ value: { reserve: 2_000 } });
    expect(limits(200_000)).toMatchObject({ value: { reserve: 100_000 } });
  });

  it.each([32_000, 16_000])('leaves half of a window of %i that turns out smaller than it', (window) => {
    const head = { id: 'm', name: 'M', provider: 'P', isReplay: false };
    const model = { head, reported: { window }, learned: {}, options: { maxReply: 64_000 }, base: NO_BASE };
    const { limits } = runContext({ model: 'm', instructions: NO_INSTRUCTIONS }, DEFAULT_CONFIG, model);
    expect(limits).toMatchObject({ ok: true, value: { window, reserve: window / 2 } });
  });

  it('asks again for an effort when another is chosen after a refusal', async () => {
    const opened = modelHost(OPENAI);
    await opened.memory.update('learned', { [ID]: { conceded: { effort: 'refused', images: 0 } } });
    does(['Effort', 'low']);
    await modelOptions(opened.host, ID);
    const listed = await opened.host.catalog.list('openai', new AbortController().signal);
    expect(listed.ok && listed.value[0]?.conceded).toEqual({ images: 0 });
  });
});

describe('the longest reply', () => {
  it.each([
    ['', undefined],
    ['32k', undefined],
    ['128000', undefined],
    ['many', /Type a number of tokens/],
    ['-5', /Type a number of tokens/],
    ['12', /Type a number of tokens/],
    ['1.5', /Type a number of tokens/],
    ['129k', /at most 128,000 tokens/],
    ['1e9', /Type a number of tokens/],
  ])('%j', (text, problem) => {
    const found = replyProblem(text, { window: 400_000, maxOutput: 128_000 }, ENGLISH);
    if (problem === undefined) expect(found).toBeUndefined();
    else expect(found).toMatch(problem);
  });

  it('is smaller than the window, and any number where nothing is known', () => {
    expect(replyProblem('32k', { window: 32_000, maxOutput: undefined }, ENGLISH)).toMatch(/32,000 tokens/);
    expect(replyProblem('32k', { window: undefined, maxOutput: undefined }, ENGLISH)).toBeUndefined();
  });
});

describe('what is offered', () => {
  it.each([
    ['anthropic', { id: 'claude-opus-5-5', efforts: ['low', 'max'] }, ['low', 'max']],
    ['anthropic', { id: 'claude-opus-5-5', efforts: [] }, []],
    ['anthropic', { id: 'claude-opus-5-5', thinks: true }, ['low', 'medium', 'high', 'max']],
    ['anthropic', { id: 'claude-3-haiku' }, []],
    ['openai', { id: 'gpt-4.1', thinks: false }, []],
    ['gemini', { id: 'gemini-2.5-pro', thinks: true }, []],
    ['gemini', { id: 'gemini-3.5-flash', thinks: true }, ['minimal', 'low', 'medium', 'high']],
    ['openai-compatible', { id: 'qwen' }, ['none', 'low', 'medium', 'high']],
    ['vscode-lm', { id: 'copilot/gpt-4o' }, []],
    ['replay', { id: 'one' }, []],
  ] as const)('%s %j', (provider, info, efforts) => {
    expect(effortsOf(provider, info)).toEqual(efforts);
  });

  it('is nothing for a recording, and that is said', async () => {
    const { host, told } = modelHost(OPENAI);
    await modelOptions(host, 'replay/one');
    expect(told.at(-1)).toMatchObject({ severity: 'info', text: expect.stringContaining('no options') });
  });

  it('is a reason where the model can’t be used', async () => {
    const { host, told } = modelHost(OPENAI);
    await modelOptions(host, 'anthropic/claude-opus-5-5');
    expect(told.at(-1)).toMatchObject({ text: expect.stringContaining('no API key') });
  });
});

it.each([
  [null],
  ['text'],
  [[1]],
  [{ [ID]: 'high' }],
  [{ [ID]: { effort: 'huge', maxReply: -1 } }],
  [{ [ID]: { maxReply: 1.5 } }],
  [{ [ID]: null }],
])('a memory that holds %j is as an empty one, and can be written', async (stored) => {
  const memory = fakeMemory();
  await memory.update('modelOptions', stored);
  const store = new ModelOptionStore(memory);
  expect(store.read(ID)).toEqual({});
  await store.write(ID, { effort: 'low' });
  expect(store.read(ID)).toEqual({ effort: 'low' });
  expect(store.read('__proto__')).toEqual({});
});
