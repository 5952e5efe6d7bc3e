/** The passages of the removed messages, each with its position and the kind of tool call that it belongs to. */
import type { CallKind } from '../../thread/tool-kind.ts';
import type { ExtractItem } from '../extract-input.ts';
import type { PastCall } from './calls.ts';
import { touched } from './files.ts';
import { type Passage, passageOf, passagesOf } from './lines.ts';

/** `at` counts the head's items. */
export interface PassageSource {
  readonly passage: Passage;
  readonly at: number;
  readonly call: CallKind | undefined;
}

export function sourcesOf(head: readonly ExtractItem[], calls: readonly PastCall[]): readonly PassageSource[] {
  const kinds = new Map(calls.map((call) => [call.request.id, kindOf(call)]));
  return head.flatMap((item, at) => {
    const passages = item.type === 'summary' ? [passageOf('summary', item.text)] : passagesOf(item.entry);
    return passages.map((passage) => ({
      passage,
      at,
      call: passage.call === undefined ? undefined : kinds.get(passage.call),
    }));
  });
}

/** A command that prints a file reads it: what it gives back is the file's text. */
function kindOf(call: PastCall): CallKind {
  const { kind } = call.request;
  return kind === 'run' && touched(call).some((touch) => touch.kind === 'read') ? 'read' : kind;
}
