/** Imports SWE-agent's trajectories: the model's history, or the steps where the history is missing. */

import type { Json } from '../../lang/json.ts';
import { field, filledText, isList, isRecord, stringOf } from '../../lang/json-fields.ts';
import { ChatReader } from '../openai/chat-messages.ts';
import type { DocumentFormat, Part } from '../reader/import-format.ts';
import { proseCall } from './prose-call.ts';

export const sweAgent: DocumentFormat<'swe-agent'> = {
  id: 'swe-agent',
  label: 'SWE-agent trajectory (JSON)',
  shape: 'document',
  matches: (document) => {
    const [history, steps] = [field(document, 'history'), field(document, 'trajectory')];
    const hasSteps = isList(steps) && steps.some((step) => isRecord(step) && 'action' in step && 'observation' in step);
    return hasSteps || (isList(steps) && isList(history) && history.some(isChat));
  },
  read: (document, at) => {
    const [history, trajectory] = [field(document, 'history'), field(document, 'trajectory')];
    const steps = isList(trajectory) ? trajectory : [];
    const messages = isList(history) && history.some(isChat) ? history : fromSteps(steps);
    const numbered = messages.map((message, index) => ({ message, number: index + 1 }));
    const isMain = ofMainAgent(messages);
    const model = filledText(field(field(field(field(document, 'replay_config'), 'agent'), 'model'), 'name'));
    const reader = new ChatReader({ at, model: model === 'replay' ? undefined : model });
    const own = numbered.filter(({ message }) => isMain(message) && !isDemo(message));
    const others = numbered.filter(({ message }) => !isMain(message) && !isDemo(message));
    return [
      ...demonstration(messages, at),
      ...toChat(own, steps).flatMap(({ message, number }): readonly Part[] => reader.read(message, number)),
      ...others.map((): Part => ({ type: 'left-out', kind: 'sub-agent' })),
      ...ending(document, at),
    ];
  },
};

interface Numbered {
  readonly message: Json;
  readonly number: number;
}

/** One for one, save a result that the history lacks. */
function toChat(numbered: readonly Numbered[], steps: readonly Json[]): readonly Numbered[] {
  const first = numbered.findIndex(({ message }) => field(message, 'role') === 'user');
  let open: string | undefined;
  return numbered.flatMap(({ message, number }, index): readonly Numbered[] => {
    if (!isRecord(message)) return [{ message, number }];
    const call = open;
    open = undefined;
    if (message.role === 'user' && index > first) {
      const role = call === undefined ? 'developer' : 'tool';
      return [{ message: { ...message, role, ...(call !== undefined && { tool_call_id: call }) }, number }];
    }
    if (message.role === 'tool') {
      const ids = message.tool_call_ids;
      const id = message.tool_call_id ?? (isList(ids) ? ids[0] : ids);
      return [{ message: { ...message, tool_call_id: id ?? null }, number }];
    }
    if (message.role !== 'assistant') return [{ message, number }];
    const action = filledText(message.action);
    const calls = isList(message.tool_calls) ? message.tool_calls : [];
    const id = calls.length > 0 ? filledText(field(calls[0], 'id')) : `prose-${number}`;
    const said =
      action === undefined || calls.length > 0 || id === undefined
        ? message
        : { ...message, tool_calls: [proseCall(id, action.trim())] };
    if (calls.length === 0 && action !== undefined) open = id;
    const observation = index === numbered.length - 1 ? observed(steps.at(-1), action) : undefined;
    if (observation === undefined || id === undefined) return [{ message: said, number }];
    const result = { role: 'tool', tool_call_id: id, content: observation };
    return [
      { message: said, number },
      { message: result, number },
    ];
  });
}

/** What a step's action gave, when it is this action. */
function observed(step: Json | undefined, action: string | undefined): string | undefined {
  if (action === undefined || stringOf(field(step, 'action'))?.trim() !== action.trim()) return undefined;
  return stringOf(field(step, 'observation'));
}

/** The messages of the first step's request, and what each step added. */
function fromSteps(steps: readonly Json[]): readonly Json[] {
  const request = field(steps[0], 'query') ?? field(steps[0], 'messages');
  const start = isList(request) ? request.filter((message) => field(message, 'role') !== 'assistant') : [];
  return [
    ...start,
    ...steps.flatMap((step): readonly Json[] => {
      if (!isRecord(step)) return [step];
      const content = step.response ?? step.thought ?? '';
      const said = { role: 'assistant', content, action: step.action ?? '' };
      const observation = stringOf(step.observation);
      return observation === undefined ? [said] : [said, { role: 'user', content: observation }];
    }),
  ];
}

/** Sub-agents speak under names of their own; the main one under that of the first task. */
function ofMainAgent(messages: readonly Json[]): (message: Json) => boolean {
  const task = messages.find((message) => field(message, 'role') === 'user' && !isDemo(message));
  const agent = field(task, 'agent');
  return (message) => {
    const own = field(message, 'agent');
    return agent === undefined || own === undefined || own === agent || field(message, 'role') === 'system';
  };
}

/** A note with what the program gave as an example: it is no part of what happened. */
function demonstration(messages: readonly Json[], at: number): readonly Part[] {
  const demo = messages.filter(isDemo);
  if (demo.length === 0) return [];
  const texts = demo.map((message) => {
    const content = field(message, 'content') ?? '';
    return `${stringOf(field(message, 'role')) ?? 'unknown'}:\n${stringOf(content) ?? JSON.stringify(content)}`;
  });
  const said = `Demonstration that the recorded agent was shown, ${demo.length} messages, not sent with this thread:`;
  return [{ type: 'note', at, text: [said, ...texts].join('\n\n') }];
}

function ending(document: Json, at: number): readonly Part[] {
  const info = field(document, 'info');
  const status = filledText(field(info, 'exit_status'));
  if (status === undefined) return [];
  const submission = filledText(field(info, 'submission'));
  return [{ type: 'note', at, text: [`The recorded agent ended: ${status}`, submission].filter(Boolean).join('\n\n') }];
}

function isDemo(message: Json): boolean {
  return field(message, 'is_demo') === true || field(message, 'message_type') === 'demonstration';
}

function isChat(message: Json): boolean {
  return isRecord(message) && typeof message.role === 'string' && 'content' in message;
}
