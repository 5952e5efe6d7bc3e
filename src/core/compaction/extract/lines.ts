/** Splits a message into lines, each with its kind and token count; cached for each entry. */
import { assertNever } from '../../lang/assert-never.ts';
import type { Json } from '../../lang/json.ts';
import type { Block } from '../../message/message.ts';
import type { MessageEntry } from '../../thread/entry.ts';
import { linesOf, type PassageLine } from './split.ts';

/**
 * `command`, `written` (new text of a file), `anchor` (text that an edit looks for) and `argument` are what a call was given;
 * `said` and `thought` are the model's own prose, `result` is what a tool gave back.
 */
export type LineKind =
  | 'typed'
  | 'program'
  | 'said'
  | 'thought'
  | 'command'
  | 'written'
  | 'anchor'
  | 'argument'
  | 'result'
  | 'summary';

/** Lines that stood together: the text of a block, or one field of a call. */
export interface Passage {
  readonly kind: LineKind;
  readonly lines: readonly PassageLine[];
  /** Which call it belongs to: its own, or the one that it answers. */
  readonly call?: string;
  readonly isError?: boolean;
}

const known = new WeakMap<MessageEntry, readonly Passage[]>();

export function passagesOf(entry: MessageEntry): readonly Passage[] {
  const found = known.get(entry);
  if (found) return found;
  const passages = entry.blocks.flatMap((block) => passagesOfBlock(block, entry));
  known.set(entry, passages);
  return passages;
}

/** Passages of a text that stands outside of the entries. */
export function passageOf(kind: LineKind, text: string): Passage {
  return { kind, lines: linesOf(text, kind === 'said' || kind === 'thought') };
}

function passagesOfBlock(block: Block, entry: MessageEntry): readonly Passage[] {
  switch (block.type) {
    case 'text':
      return [
        passageOf(entry.origin === 'model' ? 'said' : entry.origin === 'typed' ? 'typed' : 'program', block.text),
      ];
    case 'thinking':
      return [passageOf('thought', block.text)];
    case 'tool_use':
      return fieldsOf(block.input).map(([kind, text]) => ({ kind, lines: linesOf(text), call: block.id }));
    case 'tool_result':
      return block.content.flatMap((part) =>
        part.type === 'text'
          ? [
              {
                kind: 'result',
                lines: linesOf(part.text),
                call: block.toolUseId,
                ...(block.isError && { isError: true }),
              } as const,
            ]
          : [],
      );
    case 'attachment':
      return [passageOf('result', block.text)];
    case 'redacted_thinking':
    case 'native':
    case 'image':
    case 'document':
    case 'checkpoint':
    case 'reminder':
      return [];
    default:
      return assertNever(block);
  }
}

const ANCHOR = /^(?:old_?(?:string|text|str)|old|search)$/i;
const WRITTEN = /^(?:new_?(?:string|text|str)|new|content|file_?text|replace(?:ment)?)$/i;
const COMMAND = /^(?:command|cmd|chars|code|script|text)$/i;
const DEPTH = 6;

/** The texts of a call's input, by what they are for. */
function fieldsOf(input: Json, key = '', depth = 0): readonly (readonly [LineKind, string])[] {
  if (typeof input === 'string') return input.includes('*** Begin Patch') ? patchFields(input) : [[kindOf(key), input]];
  if (typeof input !== 'object' || input === null || depth > DEPTH) return [];
  if (Array.isArray(input)) return input.flatMap((item: Json) => fieldsOf(item, key, depth + 1));
  return Object.entries(input).flatMap(([name, value]) => fieldsOf(value, name, depth + 1));
}

function kindOf(key: string): LineKind {
  if (ANCHOR.test(key)) return 'anchor';
  if (WRITTEN.test(key)) return 'written';
  return COMMAND.test(key) ? 'command' : 'argument';
}

/** A patch holds both what it looks for and what it writes. */
function patchFields(patch: string): readonly (readonly [LineKind, string])[] {
  const anchor: string[] = [];
  const written: string[] = [];
  const argument: string[] = [];
  for (const line of patch.split('\n')) {
    if (line.startsWith('***') || line.startsWith('@@')) argument.push(line);
    else if (line.startsWith('+')) written.push(line.slice(1));
    else anchor.push(line.slice(1));
  }
  return [
    ['argument', argument.join('\n')],
    ['anchor', anchor.join('\n')],
    ['written', written.join('\n')],
  ];
}
