/** The translator of the host's sentences, passed as a value so that sentences can be made and tested outside of VS Code. */
export interface L10n {
  t(message: string, ...args: readonly (string | number)[]): string;
  /** The person's language, for numbers and times. */
  readonly locale: string;
}
