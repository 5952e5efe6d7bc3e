/** Puts a person's message into the queue of the open thread, and takes it back. */
import { type Attached, isAttached } from '../../core/message/attachment.ts';
import type { Block } from '../../core/message/message.ts';
import type { QueuedEntry } from '../../core/thread/entry.ts';
import { joinedText } from '../../core/view/message-rows.ts';
import type { ExpandedPrompt } from '../../core/workspace/prompts/expand-prompt.ts';
import type { CreateOutcome } from '../session/outcome.ts';
import { openText, writeFailureText } from '../words/outcome-text.ts';
import type { AgentPorts } from './agent-ports.ts';

/**
 * Whether a message is in the log. Where it is not, the composer keeps it and `why` says what to do, or `draft`, the text of the
 * prompt that it named, takes its place for the person to read and send.
 */
export type Sent =
  | { readonly taken: true }
  | { readonly taken: false; readonly why?: string; readonly draft?: ExpandedPrompt };

/** A message that was taken back before it was sent. */
export interface Unsent {
  readonly text: string;
  readonly attached: readonly Attached[];
}

export class MessageQueue {
  readonly #ports: Pick<AgentPorts, 'session' | 'workspace' | 'l10n'>;
  #creation: Promise<CreateOutcome> | undefined;

  constructor(ports: Pick<AgentPorts, 'session' | 'workspace' | 'l10n'>) {
    this.#ports = ports;
  }

  /** Writes the message to the log before anything is done with it. Creates a thread when none is open. An empty message is refused. */
  async add(text: string, attached: readonly Attached[] = []): Promise<Sent> {
    const { session, workspace, l10n } = this.#ports;
    if (text.trim() === '' && attached.length === 0) return { taken: false, why: l10n.t('The message is empty.') };
    if (!session.state.open) {
      // Two messages that are sent at once go to the same thread.
      this.#creation ??= session.create(workspace()).finally(() => {
        this.#creation = undefined;
      });
      const created = await this.#creation;
      if (created.type !== 'opened') return { taken: false, why: openText(created, l10n)?.text ?? '' };
    }
    const written = await session.append({ type: 'queued', blocks: messageBlocks(text, attached) });
    return typeof written === 'number' ? { taken: true } : { taken: false, why: writeFailureText(written, l10n).text };
  }

  /**
   * Replaces the text of a queued message, which keeps its place and what is attached. Resolves to false when it was sent meanwhile or
   * the text is empty.
   */
  async edit(id: number, text: string): Promise<boolean> {
    const queued = text.trim() === '' ? undefined : this.#find(id);
    if (queued === undefined) return false;
    const blocks = messageBlocks(text, queued.blocks.filter(isAttached));
    return this.#ports.session.requeue(queued.id, { blocks });
  }

  /** The message and the one before it, or behind it, change places. */
  async move(id: number, by: -1 | 1): Promise<boolean> {
    const { session } = this.#ports;
    const queue = session.state.open?.thread.queue ?? [];
    const index = queue.findIndex((one) => one.id === id);
    const [queued, other] = [queue[index], queue[index + by]];
    return queued !== undefined && other !== undefined && session.requeue(queued.id, { swapsWith: other.id });
  }

  #find(id: number): QueuedEntry | undefined {
    return this.#ports.session.state.open?.thread.queue.find((one) => one.id === id);
  }

  /** Returns what the message held, or undefined when it was sent meanwhile or the log can't be written. */
  async remove(id: number): Promise<Unsent | undefined> {
    const queued = this.#find(id);
    if (!queued || !(await this.#ports.session.unqueue(queued.id))) return undefined;
    return { text: joinedText(queued.blocks), attached: queued.blocks.filter(isAttached) };
  }
}

/** Attachments come first: a question is answered best at the end of what it is about (docs.anthropic.com, "Long context tips"). */
function messageBlocks(text: string, attached: readonly Attached[]): readonly Block[] {
  return text.trim() === '' && attached.length > 0 ? attached : [...attached, { type: 'text', text }];
}
