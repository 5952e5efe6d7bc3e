/** The errors that ferry reports to people: each has a code that scripts may rely on and a hint what to do. */

export class FerryError extends Error {
  /**
   * @param {string} code stable, listed in docs/operations.md
   * @param {string} message what happened, and where
   * @param {string} hint what the person can do about it
   */
  constructor(code, message, hint) {
    super(message);
    this.name = 'FerryError';
    this.code = code;
    this.hint = hint;
  }
}

/** The server refuses a part for good (a 4xx that no retry will change). Monitoring on the staging box matches this code. */
export const E_PART_REFUSED = 'E_PART_REFUSED';
/** The manifest can't be read: torn, foreign, or of a version that this ferry doesn't know. */
export const E_MANIFEST = 'E_MANIFEST';
/** The command line makes no sense. */
export const E_USAGE = 'E_USAGE';
/** A part was asked to do something that its state doesn't allow: a bug in ferry, never the person's fault. */
export const E_PART_STATE = 'E_PART_STATE';
/** The dead-letter list can't be read. */
export const E_DEAD_LETTERS = 'E_DEAD_LETTERS';

/** One line for the terminal, with the code in front so that it can be searched for. */
export function formatError(error) {
  if (error instanceof FerryError) return `${error.code}: ${error.message}\n  ${error.hint}`;
  return `unexpected: ${error?.message ?? error}`;
}
