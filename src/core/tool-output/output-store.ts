/** The interface of the store of full tool outputs (R33). */
import type { Result } from '../lang/result.ts';

export interface StoredOutput {
  /** In the form of a ref (`isOutputId`); never taken from a call. */
  readonly id: string;
  /** In UTF-8. */
  readonly byteSize: number;
}

/** Why an output was not stored; the store is then as it was. */
export interface StoreFailure {
  readonly reason: string;
}

export interface OutputStore {
  /** Resolves when the whole text is safe. Rejects when reading the text does, and then stores nothing. */
  put(text: AsyncIterable<string> | Iterable<string>): Promise<Result<StoredOutput, StoreFailure>>;
  /** The text in chunks, read again at each iteration; undefined for an unknown id. */
  open(id: string): Promise<AsyncIterable<string> | undefined>;
}
