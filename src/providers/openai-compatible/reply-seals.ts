/** Keeps what a server put on a call or on its reasoning, to be sent back to that model as it came. */

import { copyJson } from '../../core/lang/cap-depth.ts';
import type { Json } from '../../core/lang/json.ts';
import { type ForeignRecord, field, isRecord, parseJson } from '../../core/lang/json-fields.ts';
import { isObject, readCount, readField, readList, readText } from '../../core/lang/read-value.ts';

/**
 * The field of reasoning that is sent back where it came from: DeepSeek and Moonshot answer 400 without it ("The
 * `reasoning_content` in the thinking mode must be passed back to the API.").
 */
export const ECHOED = 'reasoning_content';

/** Fields that hold reasoning as text. As a seal, the name stands for the block's own text in that field. */
const TEXT_FIELDS = [ECHOED, 'reasoning'] as const;

/**
 * Gemini behind this API: `extra_content.google.thought_signature` (ai.google.dev/gemini-api/docs/openai, "Thought signatures"); LiteLLM
 * puts it into `provider_specific_fields` (docs.litellm.ai, "Gemini 3").
 */
const CALL_FIELDS = ['extra_content', 'provider_specific_fields'] as const;

/** Beside the reasoning: OpenRouter; LiteLLM, of Claude; GitHub Copilot. */
const LIST_FIELDS = ['reasoning_details', 'thinking_blocks'] as const;
const OPAQUE_FIELD = 'reasoning_opaque';

/** All fields of a message that hold reasoning or its seals. */
export const REASONING_FIELDS = [...TEXT_FIELDS, ...LIST_FIELDS, OPAQUE_FIELD] as const;

export function callSeal(call: unknown): string | undefined {
  const given = CALL_FIELDS.flatMap((name) => {
    const value = readField(call, name);
    return isObject(value) && Object.keys(value).length > 0 ? [[name, value] as const] : [];
  });
  return given.length > 0 ? JSON.stringify(Object.fromEntries(given)) : undefined;
}

/** The reasoning of one reply, whose pieces come in `reasoning`, `reasoning_content` and `reasoning_details` (openrouter.ai/docs, "Reasoning tokens"). */
export class ReasoningSeal {
  #field: (typeof TEXT_FIELDS)[number] | undefined;
  #lists = emptyLists();
  #opaque = '';

  add(delta: unknown): void {
    this.#field ??= TEXT_FIELDS.find((name) => (readText(readField(delta, name)) ?? '') !== '');
    for (const name of LIST_FIELDS)
      for (const detail of readList(readField(delta, name))) if (isObject(detail)) addDetail(this.#lists[name], detail);
    this.#opaque += readText(readField(delta, OPAQUE_FIELD)) ?? '';
  }

  /** The seal of what came so far, once; undefined where nothing came. */
  take(): string | undefined {
    const [name, lists, opaque] = [this.#field, this.#lists, this.#opaque];
    this.#field = undefined;
    this.#lists = emptyLists();
    this.#opaque = '';
    const filled = LIST_FIELDS.flatMap((one) => (lists[one].length > 0 ? [[one, lists[one]] as const] : []));
    if (filled.length === 0 && opaque === '') return name;
    const seal = { ...Object.fromEntries(filled), ...(opaque !== '' && { [OPAQUE_FIELD]: opaque }) };
    return JSON.stringify({ ...seal, ...(name && { text: name }) });
  }
}

function emptyLists(): Record<(typeof LIST_FIELDS)[number], Json[]> {
  return { reasoning_details: [], thinking_blocks: [] };
}

/** A detail that goes on has the type and index of the one before it; a block of thinking goes on until its signature. */
function addDetail(details: Json[], given: object): void {
  const detail = copyJson(given);
  const last = details.at(-1);
  const isNext =
    isRecord(last) &&
    isRecord(detail) &&
    last.type === detail.type &&
    (last.type === 'thinking' ? !last.signature : readCount(last.index) !== undefined && last.index === detail.index);
  if (isNext) details[details.length - 1] = joined(last, detail);
  else details.push(detail);
}

const GROWING = ['text', 'summary', 'data', 'thinking'];

function joined(last: ForeignRecord, more: ForeignRecord): Json {
  const grown = GROWING.flatMap((name) => {
    const [before, after] = [last[name], more[name]];
    return typeof before === 'string' && typeof after === 'string' ? [[name, before + after] as const] : [];
  });
  const filled = Object.entries(more).filter(([, value]) => value !== null && value !== undefined);
  return { ...last, ...Object.fromEntries(filled), ...Object.fromEntries(grown) } as Json;
}

/** The fields of a message or a call that a seal of this adapter stands for; `text` is the reasoning of its block. */
export function sealedFields(signature: string | undefined, text = ''): ForeignRecord {
  if (signature === undefined) return {};
  const named = TEXT_FIELDS.find((name) => name === signature);
  if (named) return { [named]: text };
  const parsed = parseJson(signature);
  if (!parsed.ok || !isRecord(parsed.value)) return {};
  const own = TEXT_FIELDS.find((name) => name === field(parsed.value, 'text'));
  const { value } = parsed;
  const kept = [...LIST_FIELDS, OPAQUE_FIELD, ...CALL_FIELDS].filter((name) => value[name] !== undefined);
  return { ...(own && { [own]: text }), ...Object.fromEntries(kept.map((name) => [name, value[name] ?? null])) };
}

/** What stands for the signature of a call that Gemini did not sign (ai.google.dev/gemini-api/docs/thought-signatures, "FAQs"). */
export const FOREIGN_CALL: ForeignRecord = {
  extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } },
};

/** Whether a call has what Gemini or a gateway before it wants back. */
export function isSealed(call: object): boolean {
  return CALL_FIELDS.some((name) => name in call);
}
