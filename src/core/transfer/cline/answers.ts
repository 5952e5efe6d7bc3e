/** Finds which calls the texts of a user's message answer. */
import type { Block, ResultContent } from '../../message/message.ts';
import { type OpenCall, RESULT, SKIPPED } from './call.ts';

interface Answer {
  readonly content: ResultContent[];
  readonly isError: boolean;
}

/** The answers to one message's calls, in the order in which the texts come. */
export class Answers {
  readonly #calls: readonly OpenCall[];
  /** Calls without a result so far. */
  readonly #waiting: Set<OpenCall>;
  readonly #answers = new Map<OpenCall, Answer>();
  #open: Answer | undefined;

  /** `blocks`: of the user's message; calls that are answered by a result of their own need no text. */
  constructor(calls: readonly OpenCall[], blocks: readonly Block[]) {
    const answered = new Set(blocks.flatMap((block) => (block.type === 'tool_result' ? [block.toolUseId] : [])));
    this.#calls = calls.filter(({ id }) => !answered.has(id));
    this.#waiting = new Set(this.#calls);
  }

  /** True while what comes is a result's. */
  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** A text that opens as a result does goes to the next call of its tool, else (tools are renamed) to the next call. */
  begin(text: string): void {
    const skipped = SKIPPED.exec(text)?.[1];
    const name = RESULT.exec(text)?.[1] ?? skipped;
    if (name === undefined || this.#waiting.size === 0) return;
    const [first] = this.#waiting;
    const call = [...this.#waiting].find((one) => one.name === name) ?? first;
    if (!call) return;
    this.#waiting.delete(call);
    this.#open = { content: [], isError: skipped !== undefined };
    this.#answers.set(call, this.#open);
  }

  end(): void {
    this.#open = undefined;
  }

  add(content: ResultContent): void {
    this.#open?.content.push(content);
  }

  /** In the order of the calls. */
  results(): readonly Block[] {
    return this.#calls.flatMap((call): readonly Block[] => {
      const answer = this.#answers.get(call);
      if (!answer) return [];
      const { content, isError } = answer;
      return [{ type: 'tool_result', toolUseId: call.id, content, ...(isError && { isError }) }];
    });
  }
}
