/** The options of our commands that are on or off. */
import { parseArgs } from 'node:util';
import { Refusal } from './say.mjs';

/**
 * @template {string} Name
 * @param {string} command as a person types it
 * @param {readonly Name[]} names without their dashes
 * @param {readonly string[]} [args]
 * @returns {Record<Name, boolean>} a command line with anything else is refused
 */
export function readFlags(command, names, args = process.argv.slice(2)) {
  const options = Object.fromEntries(
    names.map((name) => [name, /** @type {const} */ ({ type: 'boolean', default: false })]),
  );
  try {
    const { values } = parseArgs({ args: [...args], options });
    return /** @type {Record<Name, boolean>} */ (values);
  } catch (error) {
    const usage = `${command} [-- ${names.map((name) => `--${name}`).join(' | ')}]`;
    throw new Refusal(`${error instanceof Error ? error.message : error} Usage: ${usage}`);
  }
}
