/** Reads a server's list of models, with sizes and capabilities where it gives them. */

import type { Json } from '../../core/lang/json.ts';
import { field, filledText, isList } from '../../core/lang/json-fields.ts';
import { readCount } from '../../core/lang/read-value.ts';
import type { ModelInfo } from '../shared/provider.ts';

/** Models in servers' lists that are not for chat. */
const OTHER = /embed|rerank|whisper|tts-|moderation/i;

/** Together answers with the bare list. Undefined: that is no list of models. */
export function parseModels(body: Json): readonly ModelInfo[] | undefined {
  const data = isList(body) ? body : field(body, 'data');
  if (!isList(data)) return undefined;
  const byId = new Map(data.map((model) => [field(model, 'id'), model]));
  return data.flatMap((model) => {
    const id = filledText(field(model, 'id'));
    return id === undefined || OTHER.test(id) ? [] : [{ id, ...detailsOf(model, byId) }];
  });
}

/** OpenRouter's names of what a model that reasons takes. */
const REASONING = ['reasoning', 'reasoning_effort'];

function detailsOf(model: Json, byId: ReadonlyMap<Json | undefined, Json>): Omit<ModelInfo, 'id'> {
  const name = filledText(field(model, 'name'));
  // vLLM's LoRA adapters have the window of the model that they adapt.
  const window = windowOf(model) ?? windowOf(byId.get(field(model, 'parent')));
  const top = field(model, 'top_provider');
  const maxOutput = sizeIn(top, 'max_completion_tokens') ?? sizeIn(model, 'max_completion_tokens', 'max_output_tokens');
  const inputs = field(field(model, 'architecture'), 'input_modalities');
  const takes = field(model, 'supported_parameters');
  const vision = field(field(model, 'capabilities'), 'vision');
  const takesImages = isList(inputs) ? inputs.includes('image') : typeof vision === 'boolean' ? vision : undefined;
  // The provider that serves may hold less than the model could.
  const served = sizeIn(top, 'context_length');
  const held = window !== undefined && served !== undefined ? Math.min(window, served) : window;
  return {
    ...(name !== undefined && { name }),
    ...((held ?? maxOutput) !== undefined && { size: { window: held, maxOutput } }),
    ...(takesImages !== undefined && { takesImages }),
    ...(isList(takes) && { takesTools: takes.includes('tools') }),
    ...(isList(takes) && !REASONING.some((one) => takes.includes(one)) && { efforts: [] }),
  };
}

/** OpenRouter and Together; vLLM; Groq; LM Studio; Mistral; llama.cpp's `meta`. */
function windowOf(model: Json | undefined): number | undefined {
  const loaded = sizeIn(model, 'context_length', 'max_model_len', 'context_window', 'loaded_context_length');
  // LM Studio, which says `state`, loads a model with less than it was trained for.
  const trained = field(model, 'state') === undefined ? sizeIn(model, 'max_context_length') : undefined;
  return loaded ?? trained ?? sizeIn(field(model, 'meta'), 'n_ctx');
}

function sizeIn(value: Json | undefined, ...keys: readonly string[]): number | undefined {
  return keys.map((key) => readCount(field(value, key))).find((size) => size !== undefined && size > 0);
}
