/** Calls the listeners of other extensions before a compaction, within a limit of time, and after it. */
import { boundedAdvice, type CompactionAdvice, type CompactionNews } from '../../core/agent/compaction-advice.ts';
import type { CompactionEntry } from '../../core/thread/entry.ts';
import type { DidCompactEvent, SpoolApi, WillCompactEvent } from './spool-api.ts';
import { withinLimit } from './within-limit.ts';

type WillListener = Parameters<SpoolApi['onWillCompact']>[1];
type DidListener = Parameters<SpoolApi['onDidCompact']>[0];

/** A listener that was late so often in a row is no longer waited for. */
const MOST_LATE = 3;

interface Asked {
  readonly by: string;
  readonly listener: WillListener;
  late: number;
}

export class CompactionListeners {
  readonly #asked = new Set<Asked>();
  readonly #told = new Set<DidListener>();
  readonly #onFailure: (error: unknown) => void;

  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  /** Returns a function that removes the listener. */
  onWillCompact(by: string, listener: WillListener): () => void {
    const asked: Asked = { by, listener, late: 0 };
    this.#asked.add(asked);
    return () => this.#asked.delete(asked);
  }

  onDidCompact(listener: DidListener): () => void {
    const own: DidListener = (event) => listener(event);
    this.#told.add(own);
    return () => this.#told.delete(own);
  }

  /** All listeners at once; the first veto in their order counts. Never rejects. */
  async ask(thread: string, news: CompactionNews): Promise<CompactionAdvice> {
    const waiting = [...this.#asked].filter(({ late }) => late < MOST_LATE);
    const given = await Promise.all(waiting.map((asked) => this.#askOne(asked, thread, news)));
    const veto = given.find((one) => one.veto)?.veto;
    return { directives: given.flatMap(({ directives }) => directives), ...(veto && { veto }) };
  }

  tell(thread: string, { trigger, strategy, tokensBefore, tokensAfter }: CompactionEntry): void {
    if (trigger === 'recorded') return;
    const event: DidCompactEvent = Object.freeze({ thread, trigger, strategy, tokensBefore, tokensAfter });
    for (const listener of this.#told) {
      try {
        listener(event);
      } catch (error) {
        this.#onFailure(error);
      }
    }
  }

  async #askOne(asked: Asked, thread: string, news: CompactionNews): Promise<CompactionAdvice> {
    const { by, listener } = asked;
    const directives: string[] = [];
    let reason: string | undefined;
    const { trigger, strategy, tokens, canVeto } = news;
    const event: WillCompactEvent = Object.freeze({
      ...{ thread, trigger: trigger === 'auto' ? 'auto' : 'manual', strategy, tokens, canVeto },
      addDirective: (text: string) => void directives.push(String(text)),
      veto: (why: string) => {
        reason ??= String(why);
      },
    } as const);
    try {
      const isInTime = await withinLimit(async () => listener(event));
      asked.late = isInTime ? 0 : asked.late + 1;
      if (!isInTime) this.#onFailure(`${by}: its listener took too long before a compaction, and was not waited for`);
    } catch (error) {
      this.#onFailure(error);
    }
    // A copy: what a late listener adds later is not seen.
    return boundedAdvice({
      directives: [...directives],
      ...(canVeto && reason !== undefined && { veto: { by, reason } }),
    });
  }
}
