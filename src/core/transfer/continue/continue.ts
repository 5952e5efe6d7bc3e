/** Imports Continue's sessions (JSON): chat messages with the context beside them. */

import type { Json } from '../../lang/json.ts';
import { countOf, type ForeignRecord, field, filledText, isList, isRecord, stringOf } from '../../lang/json-fields.ts';
import type { Block, TokenUsage } from '../../message/message.ts';
import { decodeParts } from '../openai/parts.ts';
import { toolArguments } from '../openai/tool-arguments.ts';
import type { DocumentFormat, ImportedMessage, Part } from '../reader/import-format.ts';
import { systemPrompt } from '../reader/message-list.ts';
import { nonZeroUsage } from '../reader/recorded-usage.ts';
import { userMessages } from '../reader/user-message.ts';

/** https://github.com/continuedev/continue/blob/main/core/index.d.ts (`Session`, `ChatHistoryItem`) */
export const continueSession: DocumentFormat<'continue'> = {
  id: 'continue',
  label: 'Continue session (JSON)',
  shape: 'document',
  matches: (document) => {
    const history = field(document, 'history');
    return (
      isList(history) &&
      history.some(
        (item) => isRecord(field(item, 'message')) && typeof field(field(item, 'message'), 'role') === 'string',
      )
    );
  },
  read: (document, at) => {
    const history = field(document, 'history');
    const items = isList(history) ? history : [];
    const title = filledText(field(document, 'title'));
    const answered = new Set(items.flatMap((item) => filledText(field(field(item, 'message'), 'toolCallId')) ?? []));
    return [
      ...(title === undefined ? [] : [{ type: 'title', title: title.trim(), rank: 1 } as const]),
      ...items.flatMap((item, index) => readItem(item, index + 1, at, answered)),
    ];
  },
};

function readItem(item: Json, number: number, at: number, answered: ReadonlySet<string>): readonly Part[] {
  const odd = (detail: string): Part => ({ type: 'odd', line: number, detail: `message ${number}: ${detail}` });
  const message = field(item, 'message');
  if (!isRecord(item) || !isRecord(message)) return [odd('no message')];
  return [...readMessage(item, message, at, answered, odd), ...summary(item, at)];
}

function readMessage(
  item: ForeignRecord,
  message: ForeignRecord,
  at: number,
  answered: ReadonlySet<string>,
  odd: (detail: string) => Part,
): readonly Part[] {
  const { blocks, odd: details } = decodeParts(partsOf(message.content));
  const before = details.map(odd);
  switch (message.role) {
    case 'system':
      return systemPrompt(message.content, at);
    case 'user': {
      const all = [...blocks, ...contextOf(item.contextItems)];
      return [...before, ...asParts(userMessages({ at, blocks: all, isProgram: () => false, program: false }))];
    }
    case 'thinking': {
      const [data, signature] = [filledText(message.redactedThinking), filledText(message.signature)];
      const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
      const thought: Block = { type: 'thinking', text, ...(signature !== undefined && { signature }) };
      if (data !== undefined) return [...before, ...own(at, item, message, [{ type: 'redacted_thinking', data }])];
      return [...before, ...(text === '' && signature === undefined ? [] : own(at, item, message, [thought]))];
    }
    case 'assistant': {
      const thought = filledText(field(item.reasoning, 'text'));
      const calls = (isList(message.toolCalls) ? message.toolCalls : []).flatMap((call): readonly Block[] => {
        const [id, name] = [filledText(field(call, 'id')), filledText(field(field(call, 'function'), 'name'))];
        if (id !== undefined && name !== undefined)
          return [{ type: 'tool_use', id, name, input: toolArguments(field(field(call, 'function'), 'arguments')) }];
        before.push(odd('a call without id or name kept as text'));
        return [{ type: 'text', text: JSON.stringify(call) }];
      });
      const said: readonly Block[] = [
        ...(thought === undefined ? [] : [{ type: 'thinking', text: thought } as const]),
        ...blocks,
        ...calls,
      ];
      return [...before, ...own(at, item, message, said), ...statedResults(item, at, answered)];
    }
    case 'tool': {
      const toolUseId = filledText(message.toolCallId);
      if (toolUseId === undefined) return [...before, odd('a result without a call')];
      return [...before, ...asParts([tools(at, [{ type: 'tool_result', toolUseId, content: blocks }])])];
    }
    default:
      return [odd(`unknown role ${JSON.stringify(message.role ?? null).slice(0, 40)}`)];
  }
}

/** `imageUrl` is what OpenAI calls `image_url`. */
function partsOf(content: Json | undefined): Json | undefined {
  if (!isList(content)) return content;
  return content.map((part) =>
    isRecord(part) && part.type === 'imageUrl' ? { ...part, image_url: part.imageUrl ?? null } : part,
  );
}

/** Files and other things that the person attached. */
function contextOf(items: Json | undefined): readonly Block[] {
  return (isList(items) ? items : []).flatMap((item): readonly Block[] => {
    const text = filledText(field(item, 'content'));
    const name = filledText(field(item, 'description')) ?? filledText(field(item, 'name')) ?? 'context';
    return text === undefined ? [] : [{ type: 'reminder', text: `Attached: ${name}\n${text}` }];
  });
}

/** The results of calls that no message of their own answers: older versions have one call a message, newer several. */
function statedResults(item: ForeignRecord, at: number, answered: ReadonlySet<string>): readonly Part[] {
  const states = isList(item.toolCallStates) ? item.toolCallStates : [item.toolCallState ?? null];
  const results = states.flatMap((state): readonly Block[] => {
    const [toolUseId, output] = [filledText(field(state, 'toolCallId')), field(state, 'output')];
    const isOver = field(state, 'status') === 'done' || (isList(output) && output.length > 0);
    if (toolUseId === undefined || answered.has(toolUseId) || !isList(output) || !isOver) return [];
    const content = output.flatMap((one) => {
      const text = filledText(field(one, 'content'));
      return text === undefined ? [] : [{ type: 'text', text } as const];
    });
    const isError = field(state, 'status') === 'errored';
    return [{ type: 'tool_result', toolUseId, content, ...(isError && { isError }) }];
  });
  return results.length === 0 ? [] : asParts([tools(at, results)]);
}

/** A summary of all up to this message; the model is sent it and what follows. */
function summary(item: ForeignRecord, at: number): readonly Part[] {
  const text = filledText(item.conversationSummary);
  if (text === undefined) return [];
  return [{ type: 'compacted', at, replacement: [{ role: 'user', blocks: [{ type: 'text', text }] }] }];
}

function own(at: number, item: ForeignRecord, message: ForeignRecord, blocks: readonly Block[]): readonly Part[] {
  if (blocks.length === 0) return [];
  const log = isList(item.promptLogs) ? item.promptLogs.at(-1) : undefined;
  const model =
    stringOf(field(field(log ?? null, 'completionOptions'), 'model')) ?? filledText(field(log ?? null, 'modelTitle'));
  const usage = usageOf(message.usage);
  const head = { type: 'message', at, origin: 'model', source: 'imported' } as const;
  return asParts([{ ...head, ...(model !== undefined && { model }), ...(usage && { usage }), blocks }]);
}

function usageOf(usage: Json | undefined): TokenUsage | undefined {
  const details = field(usage, 'promptTokensDetails');
  const all = countOf(field(usage, 'promptTokens'));
  const cacheRead = Math.min(all, countOf(field(details, 'cachedTokens')));
  const cacheCreation = Math.min(all - cacheRead, countOf(field(details, 'cacheWriteTokens')));
  return nonZeroUsage({
    input: all - cacheRead - cacheCreation,
    output: countOf(field(usage, 'completionTokens')),
    cacheCreation,
    cacheRead,
  });
}

function tools(at: number, blocks: readonly Block[]): ImportedMessage {
  return { type: 'message', at, origin: 'tools', source: 'imported', blocks };
}

function asParts(messages: readonly ImportedMessage[]): readonly Part[] {
  return messages.map((message): Part => ({ type: 'message', message }));
}
