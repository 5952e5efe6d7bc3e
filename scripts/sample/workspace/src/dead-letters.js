/** The dead-letter list: parts that were given up, one JSON object a line, so that a person can look and decide. */
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { E_DEAD_LETTERS, FerryError } from './errors.js';

/**
 * @typedef {object} DeadLetter
 * @property {string} file
 * @property {number} part
 * @property {number} attempts
 * @property {number} [status] of the last answer
 * @property {string} reason
 * @property {number} atMs milliseconds since 1970
 */

/** @param {string} path of a file that need not exist yet */
export function deadLetterList(path) {
  async function readText() {
    try {
      return await readFile(path, 'utf8');
    } catch (error) {
      if (error.code === 'ENOENT') return '';
      throw error;
    }
  }

  return {
    /** @param {DeadLetter} letter */
    async add(letter) {
      await appendFile(path, `${JSON.stringify(letter)}\n`);
    },
    /** @returns {Promise<DeadLetter[]>} oldest first */
    async list() {
      const lines = (await readText()).split('\n').filter((line) => line !== '');
      return lines.map((line, n) => {
        try {
          return JSON.parse(line);
        } catch {
          throw new FerryError(
            E_DEAD_LETTERS,
            `line ${n + 1} of ${path} is not JSON`,
            'Delete the line and try again.',
          );
        }
      });
    },
    /** Takes the letters of one file off the list and gives them back: they will be tried again. */
    async take(file) {
      const letters = await this.list();
      const taken = letters.filter((letter) => letter.file === file);
      const rest = letters.filter((letter) => letter.file !== file);
      await writeFile(path, rest.map((letter) => `${JSON.stringify(letter)}\n`).join(''));
      return taken;
    },
  };
}

/** For tests: the same list without a file. */
export function memoryDeadLetters(letters = []) {
  let kept = [...letters];
  return {
    async add(letter) {
      kept.push(letter);
    },
    async list() {
      return [...kept];
    },
    async take(file) {
      const taken = kept.filter((letter) => letter.file === file);
      kept = kept.filter((letter) => letter.file !== file);
      return taken;
    },
  };
}
