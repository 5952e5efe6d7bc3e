/** Stores an output item's id and encrypted content in a block's signature, so that the API gets them back. */
import type { ResponseReasoningItem } from 'openai/resources/responses/responses';
import type { Json } from '../../core/lang/json.ts';
import { field, isList, parseJson, stringOf } from '../../core/lang/json-fields.ts';

/** The parts of a reasoning item that are sent back; its text is in `summary` and, sealed, in `encrypted_content`. */
export type Reasoning = Pick<ResponseReasoningItem, 'id' | 'summary'> & { readonly encrypted_content: string };

/** Of a message or a call. */
export interface Output {
  readonly id: string;
  /** The reasoning that led to it: its id without that is a 400 ("was provided without its required 'reasoning' item"). */
  readonly after?: string;
  /** Follows that reasoning directly, which is not taken without it. */
  readonly isNext?: boolean;
  /** To be sent back with a message (`ResponseOutputMessage.phase`). */
  readonly phase?: 'commentary' | 'final_answer';
}

export function seal(kept: Reasoning | Output): string {
  return JSON.stringify(kept);
}

export function parseReasoning(signature: string | undefined): Reasoning | undefined {
  const kept = parsed(signature);
  const [id, encrypted_content] = [stringOf(field(kept, 'id')), stringOf(field(kept, 'encrypted_content'))];
  if (id === undefined || encrypted_content === undefined) return undefined;
  const listed = field(kept, 'summary');
  const summary = (isList(listed) ? listed : []).map((part) => ({
    type: 'summary_text' as const,
    text: stringOf(field(part, 'text')) ?? '',
  }));
  return { id, encrypted_content, summary };
}

export function parseOutput(signature: string | undefined): Output | undefined {
  const kept = parsed(signature);
  const [id, after, phase] = [field(kept, 'id'), field(kept, 'after'), field(kept, 'phase')];
  if (typeof id !== 'string') return undefined;
  return {
    id,
    ...(typeof after === 'string' && { after }),
    ...(field(kept, 'isNext') === true && { isNext: true }),
    ...((phase === 'commentary' || phase === 'final_answer') && { phase }),
  };
}

function parsed(signature: string | undefined): Json | undefined {
  const json = signature === undefined ? undefined : parseJson(signature);
  return json?.ok ? json.value : undefined;
}
