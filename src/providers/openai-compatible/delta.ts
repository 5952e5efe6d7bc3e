/** What a piece of a reply holds beside the API's own fields: servers put reasoning in different places. */
import { isObject, readField, readList, readText } from '../../core/lang/read-value.ts';

/** DeepSeek, vLLM, SGLang and llama.cpp say `reasoning_content`; Ollama, OpenRouter, LM Studio and Groq `reasoning`; Copilot `reasoning_text`. */
const FIELDS = ['reasoning_content', 'reasoning', 'reasoning_text', 'thinking'] as const;

export interface Reasoned {
  readonly field: (typeof FIELDS)[number] | 'content';
  readonly text: string;
}

/** What a choice says: a piece in `delta`, or all of it in `message`, as in an answer that is no stream. */
export function replyIn(choice: unknown): { readonly reply: unknown; readonly isWhole: boolean } {
  const [delta, message] = [readField(choice, 'delta'), readField(choice, 'message')];
  // A completion of the API before this one.
  const text = readText(readField(choice, 'text'));
  if (delta === undefined && message === undefined && text !== undefined)
    return { reply: { content: text }, isWhole: false };
  const isEmpty = !isObject(delta) || Object.keys(delta).every((key) => key === 'role');
  return isEmpty && isObject(message) ? { reply: message, isWhole: true } : { reply: delta, isWhole: false };
}

export function findReasoning(delta: unknown): Reasoned | undefined {
  for (const field of FIELDS) {
    const text = wordsIn(readField(delta, field));
    if (text !== '') return { field, text };
  }
  if (isThought(delta)) return { field: 'content', text: readText(readField(delta, 'content')) ?? '' };
  const text = partsOf(delta)
    .map((part) => (isThoughtPart(part) ? wordsIn(part) : wordsIn(readField(part, 'thinking'))))
    .join('');
  return text === '' ? undefined : { field: 'content', text };
}

/** What a piece says in its details alone, as MiniMax's `reasoning_split` has it; elsewhere they repeat the text beside them. */
export function detailedReasoning(delta: unknown): string {
  return readList(readField(delta, 'reasoning_details'))
    .map((one) => wordsIn(one))
    .join('');
}

/** Gemini behind this API marks a thought among the content (ai.google.dev/gemini-api/docs/openai, "Thinking"). */
function isThought(delta: unknown): boolean {
  return readField(delta, 'extra_content', 'google', 'thought') === true;
}

/** The calls in a piece: a list, one call in its place, or the `function_call` that came before `tool_calls`, which has neither id nor index. */
export function deltaCalls(delta: unknown): readonly object[] {
  const calls = readField(delta, 'tool_calls');
  const legacy = readField(delta, 'function_call');
  if (isObject(calls) && !Array.isArray(calls)) return [calls];
  const listed = readList(calls).filter(isObject);
  return listed.length === 0 && isObject(legacy) ? [{ function: legacy }] : listed;
}

export function deltaText(delta: unknown): string {
  if (isThought(delta)) return '';
  const text = readText(readField(delta, 'content'));
  if (text !== undefined) return text;
  return partsOf(delta)
    .map((part) => (isThoughtPart(part) ? '' : wordsIn(part)))
    .join('');
}

/** Mistral's reasoning models give content in parts (docs.mistral.ai, "Reasoning"); others one part in place of a list. */
function partsOf(delta: unknown): readonly unknown[] {
  const content = readField(delta, 'content');
  return isObject(content) ? [content] : readList(content);
}

function isThoughtPart(part: unknown): boolean {
  return /think|thought|reason/i.test(readText(readField(part, 'type')) ?? '');
}

/** Where gateways have the words of a part: `{text}`, `{text: {value}}`, `{content}`, `{thinking: [{text}]}`, `{summary}`. */
const WORDS = ['text', 'value', 'content', 'thinking', 'summary'] as const;

/** The words of a text, of a part, or of the parts in a list or in a part. */
function wordsIn(value: unknown, depth = 3): string {
  const text = readText(value);
  if (text !== undefined || depth === 0) return text ?? '';
  if (Array.isArray(value)) return value.map((one) => wordsIn(one, depth - 1)).join('');
  for (const name of WORDS) {
    const words = wordsIn(readField(value, name), depth - 1);
    if (words !== '') return words;
  }
  return '';
}
