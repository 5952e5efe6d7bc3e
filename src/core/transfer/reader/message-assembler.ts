/** Assembles an assistant message that was recorded in pieces, and puts its results after it. */
import type { Block, TokenUsage } from '../../message/message.ts';
import type { ImportedMessage, Part } from './import-format.ts';

/** A piece of an assistant message; pieces of one message share its key. */
export interface AssistantPiece {
  readonly key: string | undefined;
  readonly at: number;
  readonly model: string | undefined;
  readonly usage: TokenUsage | undefined;
  readonly blocks: readonly Block[];
}

/**
 * Recorders write a message in pieces, and results between the pieces when calls run in parallel:
 * ```
 * recorded:  A(call 1)  result 1  A(call 2)  reminder  result 2  B
 * sent:      A(call 1, call 2)  result 1, result 2  reminder  B
 * ```
 * Each method returns the parts that are settled by it.
 */
export class MessageAssembler {
  #open: Omit<AssistantPiece, 'blocks'> | undefined;
  /** Of the open message. */
  #blocks: Block[] = [];
  readonly #unanswered = new Set<string>();
  #results: Part[] = [];
  #after: Part[] = [];

  /** The last usage of a message's pieces is the message's: recorders repeat it. */
  assistant(piece: AssistantPiece): readonly Part[] {
    const open = this.#open;
    const same = open !== undefined && piece.key !== undefined && open.key === piece.key;
    const settled = same ? [] : this.close();
    this.#open = same ? { ...open, usage: piece.usage ?? open.usage } : piece;
    for (const block of piece.blocks) {
      this.#blocks.push(block);
      if (block.type === 'tool_use') this.#unanswered.add(block.id);
    }
    return settled;
  }

  /** The results of a round go before all else that follows its calls. */
  results(message: ImportedMessage): readonly Part[] {
    for (const block of message.blocks) if (block.type === 'tool_result') this.#unanswered.delete(block.toolUseId);
    const part: Part = { type: 'message', message };
    if (!this.#open) return [part];
    this.#results.push(part);
    return [];
  }

  /** What comes beside the round; `ends` when nothing more of the message can follow, save missing results. */
  beside(parts: readonly Part[], ends: boolean): readonly Part[] {
    if (!this.#open) return parts;
    this.#after.push(...parts);
    return ends && this.#unanswered.size === 0 ? this.close() : [];
  }

  /** The usage of the open message, when it was reported apart and the message has none yet. */
  usage(usage: TokenUsage): void {
    if (this.#open && !this.#open.usage) this.#open = { ...this.#open, usage };
  }

  close(): readonly Part[] {
    const settled = [...assistantMessage(this.#open, this.#blocks), ...this.#results, ...this.#after];
    this.#open = undefined;
    this.#blocks = [];
    this.#unanswered.clear();
    this.#results = [];
    this.#after = [];
    return settled;
  }
}

function assistantMessage(
  piece: Omit<AssistantPiece, 'blocks'> | undefined,
  blocks: readonly Block[],
): readonly Part[] {
  if (!piece || blocks.length === 0) return [];
  const { at, model, usage } = piece;
  const message: ImportedMessage = {
    type: 'message',
    at,
    origin: 'model',
    source: 'imported',
    ...(model !== undefined && { model }),
    ...(usage && { usage }),
    blocks,
  };
  return [{ type: 'message', message }];
}
