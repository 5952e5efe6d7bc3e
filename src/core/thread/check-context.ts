/** Checks a context against the providers' rules and lists the violations. */
import type { Block, Message } from '../message/message.ts';

export interface Violation {
  readonly rule:
    | 'first-is-user'
    | 'roles-alternate'
    | 'message-not-empty'
    | 'text-not-blank'
    | 'call-answered'
    | 'result-called'
    | 'results-first'
    | 'tool-id-unique'
    | 'block-of-role';
  /** Index of the message. */
  readonly message: number;
  readonly detail: string;
}

const USER_BLOCKS: readonly Block['type'][] = [
  'text',
  'image',
  'document',
  'attachment',
  'tool_result',
  'checkpoint',
  'reminder',
];
const ASSISTANT_BLOCKS: readonly Block['type'][] = ['text', 'thinking', 'redacted_thinking', 'native', 'tool_use'];

/** Every violation in a projected context; none for a valid one. Written apart from `toWireOrder`, so that each tests the other. */
export function checkContext(messages: readonly Message[]): readonly Violation[] {
  const found: Violation[] = [];
  const ids = new Set<string>();
  let unanswered = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const report = (rule: Violation['rule'], detail: string) => found.push({ rule, message: index, detail });
    if (index === 0 && message.role !== 'user' && message.blocks[0]?.type !== 'native')
      report('first-is-user', message.role);
    if (index > 0 && messages[index - 1]?.role === message.role) report('roles-alternate', message.role);
    if (message.blocks.length === 0) report('message-not-empty', message.role);
    const allowed = message.role === 'user' ? USER_BLOCKS : ASSISTANT_BLOCKS;
    const calls = new Set<string>();
    let onlyResults = true;
    for (const block of message.blocks) {
      if (!allowed.includes(block.type)) report('block-of-role', `${block.type} in ${message.role}`);
      if (block.type === 'text' && block.text.trim() === '') report('text-not-blank', message.role);
      if (block.type === 'tool_use') {
        if (ids.has(block.id)) report('tool-id-unique', block.id);
        ids.add(block.id);
        calls.add(block.id);
      }
      if (block.type === 'tool_result') {
        if (!unanswered.delete(block.toolUseId)) report('result-called', block.toolUseId);
        if (!onlyResults) report('results-first', block.toolUseId);
      } else onlyResults = false;
    }
    for (const id of unanswered) report('call-answered', id);
    unanswered = calls;
  }
  for (const id of unanswered) found.push({ rule: 'call-answered', message: messages.length, detail: id });
  return found;
}
