/** How each server on one's own machine tells the window that it gives to a model: what is asked of it, and what is read of the answer. */
import type { Json } from '../../core/lang/json.ts';
import { field, isList, isRecord, stringOf } from '../../core/lang/json-fields.ts';
import { readCount } from '../../core/lang/read-value.ts';

/** The JSON at a path of the server, or of the answer to a body that is posted there; undefined where it gives none. */
export type Ask = (path: string, body?: Json) => Promise<Json | undefined>;

interface LocalServer {
  /** Matches `owned_by` of the models in its `/v1/models`. */
  readonly owner: RegExp;
  /** Tokens that a request and its reply share; undefined while the server does not say. */
  readonly window: (model: string, ask: Ask) => Promise<number | undefined>;
}

/** vLLM needs no row: its `/v1/models` has `max_model_len`. */
export const LOCAL_SERVERS: readonly LocalServer[] = [
  { owner: /^llamacpp$/, window: llamaCppWindow },
  { owner: /^organization_owner$/, window: lmStudioWindow },
  { owner: /^library$/, window: ollamaWindow },
];

/**
 * `n_ctx` is that of one slot (README of llama.cpp’s server, "GET /props"). A router of several models has none of its own and
 * sends the question on; `autoload=false` keeps it from loading the model for that.
 */
async function llamaCppWindow(model: string, ask: Ask): Promise<number | undefined> {
  const props = await ask('/props');
  const window = slotWindow(props);
  if (window !== undefined || field(props, 'role') !== 'router') return window;
  return slotWindow(await ask(`/props?model=${encodeURIComponent(model)}&autoload=false`));
}

function slotWindow(props: Json | undefined): number | undefined {
  return size(field(props, 'default_generation_settings'), 'n_ctx');
}

/** `max_context_length` is what the model was trained for; a model is loaded with less (lmstudio.ai, "REST API v0"). */
async function lmStudioWindow(model: string, ask: Ask): Promise<number | undefined> {
  const models = field(await ask('/api/v0/models'), 'data');
  return least(
    recordsOf(models).map((one) => (field(one, 'id') === model ? size(one, 'loaded_context_length') : undefined)),
  );
}

/**
 * A model runs with the `num_ctx` of its Modelfile, at most with what it was trained for; without one, with a default of the server's
 * that only `/api/ps` tells, once the model is loaded. A model in Ollama's cloud has all of its window (docs.ollama.com, "Context length").
 */
async function ollamaWindow(model: string, ask: Ask): Promise<number | undefined> {
  const [running, shown] = await Promise.all([ask('/api/ps'), ask('/api/show', { model })]);
  const loaded = recordsOf(field(running, 'models')).flatMap((one) => {
    const isSame = [field(one, 'name'), field(one, 'model')].some((name) => ollamaName(name) === ollamaName(model));
    return isSame ? [size(one, 'context_length')] : [];
  });
  const trained = trainedWindow(field(shown, 'model_info'));
  if (stringOf(field(shown, 'remote_host'))) return trained;
  const parameters = stringOf(field(shown, 'parameters')) ?? '';
  const set = Number(/^\s*num_ctx\s+"?(\d{1,12})"?\s*$/m.exec(parameters)?.[1] ?? 0);
  return least([...loaded, set > 0 ? least([set, trained]) : undefined]);
}

/** `llama.context_length`, `qwen3.context_length` and so on. */
function trainedWindow(info: Json | undefined): number | undefined {
  const keys = isRecord(info) ? Object.keys(info) : [];
  return least(keys.map((key) => (key.endsWith('.context_length') ? size(info, key) : undefined)));
}

/** A name without a tag is the tag `latest`; capitals do not count. */
function ollamaName(name: Json | undefined): string | undefined {
  const text = stringOf(name)?.toLowerCase();
  return text === undefined || /:[^/]*$/.test(text) ? text : `${text}:latest`;
}

function size(value: Json | undefined, key: string): number | undefined {
  const count = readCount(field(value, key));
  return count === 0 ? undefined : count;
}

function least(sizes: readonly (number | undefined)[]): number | undefined {
  const known = sizes.filter((one) => one !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
}

function recordsOf(value: Json | undefined): readonly Json[] {
  return isList(value) ? value : [];
}
