/** The questions of a window that wait for a person's answer, first come, first shown. */
import type { Signal } from '../../core/lang/signal.ts';
import type { Answer, Question } from '../../core/workspace/authority.ts';

export interface WaitingQuestion {
  /** Rises with each question. */
  readonly id: number;
  readonly threadId: string;
  readonly question: Question;
}

interface Waiting extends WaitingQuestion {
  readonly resolve: (answer: Answer) => void;
}

export class QuestionQueue {
  readonly #onChange: () => void;
  #waiting: readonly Waiting[] = [];
  #lastId = 0;

  /** `onChange` is called when a question was added or has left. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** In the order in which they were asked. */
  get all(): readonly WaitingQuestion[] {
    return this.#waiting;
  }

  find(id: number): WaitingQuestion | undefined {
    return this.#waiting.find((one) => one.id === id);
  }

  /** Resolves when the question is answered; a signal that aborts denies it. Never rejects. */
  ask(threadId: string, question: Question, signal: Signal): Promise<Answer> {
    if (signal.aborted) return Promise.resolve({ type: 'denied' });
    return new Promise((resolve) => {
      const id = ++this.#lastId;
      const deny = () => void this.answer(id, { type: 'denied' });
      const listens = signal instanceof AbortSignal;
      if (listens) signal.addEventListener('abort', deny, { once: true });
      const done = (answer: Answer) => {
        if (listens) signal.removeEventListener('abort', deny);
        resolve(answer);
      };
      this.#waiting = [...this.#waiting, { id, threadId, question, resolve: done }];
      this.#onChange();
    });
  }

  /** False when the question is no longer open. */
  answer(id: number, answer: Answer): boolean {
    const found = this.#waiting.find((one) => one.id === id);
    if (!found) return false;
    this.#waiting = this.#waiting.filter((one) => one !== found);
    found.resolve(answer);
    this.#onChange();
    return true;
  }
}
