/** Imports Gemini API contents: an array, or a request that holds one. */

import type { Json } from '../../lang/json.ts';
import { field, filledText, isList, isRecord, timeOf } from '../../lang/json-fields.ts';
import type { DocumentFormat, Part } from '../reader/import-format.ts';
import { systemPrompt, titleOf } from '../reader/message-list.ts';
import { userMessages } from '../reader/user-message.ts';
import { GeminiParts } from './parts.ts';
import { isGeminiProgramText } from './text.ts';

const ROLES: readonly unknown[] = ['user', 'model', 'function', 'system'];

export const geminiContents: DocumentFormat<'gemini-contents'> = {
  id: 'gemini-contents',
  label: 'Gemini contents (JSON)',
  shape: 'document',
  matches: (document) =>
    contentsOf(document)?.some(
      (one) => isRecord(one) && isList(one.parts) && one.info === undefined && ROLES.includes(one.role ?? 'user'),
    ) ?? false,
  read: (document, at) => {
    const parts = new GeminiParts();
    const model = filledText(field(document, 'model'));
    const system = field(document, 'systemInstruction') ?? field(document, 'system_instruction');
    const contents = contentsOf(document) ?? [];
    return [
      ...titleOf(document),
      ...systemPrompt(field(system, 'parts') ?? system, at),
      ...contents.flatMap((content, index) => readContent(content, index + 1, { at, model, parts })),
    ];
  },
};

interface Reading {
  readonly at: number;
  readonly model: string | undefined;
  readonly parts: GeminiParts;
}

function readContent(content: Json, number: number, { at, model, parts }: Reading): readonly Part[] {
  const odd = (detail: string): Part => ({ type: 'odd', line: number, detail: `message ${number}: ${detail}` });
  if (!isRecord(content)) return [odd('not an object')];
  const role = content.role ?? 'user';
  if (!ROLES.includes(role)) return [odd(`unknown role ${JSON.stringify(role).slice(0, 40)}`)];
  if (role === 'system') return systemPrompt(content.parts, at);
  const { blocks, odd: details } = parts.read(content.parts);
  const time = timeOf(content.timestamp) ?? at;
  if (role === 'model') {
    const head = { type: 'message', at: time, origin: 'model', source: 'imported' } as const;
    const said: Part = { type: 'message', message: { ...head, ...(model !== undefined && { model }), blocks } };
    return [...details.map(odd), ...(blocks.length > 0 ? [said] : [])];
  }
  // What stands beside results was put there by the program: nobody types while they are sent.
  const program = role !== 'user' || blocks.some((block) => block.type === 'tool_result');
  const messages = userMessages({ at: time, blocks, isProgram: isGeminiProgramText, program });
  return [...details.map(odd), ...messages.map((message): Part => ({ type: 'message', message }))];
}

/** A checkpoint of Gemini CLI has them as its history. */
function contentsOf(document: Json): readonly Json[] | undefined {
  const contents = isList(document) ? document : (field(document, 'contents') ?? field(document, 'history'));
  return isList(contents) ? contents : undefined;
}
