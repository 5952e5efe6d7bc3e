/** Reads a workspace's instruction files: those at its root, and the AGENTS.md of each folder that a thread's calls touch. */

import { field } from '../../lang/json-fields.ts';
import { cutFile } from '../../thread/instruction-text.ts';
import type { InstructionFile } from '../../thread/instructions.ts';
import { knownInstructions } from '../../thread/instructions.ts';
import type { Thread } from '../../thread/thread.ts';
import type { FileProblem, Files, Listing } from '../ports.ts';

/** In the order in which the model reads them. */
const ROOT_FILES = ['AGENTS.md', 'CLAUDE.md', '.github/copilot-instructions.md'];
const NESTED_FILE = 'AGENTS.md';

/** UTF-16 units of a file that are kept in the log. */
const MOST_OF_FILE = 64_000;
/** Nested files of one thread. */
const MOST_NESTED = 50;

/** Folders with dependencies' code, whether an ignore file names them or not. */
const DEPENDENCIES = new Set(['node_modules', 'bower_components', 'vendor', '.venv', 'venv', 'site-packages', '.tox']);

/** The input fields of our tools that hold a path. */
const PATH_FIELDS = ['path', 'from', 'to'];

/** One for each open thread. */
export class InstructionReader {
  readonly #files: Files;
  readonly #found = new Map<string, string>();
  /** Folders that were looked at, with the workspace folder's name first where there are several; whether they may hold instructions. */
  readonly #folders = new Map<string, Promise<boolean>>();
  /** During one `read`: folders beside each other have the same folder above them. */
  readonly #listed = new Map<string, Promise<Listing | undefined>>();
  #seen = 0;
  #hasRead = false;

  constructor(files: Files) {
    this.#files = files;
  }

  /**
   * The files as they are now. `rereadAll`: also those that are known, and those that may have
   * appeared at the root or in folders that were looked at; the first call does so by itself. Never rejects.
   */
  async read(
    thread: Pick<Thread, 'messages' | 'instructions'>,
    rereadAll: boolean,
  ): Promise<readonly InstructionFile[]> {
    const touched = this.#touchedBy(thread);
    const isFirst = !this.#hasRead;
    this.#hasRead = true;
    if (rereadAll || isFirst) {
      await this.#forgetForeign();
      const nested = [...this.#found.keys(), ...knownInstructions(thread.instructions).keys()];
      const looked = [...this.#folders.keys()].map((folder) => `${folder}/${NESTED_FILE}`);
      await this.#readAll([...new Set([...this.#rootPaths(), ...nested, ...looked])]);
    }
    for (const path of touched) await this.#lookAbove(path);
    this.#listed.clear();
    const root = this.#rootPaths();
    const nested = [...this.#found.keys()].filter((path) => !root.includes(path)).toSorted();
    return [...root, ...nested].flatMap((path) => {
      const text = this.#found.get(path);
      return text === undefined ? [] : [{ path, text }];
    });
  }

  /** A folder that was ignored, or not there, may be the workspace's own by now. */
  async #forgetForeign(): Promise<void> {
    for (const [folder, isOurs] of [...this.#folders]) if (!(await isOurs)) this.#folders.delete(folder);
  }

  #rootPaths(): readonly string[] {
    const folders = this.#files.folders();
    if (folders.length <= 1) return ROOT_FILES;
    return folders.flatMap((folder) => ROOT_FILES.map((file) => `${folder}/${file}`));
  }

  /** The paths in the calls of messages that came since the last look. */
  #touchedBy({ messages }: Pick<Thread, 'messages'>): ReadonlySet<string> {
    const from = Math.min(this.#seen, messages.length);
    this.#seen = messages.length;
    const paths = new Set<string>();
    for (const { blocks } of messages.slice(from))
      for (const block of blocks) {
        if (block.type !== 'tool_use') continue;
        for (const name of PATH_FIELDS) {
          const value = field(block.input, name);
          if (typeof value === 'string' && value !== '') paths.add(value);
        }
      }
    return paths;
  }

  /** Reads the nested files of the folders above a path, from the outermost in. */
  async #lookAbove(given: string): Promise<void> {
    const { inside } = await this.#files.check(given);
    if (inside === undefined) return;
    const parts = inside.split('/').slice(0, -1);
    const root = this.#files.folders().length > 1 ? 1 : 0;
    for (let depth = root + 1; depth <= parts.length; depth++) {
      const folder = parts.slice(0, depth).join('/');
      let isOurs = this.#folders.get(folder);
      if (!isOurs) {
        isOurs = this.#mayHold(parts.slice(0, depth - 1).join('/'), parts[depth - 1] ?? '', folder);
        this.#folders.set(folder, isOurs);
        if ((await isOurs) && this.#found.size < MOST_NESTED) await this.#readAll([`${folder}/${NESTED_FILE}`]);
      }
      if (!(await isOurs)) return;
    }
  }

  /** Whether a folder is the workspace's own: not ignored, not of a dependency, no repository of its own. */
  async #mayHold(parent: string, name: string, folder: string): Promise<boolean> {
    if (DEPENDENCIES.has(name.toLowerCase())) return false;
    const [above, below] = await Promise.all([this.#list(parent === '' ? '.' : parent), this.#list(folder)]);
    if (!above || !below || above.ignored.includes(name)) return false;
    return ![...below.ignored, ...below.entries.map((entry) => entry.name)].includes('.git');
  }

  #list(path: string): Promise<Listing | undefined> {
    const known = this.#listed.get(path);
    if (known) return known;
    const listed = this.#files
      .check(path)
      .then((checked) => this.#files.list(checked))
      .then((result) => (result.ok ? result.value : undefined));
    this.#listed.set(path, listed);
    return listed;
  }

  async #readAll(paths: readonly string[]): Promise<void> {
    const texts = await Promise.all(paths.map((path) => this.#text(path)));
    for (const [i, path] of paths.entries()) {
      const text = texts[i];
      if (text === undefined) this.#found.delete(path);
      else this.#found.set(path, text);
    }
  }

  /** Undefined where there is no such file, and where a link leads to it: a link could bring in any file of the disk. */
  async #text(path: string): Promise<string | undefined> {
    const checked = await this.#files.check(path);
    if (checked.inside !== path) return undefined;
    const read = await this.#files.read(checked);
    if (!read.ok) return isAbsent(read.error) ? undefined : `(This file could not be read: ${read.error.type}.)`;
    if (read.value.type !== 'text') return '(This file could not be read: it is not text.)';
    const { text } = read.value;
    return text.trim() === '' ? undefined : cutFile(text, MOST_OF_FILE);
  }
}

function isAbsent({ type }: FileProblem): boolean {
  return type === 'missing' || type === 'no-folder' || type === 'link' || type === 'folder' || type === 'unreachable';
}
