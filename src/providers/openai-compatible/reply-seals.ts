/** Keeps what a server put on a call or on its reasoning, to be sent back to that model as it came. */

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

/** Gemini behind this API: `extra_content.google.thought_signature` (ai.google.dev/gemini-api/docs/openai, "Thought signatures"). */
export function callSeal(call: unknown): string | undefined {
  const extra = readField(call, 'extra_content');
  return isObject(extra) ? JSON.stringify({ extra_content: extra }) : undefined;
}

/** The reasoning of one reply, whose pieces come in `reasoning`, `reasoning_content` and `reasoning_details` (openrouter.ai/docs, "Reasoning tokens"). */
export class ReasoningSeal {
  #field: (typeof TEXT_FIELDS)[number] | undefined;
  #details: Json[] = [];

  add(delta: unknown): void {
    this.#field ??= TEXT_FIELDS.find((name) => (readText(readField(delta, name)) ?? '') !== '');
    for (const detail of readList(readField(delta, 'reasoning_details'))) if (isObject(detail)) this.#addDetail(detail);
  }

  /** The seal of what came so far, once; undefined where nothing came. */
  take(): string | undefined {
    const [name, details] = [this.#field, this.#details];
    this.#field = undefined;
    this.#details = [];
    return details.length > 0 ? JSON.stringify({ reasoning_details: details, ...(name && { text: name }) }) : name;
  }

  /** A detail that goes on has the type and index of the one before it. */
  #addDetail(given: object): void {
    const detail: Json = JSON.parse(JSON.stringify(given));
    const last = this.#details.at(-1);
    const isNext =
      isRecord(last) &&
      isRecord(detail) &&
      last.type === detail.type &&
      readCount(last.index) !== undefined &&
      last.index === detail.index;
    if (!isNext) this.#details.push(detail);
    else this.#details[this.#details.length - 1] = joined(last, detail);
  }
}

const GROWING = ['text', 'summary', 'data'];

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
  const { reasoning_details, extra_content } = parsed.value;
  return {
    ...(own && { [own]: text }),
    ...(reasoning_details !== undefined && { reasoning_details }),
    ...(extra_content !== undefined && { extra_content }),
  };
}
