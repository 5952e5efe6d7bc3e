/** The input of a tool call as a person reads it. */
import { indentedJson } from '../lang/cap-depth.ts';
import { isRecord } from '../lang/json-fields.ts';
import type { ToolUseBlock } from '../message/message.ts';

/** The task of a sub-agent as text, else indented JSON. */
export function inputText({ name, input }: ToolUseBlock): string {
  if (name === 'ask_agent' && isRecord(input) && typeof input.task === 'string') return input.task;
  return indentedJson(input);
}
