/** What the editor and GitHub Copilot behind it refuse in a request (`validateRequest` and `validateTools` of microsoft/vscode-copilot-chat). */
import type * as vscode from 'vscode';
import type { Json } from '../../src/core/lang/json.ts';
import type { LmApi } from '../../src/providers/vscode-lm/api.ts';

export interface LmPart {
  readonly type: 'text' | 'call' | 'result' | 'data' | 'unknown';
  readonly [key: string]: Json;
}
export interface LmMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly LmPart[];
}
export interface LmRequest {
  readonly messages: readonly LmMessage[];
  readonly tools: readonly string[];
}

const UNPAIRED =
  'Invalid request: Tool call part must be followed by a User message with a LanguageModelToolResultPart with a matching callId.';

/** The request as plain data. */
export function plain(
  api: LmApi,
  messages: readonly vscode.LanguageModelChatMessage[],
  tools: readonly vscode.LanguageModelChatTool[] = [],
): LmRequest & { readonly [key: string]: Json } {
  const part = (one: unknown): LmPart => {
    if (one instanceof api.LanguageModelTextPart) return { type: 'text', text: one.value };
    if (one instanceof api.LanguageModelToolCallPart)
      return { type: 'call', callId: one.callId, name: one.name, input: JSON.parse(JSON.stringify(one.input)) };
    if (one instanceof api.LanguageModelToolResultPart)
      return { type: 'result', callId: one.callId, content: one.content.map(part) };
    if (one instanceof api.LanguageModelDataPart)
      return { type: 'data', mimeType: one.mimeType, bytes: one.data.length };
    return { type: 'unknown' };
  };
  return {
    messages: messages.map(({ role, content }) => ({
      role: role === 1 ? 'user' : 'assistant',
      content: content.map(part),
    })),
    tools: tools.map(({ name }) => name),
  };
}

/** One line for each reason to refuse it. */
export function lmRejects({ messages, tools }: LmRequest): readonly string[] {
  const found: string[] = [];
  const seen = new Set<Json | undefined>();
  if (messages.length === 0) found.push('Invalid request: no messages.');
  if (tools.length > 128) found.push('Cannot have more than 128 tools per request.');
  for (const name of tools)
    if (!/^[\w-]+$/.test(name))
      found.push(`Invalid tool name "${name}": only alphanumeric characters, hyphens, and underscores are allowed.`);
  for (const [at, { role, content }] of messages.entries()) {
    const say = (what: string) => found.push(`messages[${at}]: ${what}`);
    if (content.length === 0) say('empty content');
    for (const part of content) rejectPart(part, role, say);
    const calls = content.filter(({ type }) => type === 'call').map(({ callId }) => callId);
    for (const id of calls) {
      if (seen.has(id)) say(`callId ${id} twice`);
      seen.add(id);
    }
    const next = messages[at + 1];
    const isAnswer = next?.role === 'user' && next.content.every(({ type }) => type === 'result');
    const answers = isAnswer ? next.content.map(({ callId }) => callId) : [];
    if (calls.length > 0 && calls.join() !== answers.join()) say(UNPAIRED);
    const isAfterCalls = messages[at - 1]?.content.some(({ type }) => type === 'call');
    if (content.some(({ type }) => type === 'result') && !isAfterCalls) say('a result without its call');
  }
  return found;
}

function rejectPart(part: LmPart, role: LmMessage['role'], say: (what: string) => void): void {
  if (part.type === 'unknown') say('a part of an unknown class');
  if (part.type === 'text' && !/\S/.test(String(part.text))) say('a text part without text');
  if (part.type === 'data' && (part.bytes === 0 || part.mimeType === '')) say('a data part without data');
  if (part.type === 'call' && role !== 'assistant') say('a call of the user');
  if (part.type === 'call' && (typeof part.input !== 'object' || part.input === null || Array.isArray(part.input)))
    say('input is no object');
  if (part.type === 'call' && !/^[\w-]+$/.test(String(part.name))) say(`tool name ${part.name}`);
  if (part.type === 'result' && role !== 'user') say('a result of the assistant');
  if (part.type === 'result' && Array.isArray(part.content)) {
    if (part.content.length === 0) say('a result without content');
    for (const inner of part.content) rejectPart(inner, role, say);
  }
}
