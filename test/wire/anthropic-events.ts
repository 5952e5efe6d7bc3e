/** A reply of Claude as the events of its stream (platform.claude.com, "Streaming messages"). */

import type { Fields } from './anthropic-rules.ts';
import type { FakeAnswer } from './fake.ts';

export interface Around {
  readonly model: string;
  /** Tokens by the fake's own count. */
  readonly input: number;
  readonly signature: string;
  readonly dropped: readonly Fields[];
}

/** Longest piece of a text or of a call's JSON. */
const PIECE = 24;
const STOPS = { done: 'end_turn', calls: 'tool_use', length: 'max_tokens', refused: 'refusal' } as const;

export const OVERLOADED = event('error', {
  error: { details: null, type: 'overloaded_error', message: 'Overloaded' },
  request_id: 'req_fake',
});

/** Each the whole text of one event. */
export function eventsOf(answer: FakeAnswer, { model, input, signature, dropped }: Around): readonly string[] {
  const { thinking, text, calls = [], usage = {}, end = calls.length > 0 ? 'calls' : 'done' } = answer;
  const { cacheRead = 0, cacheCreation = 0, output = 12 } = usage;
  const counts = {
    input_tokens: usage.input ?? input,
    cache_creation_input_tokens: cacheCreation,
    cache_read_input_tokens: cacheRead,
  };
  const message = { id: 'msg_fake', type: 'message', role: 'assistant', model, content: [], stop_reason: null };
  const details =
    end === 'refused' ? { type: 'refusal', category: null, explanation: 'That is not something to help with.' } : null;
  const blocks = [
    ...(thinking === undefined ? [] : [thought(thinking, signature)]),
    ...(text === undefined ? [] : [said(text)]),
    ...calls.map(({ id, name, input: given, rawInput = JSON.stringify(given) }) => called(id, name, rawInput)),
  ];
  return [
    event('message_start', {
      message: { ...message, usage: { ...counts, output_tokens: 1 }, input_transformations: dropped },
    }),
    ...blocks.flatMap((deltas, index) => deltas.map(([type, fields]) => event(type, { index, ...fields }))),
    event('message_delta', {
      delta: { stop_reason: STOPS[end], stop_sequence: null, stop_details: details },
      usage: { ...counts, output_tokens: output },
    }),
    event('message_stop', {}),
  ];
}

type Part = readonly [type: string, fields: Fields];

function thought(thinking: string, signature: string): readonly Part[] {
  return block({ type: 'thinking', thinking: '', signature: '' }, [
    ...pieces(thinking).map((piece) => ({ type: 'thinking_delta', thinking: piece })),
    { type: 'signature_delta', signature },
  ]);
}

function said(text: string): readonly Part[] {
  return block(
    { type: 'text', text: '' },
    pieces(text).map((piece) => ({ type: 'text_delta', text: piece })),
  );
}

function called(id: string, name: string, json: string): readonly Part[] {
  const deltas = pieces(json === '{}' ? '' : json).map((piece) => ({ type: 'input_json_delta', partial_json: piece }));
  return block({ type: 'tool_use', id, name, input: {} }, [{ type: 'input_json_delta', partial_json: '' }, ...deltas]);
}

function block(start: Fields, deltas: readonly Fields[]): readonly Part[] {
  return [
    ['content_block_start', { content_block: start }],
    ['ping', {}],
    ...deltas.map((delta): Part => ['content_block_delta', { delta }]),
    ['content_block_stop', {}],
  ];
}

function pieces(text: string): readonly string[] {
  const characters = Array.from(text);
  return Array.from({ length: Math.ceil(characters.length / PIECE) }, (_, i) =>
    characters.slice(i * PIECE, (i + 1) * PIECE).join(''),
  );
}

function event(type: string, fields: Fields): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}
