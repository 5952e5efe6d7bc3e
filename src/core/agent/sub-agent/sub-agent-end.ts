/** How a sub-agent ends, as the tool and the log read it. */
import { isBlank } from '../../lang/lines.ts';
import type { Thread } from '../../thread/thread.ts';
import { callsIn } from '../call-tools.ts';
import type { ReachedLimit } from './budget.ts';

/** What a call gave: `nothing`, with the whole sentence for the model, or an end. */
export type AskedEnd = SubAgentEnd | { readonly type: 'nothing'; readonly why: string };

/** How a sub-agent ended that had begun, with the last text of its model; `text` is blank where it wrote none. `closed`: its window was closed. */
export type SubAgentEnd = { readonly text: string } & (
  | { readonly type: 'done' | 'stopped' | 'closed' }
  /** `isAnswer`: it was asked for an answer and gave one; else `text` is what it had written last. */
  | { readonly type: 'limited'; readonly limit: ReachedLimit; readonly isAnswer: boolean }
  | { readonly type: 'failed'; readonly why: string }
);

/** How the sub-agent of a closed window ended: it is done where its last message is a whole reply without a call. */
export function endInThread(thread: Thread): SubAgentEnd & { readonly type: 'done' | 'closed' } {
  const text = lastText(thread);
  const last = thread.messages.at(-1);
  const isCut = last?.cut !== undefined && last.cut !== 'length';
  const isWhole = last?.origin === 'model' && !isCut && callsIn(last.blocks).length === 0;
  return { type: isWhole && !isBlank(text) ? 'done' : 'closed', text };
}

const CUT = '[The answer was cut at the output limit.]';

/** Of the newest reply with words, from the message at `from` on; blank where there is none. */
export function lastText({ messages }: Thread, from = 0): string {
  for (let at = messages.length - 1; at >= from; at--) {
    const message = messages.at(at);
    if (message?.origin !== 'model') continue;
    const text = message.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
    if (!isBlank(text)) return message.cut === 'length' ? `${text}\n\n${CUT}` : text;
  }
  return '';
}
