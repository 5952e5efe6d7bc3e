/** What a piece of a reply holds beside the API's own fields: servers put reasoning in different places. */
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';

type Delta = ChatCompletionChunk.Choice.Delta;
/** DeepSeek, vLLM, SGLang and llama.cpp say `reasoning_content`; Ollama, OpenRouter, LM Studio and Groq `reasoning`. */
const FIELDS = ['reasoning_content', 'reasoning'] as const;

export interface Reasoned {
  readonly field: (typeof FIELDS)[number] | 'content';
  readonly text: string;
}

export function findReasoning(delta: Delta): Reasoned | undefined {
  for (const field of FIELDS) {
    const text = memberOf(delta, field);
    if (typeof text === 'string' && text !== '') return { field, text };
  }
  const text = partsOf(delta)
    .map((part) => thoughtIn(part))
    .join('');
  return text === '' ? undefined : { field: 'content', text };
}

export function textOf(delta: Delta): string {
  if (typeof delta.content === 'string') return delta.content;
  return partsOf(delta)
    .map((part) => (memberOf(part, 'type') === 'text' ? wordsIn(part) : ''))
    .join('');
}

/** Mistral's reasoning models give content in parts (docs.mistral.ai, "Reasoning"). */
function partsOf({ content }: { readonly content?: unknown }): readonly unknown[] {
  return Array.isArray(content) ? content : [];
}

function thoughtIn(part: unknown): string {
  const inner = memberOf(part, 'thinking');
  return Array.isArray(inner) ? inner.map(wordsIn).join('') : '';
}

function wordsIn(part: unknown): string {
  const text = memberOf(part, 'text');
  return typeof text === 'string' ? text : '';
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
