/** Imports mini-swe-agent's trajectories: chat messages with costs; older versions write calls in prose. */

import type { Json } from '../../lang/json.ts';
import { type ForeignRecord, field, filledText, isList, isRecord, stringOf, timeOf } from '../../lang/json-fields.ts';
import { ChatReader } from '../openai/chat-messages.ts';
import type { DocumentFormat, Part } from '../reader/import-format.ts';
import { onlyCommand, proseCall } from './prose-call.ts';

/** What the program writes before a person's word. */
const PASSED_ON = /^(Interrupted by user|Command not executed\. The user rejected|The user added a new task)/;
const OBSERVATION = /^\s*(<(returncode|output|exception|warning)\b|Observation:)/;

export const miniSweAgent: DocumentFormat<'mini-swe-agent'> = {
  id: 'mini-swe-agent',
  label: 'mini-swe-agent trajectory (JSON)',
  shape: 'document',
  matches: (document) => {
    const version = stringOf(field(document, 'trajectory_format')) ?? '';
    const named = version.startsWith('mini-swe-agent') || field(field(document, 'info'), 'mini_version') !== undefined;
    return named && isList(field(document, 'messages'));
  },
  read: (document, at) => {
    const config = field(field(document, 'info'), 'config');
    const model = filledText(field(field(config, 'model'), 'model_name'));
    const reader = new ChatReader({ at, model });
    const messages = field(document, 'messages');
    const instance = filledText(field(document, 'instance_id'));
    const title: readonly Part[] = instance === undefined ? [] : [{ type: 'title', title: instance, rank: 1 }];
    const parts = (isList(messages) ? toChat(messages) : []).flatMap((message, index): readonly Part[] => {
      if (!isRecord(message) || message.role !== 'exit') return reader.read(message, index + 1);
      const status = filledText(field(message.extra, 'exit_status')) ?? 'no status';
      const text = `The recorded agent ended: ${[status, filledText(message.content)].filter(Boolean).join('\n\n')}`;
      return [{ type: 'note', at: timeOf(field(message.extra, 'timestamp')) ?? at, text }];
    });
    return [...title, ...parts];
  },
};

/** The messages as chat: one for one, calls in prose with their outputs as calls and results. */
function toChat(messages: readonly Json[]): readonly Json[] {
  const first = messages.findIndex((message) => field(message, 'role') === 'user');
  let open: string | undefined;
  return messages.map((message, index): Json => {
    if (!isRecord(message)) return message;
    const { extra } = message;
    const response = field(extra, 'response');
    const at = field(extra, 'timestamp') ?? field(response, 'created');
    const plain = { ...message, ...(at !== undefined && { timestamp: at }) };
    const call = open;
    open = undefined;
    if (message.role === 'assistant') {
      const model = filledText(field(response, 'model'));
      const said = { ...plain, usage: field(response, 'usage') ?? null, ...(model !== undefined && { model }) };
      const command = isList(message.tool_calls) ? undefined : commandOf(message);
      if (command === undefined || !isOutput(messages[index + 1])) return said;
      open = `prose-${index + 1}`;
      return { ...said, tool_calls: [proseCall(open, command)] };
    }
    const code = field(extra, 'returncode');
    const failed = typeof code === 'number' && code !== 0;
    if (message.role === 'tool') return { ...plain, ...(failed && { is_error: true }) };
    if (message.role !== 'user' || index === first) return plain;
    if (call !== undefined) return { ...plain, role: 'tool', tool_call_id: call, ...(failed && { is_error: true }) };
    return isTyped(message) ? plain : { ...plain, role: 'developer' };
  });
}

function commandOf(message: ForeignRecord): string | undefined {
  const actions = field(message.extra, 'actions');
  if (isList(actions)) return actions.length === 1 ? filledText(field(actions[0], 'command')) : undefined;
  return onlyCommand(stringOf(message.content) ?? '');
}

function isOutput(message: Json | undefined): boolean {
  if (field(message, 'role') !== 'user') return false;
  const extra = field(message, 'extra');
  if (field(extra, 'raw_output') !== undefined || field(extra, 'returncode') !== undefined) return true;
  return OBSERVATION.test(stringOf(field(message, 'content')) ?? '');
}

function isTyped(message: ForeignRecord): boolean {
  return (
    field(message.extra, 'interrupt_type') !== undefined || PASSED_ON.test(stringOf(message.content)?.trimStart() ?? '')
  );
}
