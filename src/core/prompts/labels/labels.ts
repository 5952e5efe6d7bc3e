/** The texts that Spool writes into a thread for the model; each language has an object of them. */
export interface ThreadLabels {
  /** The message, sent instead of one by the person, that makes the model continue after a compaction. */
  readonly proceed: string;
  /** Opens the deterministic summary. It says that the model reads history. */
  readonly intro: string;
  /** The headings of its sections. */
  readonly summary: string;
  readonly asks: string;
  readonly todo: string;
  readonly decisions: string;
  readonly files: string;
  readonly commands: string;
  readonly errors: string;
  readonly passages: string;
  readonly names: string;
  /** How to read the passages. */
  readonly passagesNote: string;
  /** What was done with a file. */
  readonly read: string;
  readonly changed: string;
  /** How a command ended. */
  readonly failed: string;
  readonly denied: string;
  readonly exit: string;
}
