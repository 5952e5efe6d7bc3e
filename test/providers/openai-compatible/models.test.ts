/** What is made of a server's list of models, whatever it says beyond the ids. */
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/core/lang/json.ts';
import { parseModels } from '../../../src/providers/openai-compatible/models.ts';

describe('a listed model (R24)', () => {
  const size = (window?: number, maxOutput?: number) => ({ size: { window, maxOutput } });
  it.each<[string, { readonly [key: string]: Json }, object]>([
    ['Ollama', { object: 'model', created: 1, owned_by: 'library' }, {}],
    ['vLLM', { max_model_len: 32_768 }, size(32_768)],
    ['Groq', { context_window: 131_072, max_completion_tokens: 8192 }, size(131_072, 8192)],
    [
      'Mistral',
      { max_context_length: 131_072, capabilities: { vision: true } },
      { ...size(131_072), takesImages: true },
    ],
    ['LM Studio, loaded', { state: 'loaded', max_context_length: 131_072, loaded_context_length: 8192 }, size(8192)],
    ['LM Studio, not loaded', { state: 'not-loaded', max_context_length: 131_072 }, {}],
    ['llama.cpp', { meta: { n_ctx: 8192, n_ctx_train: 131_072 } }, size(8192)],
    ['Together', { context_length: 8192, display_name: 'X' }, size(8192)],
    [
      'OpenRouter',
      {
        name: 'Some: Model',
        context_length: 200_000,
        architecture: { input_modalities: ['text'] },
        top_provider: { context_length: 128_000, max_completion_tokens: null },
        supported_parameters: ['max_tokens'],
      },
      { name: 'Some: Model', ...size(128_000), takesImages: false, takesTools: false, efforts: [] },
    ],
    ['OpenRouter, of a model that reasons', { supported_parameters: ['tools', 'reasoning'] }, { takesTools: true }],
    ['one that says nonsense', { context_length: 'big', max_model_len: -1, name: ' ', capabilities: 'all' }, {}],
  ])('of %s', (_, said, info) => {
    expect(parseModels({ data: [{ id: 'm', ...said }] })).toEqual([{ id: 'm', ...info }]);
    expect(parseModels([{ id: 'm', ...said }])).toEqual([{ id: 'm', ...info }]);
  });

  it('W10 of a LoRA adapter at vLLM has the window of the model that it adapts', () => {
    const adapter = { id: 'a', parent: 'b', max_model_len: null };
    expect(parseModels({ data: [adapter, { id: 'b', max_model_len: 4096 }, { id: 'c', parent: 'x' }] })).toEqual([
      { id: 'a', ...size(4096) },
      { id: 'b', ...size(4096) },
      { id: 'c' },
    ]);
  });

  it('that cannot be spoken with is left out', () => {
    const ids = ['text-embedding-nomic', 'bge-reranker', 'whisper-large', 'tts-1', '', 'qwen3:8b'];
    expect(parseModels({ data: [...ids.map((id) => ({ id })), {}, null, 'x'] })).toEqual([{ id: 'qwen3:8b' }]);
  });
});

it.each<[string, Json]>([
  ['nothing', null],
  ['a word', 'models'],
  ['another object', { models: [] }],
])('%s is no list', (_, body) => {
  expect(parseModels(body)).toBeUndefined();
});
