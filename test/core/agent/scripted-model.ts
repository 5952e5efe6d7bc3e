/** A summary model that answers from a script and remembers what it was sent. */
import type { ModelFailure, ModelReply, SummaryModel, SummaryRequest } from '../../../src/core/agent/ports.ts';
import { err, ok, type Result } from '../../../src/core/lang/result.ts';
import type { Message } from '../../../src/core/message/message.ts';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import { estimateMessage } from '../../../src/core/tokens/estimate.ts';
import { DEFAULT_PRICES } from '../../../src/core/tokens/prices.ts';

export interface ScriptedModel extends SummaryModel {
  readonly sent: readonly SummaryRequest[];
}

type Answer = string | ModelFailure;

/** Answers in order, the last one again and again; refuses what its window can't hold, as a provider does. */
export function scriptedModel(answers: readonly Answer[], more: Partial<SummaryModel> = {}): ScriptedModel {
  const sent: SummaryRequest[] = [];
  const window = more.window ?? 200_000;
  return {
    id: 'scripted',
    modelKey: 'scripted',
    window,
    warm: false,
    prices: DEFAULT_PRICES,
    sent,
    complete: async (request): Promise<Result<ModelReply, ModelFailure>> => {
      sent.push(request);
      const input = request.messages.reduce((sum, message) => sum + estimateMessage(message.blocks), 0);
      if (input > window)
        return err({ type: 'overflow', message: `prompt is too long: ${input} tokens > ${window} maximum` });
      const answer = answers[Math.min(sent.length, answers.length) - 1] ?? '';
      return typeof answer === 'string' ? ok({ text: answer, usage: tokenUsage({ input, output: 10 }) }) : err(answer);
    },
    ...more,
  };
}

export function textOf(messages: readonly Message[]): string {
  return messages.flatMap((m) => m.blocks.map((b) => (b.type === 'text' ? b.text : ''))).join('\n');
}
