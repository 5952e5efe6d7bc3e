/** Tracks the sub-agents that run in a window, for their rows in the panel. */
import type { LiveAgent } from '../../../core/protocol/live-agent.ts';
import type { Thread } from '../../../core/thread/thread.ts';
import { describeCall } from '../../../core/thread/tool-kind.ts';

interface Running {
  /** The thread that asked. */
  readonly thread: string;
  readonly live: LiveAgent;
}

export class LiveAgentList {
  /** By the id of their own threads. */
  readonly #running = new Map<string, Running>();
  readonly #listeners = new Set<() => void>();

  /** Hears of each change: a few for each reply. Returns what ends it. */
  onDidChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Those of a thread, oldest first. */
  of(thread: string | undefined): readonly LiveAgent[] {
    return [...this.#running.values()].flatMap((running) => (running.thread === thread ? [running.live] : []));
  }

  begun(id: string, thread: string): void {
    this.#set(id, { thread, live: { thread: id, rounds: 0 } });
  }

  /** `own` is the sub-agent's thread as it is now. */
  moved(id: string, own: Thread): void {
    const running = this.#running.get(id);
    if (running) this.#set(id, { ...running, live: liveOf(id, own) });
  }

  ended(id: string): void {
    this.#running.delete(id);
    this.#tell();
  }

  #set(id: string, running: Running): void {
    this.#running.set(id, running);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

function liveOf(thread: string, { messages }: Thread): LiveAgent {
  let rounds = 0;
  let last: LiveAgent['last'];
  for (const { origin, blocks } of messages) {
    if (origin !== 'model') continue;
    rounds++;
    const made = blocks.findLast((block) => block.type === 'tool_use');
    if (made) last = { tool: made.name, subject: describeCall(made.name, made.input).subject };
  }
  return { thread, rounds, ...(last && { last }) };
}
