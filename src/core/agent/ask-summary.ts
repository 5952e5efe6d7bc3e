/** Asks a model for a summary: in one call, or in one call for each part of a long transcript. */
import type { SummaryAsk } from '../compaction/summarize/plan-summary.ts';
import { parseSummaryReply } from '../compaction/summarize/reply.ts';
import { err, ok, type Result } from '../lang/result.ts';
import type { Signal } from '../lang/signal.ts';
import type { Message, TokenUsage } from '../message/message.ts';
import { addUsage } from '../message/usage.ts';
import type { ReportProgress } from './compaction-progress.ts';
import type { ModelFailure, ModelReply, SummaryModel } from './ports.ts';

export interface SummaryText {
  readonly text: string;
  /** Of all calls together, where it was reported. */
  readonly usage: TokenUsage | undefined;
}

/** Returns the last reply; the request for each part holds the reply to the part before it. Stops at the first failure. */
export async function askSummary(
  model: SummaryModel,
  ask: SummaryAsk,
  signal: Signal,
  report: ReportProgress = () => {},
): Promise<Result<SummaryText, ModelFailure>> {
  if (ask.type === 'prefix') {
    const { messages, isEdited, maxTokens } = ask;
    const reply = await model.complete({ messages, isEdited, maxTokens, tools: 'thread' }, signal);
    if (signal.aborted) return err(withUsage({ type: 'cancelled' }, usageOf(reply)));
    return reply.ok ? ok({ text: reply.value.text, usage: reply.value.usage }) : reply;
  }
  let text = '';
  let usage: TokenUsage | undefined;
  for (const [at, part] of ask.parts.entries()) {
    const { maxTokens } = ask;
    report({ type: 'asking', at: at + 1, of: ask.parts.length });
    const messages = [partMessage(ask, part, at, text)];
    const reply = await model.complete({ messages, isEdited: false, maxTokens, tools: 'none' }, signal);
    usage = addReported(usage, usageOf(reply));
    if (signal.aborted) return err(withUsage({ type: 'cancelled' }, usage));
    if (!reply.ok) return err(withUsage(reply.error, usage));
    text = reply.value.text;
    // Without a summary so far, the next request would lose all earlier parts.
    if (parseSummaryReply(text).summary === '') return ok({ text: '', usage });
  }
  return ok({ text, usage });
}

function partMessage(
  ask: Extract<SummaryAsk, { type: 'transcript' }>,
  part: string,
  at: number,
  soFar: string,
): Message {
  const { instruction, parts } = ask;
  const place = parts.length === 1 ? 'The messages' : `Part ${at + 1} of ${parts.length} of the messages`;
  const before =
    soFar === ''
      ? ''
      : `What you wrote about the parts before this one; carry all of it that still holds into what you write now:\n\n${soFar}\n\n`;
  const text = `${instruction}\n\n${before}${place}:\n\n${part}`;
  return { role: 'user', blocks: [{ type: 'text', text }] };
}

function usageOf(reply: Result<ModelReply, ModelFailure>): TokenUsage | undefined {
  return reply.ok ? reply.value.usage : reply.error.usage;
}

function withUsage(failure: ModelFailure, usage: TokenUsage | undefined): ModelFailure {
  return usage ? { ...failure, usage } : failure;
}

/** The sum of what was reported; undefined where neither was. */
export function addReported(a: TokenUsage | undefined, b: TokenUsage | undefined): TokenUsage | undefined {
  return a && b ? addUsage(a, b) : (a ?? b);
}
