/** Splits a recorded user message by author: tool results, the person, and the program. */
import type { Block } from '../../message/message.ts';
import type { Origin } from '../../thread/entry.ts';
import type { ImportedMessage } from './import-format.ts';
import { splitReminders } from './reminders.ts';

export interface UserMessage {
  readonly at: number;
  readonly blocks: readonly Block[];
  /** True for a text that a program wrote. */
  readonly isProgram: (text: string) => boolean;
  /** The whole message is a program's. */
  readonly program: boolean;
}

/**
 * The messages of one record: tool results first, what was said beside them as a message of its own. A program's text
 * beside a person's is a reminder, and reminders alone are the program's.
 */
export function userMessages({ at, blocks, isProgram, program }: UserMessage): readonly ImportedMessage[] {
  const results = blocks.filter((block) => block.type === 'tool_result');
  const rest = blocks.flatMap((block): readonly Block[] => {
    if (block.type === 'tool_result') return [];
    return block.type === 'text' ? splitReminders(block.text) : [block];
  });
  const said = rest.filter((block) => block.type !== 'reminder' && block.type !== 'checkpoint');
  const byPerson = !program && said.some((block) => block.type !== 'text' || !isProgram(block.text));
  const message = (origin: Origin, content: readonly Block[]): ImportedMessage => {
    return { type: 'message', at, origin, source: 'imported', blocks: content };
  };
  if (results.length > 0 && said.length === 0) return [message('tools', [...results, ...rest])];
  const beside = byPerson ? rest.map((block) => asReminder(block, isProgram)) : rest;
  return [
    ...(results.length > 0 ? [message('tools', results)] : []),
    ...(beside.length > 0 ? [message(byPerson ? 'typed' : 'program', beside)] : []),
  ];
}

function asReminder(block: Block, isProgram: (text: string) => boolean): Block {
  return block.type === 'text' && isProgram(block.text) ? { type: 'reminder', text: block.text } : block;
}
