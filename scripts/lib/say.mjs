/** What the scripts tell a person: progress on stderr, so that stdout stays free for results. */

/** A failure that is explained in full by its one-line message: what, where, what to do. */
export class Refusal extends Error {}

/** @param {string} line */
export const say = (line) => process.stderr.write(`${line}\n`);

/**
 * Runs a script's body and sets its exit code: what `main` resolves to, 1 when it fails.
 * A Refusal is shown as its message alone, anything else is a bug of ours and shows its stack.
 * @param {() => Promise<number | undefined>} main
 */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    say(error instanceof Refusal ? error.message : String((error instanceof Error && error.stack) || error));
    process.exitCode = 1;
  }
}
