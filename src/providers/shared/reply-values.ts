/** Reads ids, names, inputs and stop reasons from replies, also when a server gives them another type. */
import { safeJsonText } from '../../core/lang/cap-depth.ts';
import { readText } from '../../core/lang/read-value.ts';

/**
 * The id of a call. A number becomes its digits: call and result go back with the same text, which is the type that every
 * API documents for it. Without an id that can be read the call gets one of ours, which its result has, too.
 */
export function callIdOf(value: unknown): string {
  return readText(value) || crypto.randomUUID();
}

/**
 * What servers leave of a model's own format around the name: gpt-oss on vLLM and llama.cpp gives `look<|channel|>json` and
 * `functions.look`, Kimi `functions.look:0`. No name of a tool has any of it.
 */
const AROUND_NAME = /^\s*(?:functions?[.:])?|(?:<\|.*|:\d+)?\s*$/gs;

/** The name of a call; empty where none can be read, so that the model hears that there is no such tool. */
export function callNameOf(value: unknown): string {
  return (readText(value) ?? '').replace(AROUND_NAME, '');
}

/** A call's input, or a piece of it, as JSON text: a text as it came, else the value itself. What can't be written is no JSON. */
export function inputJson(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  try {
    return safeJsonText(value) ?? '';
  } catch (error) {
    return `[${error}]`;
  }
}

/** Why a reply ended. null, false and '' end nothing; a reason of another type is one that nobody knows. */
export function stopReasonText(value: unknown): string | undefined {
  return value ? (readText(value) ?? 'unknown') : undefined;
}

/** What a person is told of an error: the server's text, or whatever it put in its place. */
export function messageOf(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return readText(value) ?? inputJson(value);
}
