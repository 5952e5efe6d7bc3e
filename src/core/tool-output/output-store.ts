/** The port to stored outputs: whole texts, each under an id that the store makes (R33). */
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
  /** The text in chunks, read anew at each iteration; undefined when there is none under this id. */
  open(id: string): Promise<AsyncIterable<string> | undefined>;
}
