/** The dead-letter list: parts that were given up, one JSON object a line, so that a person can look and decide. */
import { appendFile, readFile, writeFile } from 'node:fs/promises';

/**
 * @typedef {object} DeadLetter
 * @property {string} file
 * @property {number} part
 * @property {number} attempts
 * @property {number} [status] of the last answer
 * @property {string} code E_PART_REFUSED or E_PART_EXHAUSTED
 * @property {string} reason
 * @property {number} atMs milliseconds since 1970
 */

function parseLine(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null && Number.isInteger(value.part) ? value : undefined;
  } catch {
    return undefined;
  }
}

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

  async function readLines() {
    const lines = (await readText()).split('\n').map((text, n) => ({ number: n + 1, text }));
    return lines.filter(({ text }) => text !== '').map((line) => ({ ...line, letter: parseLine(line.text) }));
  }

  return {
    /**
     * A crash can tear the last line. The next letter then starts a line of its own: glued to the torn one it would be lost, too.
     * @param {DeadLetter} letter
     */
    async add(letter) {
      const text = await readText();
      const torn = text !== '' && !text.endsWith('\n');
      await appendFile(path, `${torn ? '\n' : ''}${JSON.stringify(letter)}\n`);
    },
    /** @returns {Promise<DeadLetter[]>} oldest first; lines that can't be read are left out, see `unreadable` */
    async list() {
      return (await readLines()).map((line) => line.letter).filter((letter) => letter !== undefined);
    },
    /** @returns {Promise<number[]>} the numbers of the lines that are no letters, from 1 */
    async unreadable() {
      return (await readLines()).filter((line) => line.letter === undefined).map((line) => line.number);
    },
    /** Takes the letters of one file off the list and gives them back: they will be tried again. Keeps every other line as it is. */
    async take(file) {
      const lines = await readLines();
      const taken = lines.filter((line) => line.letter?.file === file);
      if (taken.length === 0) return [];
      const rest = lines.filter((line) => line.letter?.file !== file);
      await writeFile(path, rest.map((line) => `${line.text}\n`).join(''));
      return taken.map((line) => line.letter);
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
    async unreadable() {
      return [];
    },
    async take(file) {
      const taken = kept.filter((letter) => letter.file === file);
      kept = kept.filter((letter) => letter.file !== file);
      return taken;
    },
  };
}
