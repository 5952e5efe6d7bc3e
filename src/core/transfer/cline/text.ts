/** Sorts the blocks of Cline's user messages: tool results, the person's text, and program text. */
import type { Block, ResultContent } from '../../message/message.ts';
import { Answers } from './answers.ts';
import { type OpenCall, RESULT } from './call.ts';

const TYPED = ['task', 'feedback', 'user_message'] as const;

/** Inside a result, where anything may stand, only at its end. */
const TYPED_AT_END = ['feedback', 'user_message'] as const;
const ADDED = /^\s*(<(environment_details|explicit_instructions)\b|\[TASK RESUMPTION\]|# (task_progress|TODO))/i;
const ENVIRONMENT = /^\s*<environment_details>/;

/**
 * The blocks, as they are to be sorted by origin: `open` are the calls before them. What a person typed stands without its
 * tags, what the program added is a reminder, and texts that open as a result does are the results of these calls.
 */
export function splitUserBlocks(blocks: readonly Block[], open: readonly OpenCall[]): readonly Block[] {
  const answers = new Answers(open, blocks);
  const rest: Block[] = [];
  for (const block of blocks) {
    if (block.type === 'tool_result') {
      rest.push(...withoutTyped(block));
      continue;
    }
    if (block.type !== 'text') {
      if (answers.isOpen && (block.type === 'image' || block.type === 'document')) answers.add(block);
      else rest.push(block);
      continue;
    }
    if (ADDED.test(block.text)) answers.end();
    else answers.begin(block.text);
    const { typed, text } = answers.isOpen
      ? splitAtEnd(block.text)
      : ENVIRONMENT.test(block.text)
        ? whole(block.text)
        : split(block.text);
    const given = answers.isOpen ? text.replace(RESULT, '') : text;
    if (given !== '' && answers.isOpen) answers.add({ type: 'text', text: given });
    else if (given !== '') rest.push({ type: 'reminder', text: given });
    rest.push(...typed);
  }
  return [...answers.results(), ...rest];
}

function withoutTyped(block: Extract<Block, { type: 'tool_result' }>): readonly Block[] {
  const parts = block.content.map((part) => (part.type === 'text' ? splitAtEnd(part.text) : { typed: [], text: part }));
  const content = parts.flatMap(({ text }): readonly ResultContent[] => {
    if (typeof text !== 'string') return [text];
    return text === '' ? [] : [{ type: 'text', text }];
  });
  return [{ ...block, content }, ...parts.flatMap(({ typed }) => typed)];
}

interface Split {
  readonly typed: readonly Block[];
  /** The rest, trimmed where something was taken out. */
  readonly text: string;
}

function whole(text: string): Split {
  return { typed: [], text };
}

function split(text: string): Split {
  const typed: Block[] = [];
  let rest = text;
  for (const tag of TYPED) {
    const [open, close] = [`<${tag}>`, `</${tag}>`];
    let left = '';
    let at = 0;
    for (let start = rest.indexOf(open); start >= 0; start = rest.indexOf(open, at)) {
      const end = rest.indexOf(close, start);
      if (end < 0) break;
      typed.push(...asTyped(rest.slice(start + open.length, end)));
      left += rest.slice(at, start);
      at = end + close.length;
    }
    rest = left + rest.slice(at);
  }
  return { typed, text: rest.trim() };
}

function splitAtEnd(text: string): Split {
  const trimmed = text.trimEnd();
  const tag = TYPED_AT_END.find((one) => trimmed.endsWith(`</${one}>`));
  const start = tag === undefined ? -1 : trimmed.lastIndexOf(`<${tag}>`);
  if (tag === undefined || start < 0) return whole(text);
  const typed = asTyped(trimmed.slice(start + tag.length + 2, -tag.length - 3));
  return { typed, text: trimmed.slice(0, start).trimEnd() };
}

function asTyped(text: string): readonly Block[] {
  return text.trim() === '' ? [] : [{ type: 'text', text: text.trim() }];
}
