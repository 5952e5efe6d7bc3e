/** Imports exports of VS Code's Copilot Chat: one request for each turn, with its rounds of calls. */

import type { Json } from '../../lang/json.ts';
import {
  countOf,
  type ForeignRecord,
  field,
  filledText,
  isList,
  isRecord,
  stringOf,
  timeOf,
} from '../../lang/json-fields.ts';
import type { Block } from '../../message/message.ts';
import { toolArguments } from '../openai/tool-arguments.ts';
import type { DocumentFormat, ImportedMessage, Part } from '../reader/import-format.ts';
import { nonZeroUsage } from '../reader/recorded-usage.ts';
import { renderedReminders, resultContent, shownParts } from './vscode-content.ts';

export const vscodeCopilot: DocumentFormat<'vscode-copilot'> = {
  id: 'vscode-copilot',
  label: 'VS Code Copilot Chat export (JSON)',
  shape: 'document',
  matches: (document) => {
    const requests = field(document, 'requests');
    if (!isList(requests)) return false;
    const named = typeof field(document, 'responderUsername') === 'string';
    return (
      named || requests.some((request) => isRecord(field(request, 'message')) && isList(field(request, 'response')))
    );
  },
  read: (document, at) => {
    const requests = field(document, 'requests');
    const title = filledText(field(document, 'customTitle'));
    return [
      ...(title === undefined ? [] : [{ type: 'title', title: title.trim(), rank: 1 } as const]),
      ...(isList(requests) ? requests : []).flatMap((request, index) => readTurn(request, index + 1, at)),
    ];
  },
};

function readTurn(request: Json, number: number, fallback: number): readonly Part[] {
  const odd = (detail: string): Part => ({ type: 'odd', line: number, detail: `request ${number}: ${detail}` });
  if (!isRecord(request)) return [odd('not an object')];
  // The person went back to before it: VS Code drops it when the next one is sent.
  if (isRecord(request.shouldBeRemovedOnSend)) return [{ type: 'left-out', kind: 'other branch' }];
  const at = timeOf(request.timestamp) ?? fallback;
  const model = filledText(request.modelId)?.replace(/^copilot\//, '');
  const { result } = request;
  const metadata = field(result, 'metadata');
  const rounds = field(metadata, 'toolCallRounds');
  const answer: readonly Part[] =
    isList(rounds) && rounds.length > 0
      ? rounds.flatMap((round) => readRound(round, field(metadata, 'toolCallResults'), { at, model, odd }))
      : shownParts(request.response).flatMap(({ origin, blocks }) =>
          message(origin, at, blocks, origin === 'model' ? model : undefined),
        );
  return [...typed(request, at, odd), ...withUsage(answer, metadata), ...ending(request, at)];
}

function typed(request: ForeignRecord, at: number, odd: (detail: string) => Part): readonly Part[] {
  const said = request.message;
  const text = stringOf(isRecord(said) ? said.text : said);
  if (text === undefined) return [odd('no text of a person')];
  const reminders = renderedReminders(request).map((reminder) => ({ type: 'reminder', text: reminder }) as const);
  return message('typed', at, [...(text.trim() === '' ? [] : [{ type: 'text', text } as const]), ...reminders]);
}

interface Turn {
  readonly at: number;
  readonly model: string | undefined;
  readonly odd: (detail: string) => Part;
}

/** A round is a message and the results of its calls; with a summary, all up to its end was replaced by it. */
function readRound(round: Json, results: Json | undefined, { at, model, odd }: Turn): readonly Part[] {
  if (!isRecord(round)) return [odd('a round that is not an object')];
  const calls = (isList(round.toolCalls) ? round.toolCalls : []).filter(isRecord);
  const time = timeOf(round.timestamp) ?? at;
  const text = stringOf(round.response) ?? '';
  const unread: Part[] = [];
  const uses = calls.flatMap((call): readonly Block[] => {
    const [id, name] = [filledText(call.id), filledText(call.name)];
    if (id !== undefined && name !== undefined)
      return [{ type: 'tool_use', id, name, input: toolArguments(call.arguments) }];
    unread.push(odd('a call without id or name kept as text'));
    return [{ type: 'text', text: JSON.stringify(call) }];
  });
  const given = calls.flatMap((call): readonly Block[] => {
    const id = filledText(call.id);
    const result = id === undefined ? undefined : field(results, id);
    return id === undefined || result === undefined
      ? []
      : [{ type: 'tool_result', toolUseId: id, content: resultContent(result) }];
  });
  const summary = filledText(round.summary);
  const said: readonly Block[] = text === '' ? [] : [{ type: 'text', text }];
  return [
    ...unread,
    ...message('model', time, [...thinking(round.thinking), ...said, ...uses], model),
    ...message('tools', time, given),
    ...(summary === undefined
      ? []
      : [
          {
            type: 'compacted',
            at: time,
            replacement: [{ role: 'user', blocks: [{ type: 'text', text: summary }] }],
          } as const,
        ]),
  ];
}

function thinking(value: Json | undefined): readonly Block[] {
  const given = field(value, 'text');
  const text = isList(given) ? given.filter((part) => typeof part === 'string').join('\n') : stringOf(given);
  const signature = filledText(field(value, 'encrypted'));
  if (!text && signature === undefined) return [];
  return [{ type: 'thinking', text: text ?? '', ...(signature !== undefined && { signature }) }];
}

/** The export says what the last call of a turn used. */
function withUsage(answer: readonly Part[], metadata: Json | undefined): readonly Part[] {
  const [input, output] = [countOf(field(metadata, 'promptTokens')), countOf(field(metadata, 'outputTokens'))];
  const usage = nonZeroUsage({ input, output, cacheCreation: 0, cacheRead: 0 });
  const last = answer.findLastIndex((part) => part.type === 'message' && part.message.origin === 'model');
  if (!usage || last < 0) return answer;
  return answer.map((part, index) =>
    index === last && part.type === 'message' ? { ...part, message: { ...part.message, usage } } : part,
  );
}

/** `ResponseModelState.Cancelled` */
const CANCELLED = 2;

function ending({ result, isCanceled, modelState }: ForeignRecord, at: number): readonly Part[] {
  const details = field(result, 'errorDetails');
  const error = isRecord(details) ? (filledText(details.message) ?? 'an error without a message') : undefined;
  return [
    ...(error === undefined ? [] : [{ type: 'note', at, text: `The recorded agent reported: ${error}` } as const]),
    ...(isCanceled === true || field(modelState, 'value') === CANCELLED
      ? [{ type: 'note', at, text: 'The turn was cancelled.' } as const]
      : []),
  ];
}

function message(
  origin: ImportedMessage['origin'],
  at: number,
  blocks: readonly Block[],
  model?: string | undefined,
): readonly Part[] {
  if (blocks.length === 0) return [];
  const head = { type: 'message', at, origin, source: 'imported' } as const;
  return [{ type: 'message', message: { ...head, ...(model !== undefined && { model }), blocks } }];
}
