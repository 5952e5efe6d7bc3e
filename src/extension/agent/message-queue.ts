/** Puts a person's message into the queue of the open thread, and takes it back. */
import type { QueuedEntry } from '../../core/thread/entry.ts';
import type { CreateOutcome } from '../session/outcome.ts';
import { openText, writeFailureText } from '../words/outcome-text.ts';
import type { AgentPorts } from './agent-ports.ts';

/** Whether a message is in the log. Where it is not, the composer keeps it, and `why` says what to do. */
export type Sent = { readonly taken: true } | { readonly taken: false; readonly why?: string };

export class MessageQueue {
  readonly #ports: Pick<AgentPorts, 'session' | 'workspace' | 'l10n'>;
  #creation: Promise<CreateOutcome> | undefined;

  constructor(ports: Pick<AgentPorts, 'session' | 'workspace' | 'l10n'>) {
    this.#ports = ports;
  }

  /** Writes the message to the log before anything is done with it. Creates a thread when none is open. An empty text is refused. */
  async add(text: string): Promise<Sent> {
    const { session, workspace, l10n } = this.#ports;
    if (text.trim() === '') return { taken: false, why: l10n.t('The message is empty.') };
    if (!session.state.open) {
      // Two messages that are sent at once go to the same thread.
      this.#creation ??= session.create(workspace()).finally(() => {
        this.#creation = undefined;
      });
      const created = await this.#creation;
      if (created.type !== 'opened') return { taken: false, why: openText(created, l10n)?.text ?? '' };
    }
    const written = await session.append({ type: 'queued', blocks: [{ type: 'text', text }] });
    return typeof written === 'number' ? { taken: true } : { taken: false, why: writeFailureText(written, l10n).text };
  }

  /** Replaces the text of a queued message, which keeps its place. Resolves to false when it was sent meanwhile or the text is empty. */
  async edit(id: number, text: string): Promise<boolean> {
    const queued = text.trim() === '' ? undefined : this.#find(id);
    return queued !== undefined && this.#ports.session.requeue(queued.id, { blocks: [{ type: 'text', text }] });
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

  /** Returns the text of the message, or undefined when it was sent meanwhile or the log can't be written. */
  async remove(id: number): Promise<string | undefined> {
    const { session } = this.#ports;
    const queued = this.#find(id);
    if (!queued) return undefined;
    const [block] = queued.blocks;
    return (await session.unqueue(queued.id)) && block?.type === 'text' ? block.text : undefined;
  }
}
