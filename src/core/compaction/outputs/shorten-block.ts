/** Shortens one block of a round: a text, the input of a call, or the content of a result. */
import { assertNever } from '../../lang/assert-never.ts';
import type { ResultContent, TextBlock, ToolResultBlock, ToolUseBlock } from '../../message/message.ts';
import type { MessageEntry } from '../../thread/entry.ts';
import { estimateBlock } from '../../tokens/estimate.ts';
import { blocksRef } from '../../tool-output/ref.ts';
import { CACHE_TOOL } from '../../tool-output/tool-names.ts';
import { refOfBlock } from './result-ref.ts';
import { type CutPart, capFor, shortenInput, shortenText } from './shorten-text.ts';

/** An original block in its place in the log. */
export interface PlacedBlock {
  readonly entry: MessageEntry;
  readonly index: number;
  readonly block: TextBlock | ToolUseBlock | ToolResultBlock;
}

export interface ShortenBlockOptions {
  /** Tokens. */
  readonly most: number;
  /** The notes name refs, because the model has the cache tools. */
  readonly namesRef: boolean;
}

/** The longest name of a tool that a provider takes (docs/wire-rules.md, "Anthropic Messages"). */
const NAME_LENGTH = 128;

/**
 * The block with at most about `most` tokens; the same block where it can't get smaller. A signature goes, since it seals the text or the
 * call as the model wrote it (docs/wire-rules.md, "Thinking and signatures").
 */
export function shortenBlock(placed: PlacedBlock, options: ShortenBlockOptions): PlacedBlock['block'] {
  const { block } = placed;
  const short = shortened(placed, options);
  return estimateBlock(short) < estimateBlock(block) ? short : block;
}

function shortened({ entry, index, block }: PlacedBlock, { most, namesRef }: ShortenBlockOptions) {
  const ref = namesRef ? blocksRef(entry.id, index) : undefined;
  switch (block.type) {
    case 'text':
      return { type: 'text', text: shortenText(block.text, { most, noteFor: note(ref) }) } as const;
    case 'tool_use': {
      const { type, id } = block;
      const name = block.name.slice(0, NAME_LENGTH);
      const bare = estimateBlock({ type, id, name, input: {} });
      return { type, id, name, input: shortenInput(block.input, { most: most - bare, noteFor: note(ref) }) };
    }
    case 'tool_result':
      return shortenResult(block, most, namesRef ? refOfBlock(entry, index, block) : undefined);
    default:
      return assertNever(block);
  }
}

/** What a result takes beside its content. */
const FRAME = estimateBlock({ type: 'tool_result', toolUseId: '', content: [] });

function shortenResult(block: ToolResultBlock, most: number, ref: string | undefined): ToolResultBlock {
  const each = capFor(block.content.map(estimateBlock), most - FRAME);
  // A ref opens all texts of the result, one below the other.
  let lines = 0;
  const content = block.content.map((part): ResultContent => {
    const before = lines;
    lines += part.type === 'text' ? part.text.split('\n').length : 1;
    if (estimateBlock(part) <= each) return part;
    if (part.type !== 'text') return { type: 'text', text: mediaNote(part.type, ref) };
    const noteFor = (left: CutPart) => resultNote(left, before, ref);
    return { type: 'text', text: shortenText(part.text, { most: each, noteFor }) };
  });
  return { ...block, content };
}

const WHY = 'to fit the context window';

function note(ref: string | undefined) {
  return ({ characters }: CutPart) => `[${characters} characters left out ${WHY}${ref ? `; ref=${ref}` : ''}]`;
}

function resultNote({ characters, line }: CutPart, before: number, ref: string | undefined): string {
  const how = ref ? `; the rest: ${CACHE_TOOL} ref_id=${ref} offset=${before + line}` : '';
  return `[${characters} characters left out ${WHY}${how}]`;
}

function mediaNote(type: 'image' | 'document', ref: string | undefined): string {
  return `[${type === 'image' ? 'An image' : 'A document'} left out ${WHY}${ref ? `; ref=${ref}` : ''}]`;
}
