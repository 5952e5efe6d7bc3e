/** Imports Copilot CLI's event files (JSONL, one event a line). */

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
import type { ImportedMessage, LeftOut, LineFormat, LineReader, Part } from '../reader/import-format.ts';
import { MessageAssembler } from '../reader/message-assembler.ts';
import { systemPrompt } from '../reader/message-list.ts';
import { nonZeroUsage } from '../reader/recorded-usage.ts';
import { userMessages } from '../reader/user-message.ts';
import { mediaOf, reminderTexts } from './cli-content.ts';

const FAMILY =
  /^(session|user|assistant|tool|hook|system|subagent|skill|permission|command|external_tool|user_input|elicitation|mcp|pending_messages|capabilities|exit_plan_mode|auto_mode_switch|sampling)[._]/;

export const copilotCli: LineFormat<'copilot-cli'> = {
  id: 'copilot-cli',
  label: 'Copilot CLI events (JSONL)',
  shape: 'lines',
  matches: (line) =>
    isRecord(line) && isRecord(line.data) && typeof line.id === 'string' && 'parentId' in line && isEvent(line.type),
  open: (at) => new Reader(at),
};

class Reader implements LineReader {
  readonly #at: number;
  readonly #round = new MessageAssembler();
  #prompt: string | undefined;
  #model: string | undefined;

  constructor(at: number) {
    this.#at = at;
  }

  read(value: Json, line: number): readonly Part[] {
    const odd = (detail: string): Part => ({ type: 'odd', line, detail });
    if (!isRecord(value)) return [odd('no object')];
    const { type, data } = value;
    if (!isRecord(data)) return [odd('no data')];
    const isSubAgent = filledText(data.parentToolCallId) ?? filledText(value.agentId);
    if (isSubAgent !== undefined || stringOf(type)?.startsWith('subagent.')) return leftOut('sub-agent');
    const at = timeOf(value.timestamp) ?? this.#at;
    switch (type) {
      case 'user.message':
        return this.#user(data, at);
      case 'assistant.message':
        return this.#assistant(data, at, odd);
      case 'tool.execution_complete':
        return this.#result(data, at, odd);
      case 'system.message':
        return this.#system(data, at);
      case 'system.notification':
        return this.#said([{ type: 'text', text: stringOf(data.content) ?? '' }], at, true);
      case 'abort':
        return this.#note(at, `The turn was aborted: ${filledText(data.reason) ?? 'no reason given'}`);
      default:
        return stringOf(type)?.startsWith('session.') ? this.#session(type, data, at) : beside(type, odd);
    }
  }

  end(): readonly Part[] {
    return this.#round.close();
  }

  #user(data: ForeignRecord, at: number): readonly Part[] {
    const text = stringOf(data.content) ?? '';
    const source = filledText(data.source);
    const reminders = reminderTexts(text, stringOf(data.transformedContent), data.attachments);
    const media = (isList(data.attachments) ? data.attachments : []).flatMap(mediaOf);
    const blocks: readonly Block[] = [
      ...(text === '' ? [] : [{ type: 'text', text } as const]),
      ...media,
      ...reminders.map((reminder) => ({ type: 'reminder', text: reminder }) as const),
    ];
    return this.#said(blocks, at, source !== undefined && source !== 'user');
  }

  #said(blocks: readonly Block[], at: number, program: boolean): readonly Part[] {
    const messages = userMessages({ at, blocks, isProgram: () => false, program });
    return messages.flatMap((message) => this.#round.beside([{ type: 'message', message }], true));
  }

  #assistant(data: ForeignRecord, at: number, odd: (detail: string) => Part): readonly Part[] {
    const unread: Part[] = [];
    const [text, thought] = [stringOf(data.content) ?? '', stringOf(data.reasoningText) ?? ''];
    const signature = filledText(data.reasoningOpaque) ?? filledText(data.encryptedContent);
    const calls = (isList(data.toolRequests) ? data.toolRequests : []).flatMap((call): readonly Block[] => {
      const [id, name] = [filledText(field(call, 'toolCallId')), filledText(field(call, 'name'))];
      if (id !== undefined && name !== undefined)
        return [{ type: 'tool_use', id, name, input: toolArguments(field(call, 'arguments')) }];
      unread.push(odd('a call without id or name kept as text'));
      return [{ type: 'text', text: JSON.stringify(call) }];
    });
    const thinking: Block = { type: 'thinking', text: thought, ...(signature !== undefined && { signature }) };
    const blocks: readonly Block[] = [
      ...(thought !== '' || signature !== undefined ? [thinking] : []),
      ...(text === '' ? [] : [{ type: 'text', text } as const]),
      ...calls,
    ];
    const model = filledText(data.model) ?? this.#model;
    // The file says what was written, not what was sent.
    const usage = nonZeroUsage({ input: 0, output: countOf(data.outputTokens), cacheCreation: 0, cacheRead: 0 });
    return [...unread, ...this.#round.assistant({ key: filledText(data.messageId), at, model, usage, blocks })];
  }

  #result(data: ForeignRecord, at: number, odd: (detail: string) => Part): readonly Part[] {
    const toolUseId = filledText(data.toolCallId);
    if (toolUseId === undefined) return [odd('a result without a call')];
    const isError = data.success === false;
    const text = stringOf(field(data.result, 'content')) ?? stringOf(field(data.error, 'message')) ?? '';
    const contents = field(data.result, 'contents');
    const media = (isList(contents) ? contents : []).flatMap(mediaOf);
    const content = [...(text === '' ? [] : [{ type: 'text', text } as const]), ...media];
    const result: Block = { type: 'tool_result', toolUseId, content, ...(isError && { isError }) };
    return this.#round.results(message('tools', at, [result]));
  }

  #system(data: ForeignRecord, at: number): readonly Part[] {
    const prompt = stringOf(data.content);
    if (prompt === undefined || prompt === this.#prompt) return leftOut('bookkeeping');
    this.#prompt = prompt;
    return this.#round.beside(systemPrompt(prompt, at), false);
  }

  #session(type: Json | undefined, data: ForeignRecord, at: number): readonly Part[] {
    switch (type) {
      case 'session.model_change':
        this.#model = filledText(data.newModel) ?? this.#model;
        return leftOut('bookkeeping');
      case 'session.title_changed': {
        const title = filledText(data.title);
        return title === undefined ? leftOut('bookkeeping') : [{ type: 'title', title: title.trim(), rank: 1 }];
      }
      case 'session.error':
        return this.#note(
          at,
          `The recorded agent reported: ${filledText(data.message) ?? 'an error without a message'}`,
        );
      case 'session.truncation':
        return this.#note(
          at,
          `The recorded agent left ${countOf(data.messagesRemovedDuringTruncation)} messages out of its requests from here on.`,
        );
      case 'session.snapshot_rewind':
        return this.#note(
          at,
          `The thread was taken back here: ${countOf(data.eventsRemoved)} events before this no longer counted.`,
        );
      case 'session.compaction_complete':
        return this.#compacted(data, at);
      default:
        return leftOut('bookkeeping');
    }
  }

  #compacted(data: ForeignRecord, at: number): readonly Part[] {
    const summary = filledText(data.summaryContent);
    if (data.success === false || summary === undefined) {
      const why = filledText(data.error) ?? filledText(field(data.error, 'message')) ?? 'no summary is in the file';
      return this.#note(at, `The recorded agent compacted the thread here without effect on this import: ${why}.`);
    }
    const [tokensBefore, tokensAfter] = [countOf(data.preCompactionTokens), countOf(data.postCompactionTokens)];
    const compacted: Part = {
      type: 'compacted',
      at,
      replacement: [{ role: 'user', blocks: [{ type: 'text', text: summary }] }],
      ...(tokensBefore > 0 && { tokensBefore }),
      ...(tokensAfter > 0 && { tokensAfter }),
    };
    return [...this.#round.close(), compacted];
  }

  #note(at: number, text: string): readonly Part[] {
    return this.#round.beside([{ type: 'note', at, text }], true);
  }
}

function isEvent(type: Json | undefined): boolean {
  return typeof type === 'string' && (type === 'abort' || FAMILY.test(type));
}

/** What only says how the work went on: the messages hold what came of it. */
function beside(type: Json | undefined, odd: (detail: string) => Part): readonly Part[] {
  if (!isEvent(type)) return [odd(typeof type === 'string' ? `unknown type ${type.slice(0, 40)}` : 'no type')];
  return leftOut(stringOf(type)?.startsWith('hook.') ? 'progress' : 'bookkeeping');
}

function message(origin: 'tools', at: number, blocks: readonly Block[]): ImportedMessage {
  return { type: 'message', at, origin, source: 'imported', blocks };
}

function leftOut(kind: LeftOut): readonly Part[] {
  return [{ type: 'left-out', kind }];
}
