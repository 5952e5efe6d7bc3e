/** What the words of all vendors and servers for the end of a reply mean. */
import type { Reply } from '../../core/agent/model-event.ts';
import { ownSentence } from '../../core/lang/own-sentences.ts';

/**
 * In lower case, with `_` between words. `malformed`: the model got the form of its reply wrong, which it may do right the next time.
 * Sources: api-docs.deepseek.com (`insufficient_system_resource`), docs.bigmodel.cn (`sensitive`, `network_error`),
 * docs.mistral.ai (`model_length`, `error`), platform.claude.com (`refusal`), ai.google.dev (`FinishReason`).
 */
const MEANINGS = {
  length:
    /^(length|(max|maximum)_?(output_|completion_|new_)?(tokens?|length)|model_length|(token|output|length)_limit|continuation)$/,
  refused:
    /content_?(filter|policy|blocked|moderation)|sensitive|safety|moderat|refus|prohibited|blocklist|blocked|recitation|spii|guardrail|flagged|violation|censor|risk_control/,
  overloaded: /insufficient_.*resource|overload|capacity|server_error|internal_error|unavailable|^error$|^abort(ed)?$/,
  network: /network|connection|disconnect|time_?out|^timed_out$/,
  overflow: /context_(window|length)|context_?size/,
  malformed: /malformed|unexpected_tool_call|too_many_tool_calls|missing_thought_signature/,
} as const;

export type Meaning = keyof typeof MEANINGS;

/** Undefined for an ordinary end, which servers have many words for: `stop`, `tool_calls`, `eos`, `end_turn`. */
export function meaningOf(reason: string): Meaning | undefined {
  const words = reason
    .trim()
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  const order = ['malformed', 'overflow', 'refused', 'overloaded', 'network', 'length'] as const;
  return order.find((meaning) => MEANINGS[meaning].test(words));
}

/** The end of a reply with that reason; `hasCalls`: the reply has some. */
export function endFor(reason: string, hasCalls: boolean): Reply['end'] {
  const meaning = meaningOf(reason);
  switch (meaning) {
    case undefined:
      return { type: 'end', reason: hasCalls ? 'calls' : 'done' };
    case 'length':
      return { type: 'end', reason: 'length' };
    case 'malformed':
      return failed('empty', ownSentence('malformed', reason));
    case 'refused':
      return failed('refused', ownSentence('contentFilter', reason));
    case 'overloaded':
      return failed('overloaded', ownSentence('brokenOff', reason));
    case 'network':
      return failed('network', ownSentence('lostModel', reason));
    case 'overflow':
      return failed('overflow', ownSentence('windowExceeded', reason));
  }
}

function failed(kind: Extract<Reply['end'], { type: 'error' }>['error']['kind'], message: string): Reply['end'] {
  return { type: 'error', error: { kind, message } };
}
