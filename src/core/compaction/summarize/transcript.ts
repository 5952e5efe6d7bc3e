/** Renders messages as a plain-text transcript for a summarizer: no tool blocks, long results clipped (R43). */

import { assertNever } from '../../lang/assert-never.ts';
import { endOf, startOf } from '../../lang/clip.ts';
import type { List } from '../../lang/grow-list.ts';
import { attachmentLocation } from '../../message/attachment.ts';
import type { Block, ToolResultBlock } from '../../message/message.ts';
import type { Origin } from '../../thread/entry.ts';
import type { ContextItem } from '../../thread/items.ts';
import { describeCall } from '../../thread/tool-kind.ts';

/** Characters of a result: its beginning, and its end, where errors stand. */
const RESULT_HEAD = 1_600;
const RESULT_TAIL = 800;

/** One text for each item, with a line that says who speaks. */
export function transcriptOf(items: List<ContextItem>): readonly string[] {
  return items.flatMap((item) => {
    const said = item.message.blocks.flatMap(blockText);
    return said.length === 0 ? [] : [`[${authorOf(item)}]\n${said.join('\n')}`];
  });
}

function authorOf(item: ContextItem): string {
  if (item.type === 'edit') return 'Summary of earlier messages';
  const { origin } = item.entry;
  return AUTHOR[origin];
}

const AUTHOR: Readonly<Record<Origin, string>> = {
  model: 'Assistant',
  tools: 'Tool results',
  typed: 'Person',
  program: 'Program',
};

function blockText(block: Block): readonly string[] {
  switch (block.type) {
    case 'text':
    case 'native':
      return block.text.trim() === '' ? [] : [block.text];
    case 'tool_use': {
      const { subject, range } = describeCall(block.name, block.input);
      const lines = range ? `:${range.from}${range.to === undefined ? '' : `-${range.to}`}` : '';
      return [`(called ${block.name} ${subject}${lines})`];
    }
    case 'tool_result':
      return [resultText(block)];
    case 'attachment':
      return [`(attached ${attachmentLocation(block)})\n${clipped(block.text)}`];
    case 'image':
    case 'document':
      return [`(${block.type})`];
    case 'thinking':
    case 'redacted_thinking':
    case 'checkpoint':
    case 'reminder':
      return [];
    default:
      return assertNever(block);
  }
}

function resultText(block: ToolResultBlock): string {
  const text = block.content.map((c) => (c.type === 'text' ? c.text : `(${c.type})`)).join('\n');
  const label = block.isError ? '(failed) ' : '';
  return label + clipped(text);
}

function clipped(text: string): string {
  if (text.length <= RESULT_HEAD + RESULT_TAIL) return text;
  const [start, end] = [startOf(text, RESULT_HEAD), endOf(text, RESULT_TAIL)];
  return `${start}\n(… ${text.length - start.length - end.length} characters left out …)\n${end}`;
}
