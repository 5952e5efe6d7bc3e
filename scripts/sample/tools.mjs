/** The tools of the recorded agent, at work on a real folder. */
import { mkdir, readdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { runCommand } from './run-command.mjs';

const MOST_MATCHES = 120;
const CONTEXT_LINES = 3;

/** A failure that the model is told of; anything else is a bug of the script. */
class ToolFailure extends Error {}

const numbered = (lines, from) => lines.map((line, n) => `${from + n}\t${line}`).join('\n');
const toLines = (text) => (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');

/**
 * @param {string} folder must exist
 * @returns {Promise<{ call(name: string, input: any): Promise<{ text: string, isError: boolean }>, prepare(command: string): Promise<void> }>}
 */
export async function openWorkspace(folder) {
  const root = await realpath(folder);

  async function readText(path) {
    try {
      return await readFile(join(root, path), 'utf8');
    } catch (error) {
      if (error.code === 'ENOENT') throw new ToolFailure(`${path} does not exist`);
      throw error;
    }
  }

  /** Files below a path, with forward slashes, in a fixed order. */
  async function walk(path) {
    const info = await stat(join(root, path)).catch(() => undefined);
    if (info === undefined) throw new ToolFailure(`${path} does not exist`);
    if (info.isFile()) return [path];
    const names = (await readdir(join(root, path))).sort();
    const nested = await Promise.all(names.map((name) => walk(path === '.' ? name : posix.join(path, name))));
    return nested.flat();
  }

  const tools = {
    async read_file({ path, start_line: from = 1, end_line: to }) {
      const lines = toLines(await readText(path));
      const last = Math.min(to ?? lines.length, lines.length);
      if (from > lines.length) throw new ToolFailure(`${path} has only ${lines.length} lines`);
      const head =
        from === 1 && last === lines.length
          ? `${path}, ${lines.length} lines`
          : `${path}, lines ${from}-${last} of ${lines.length}`;
      return `${head}\n${numbered(lines.slice(from - 1, last), from)}`;
    },

    async edit_file({ path, old_text: oldText, new_text: newText }) {
      const text = await readText(path);
      const found = text.split(oldText).length - 1;
      if (found !== 1)
        throw new ToolFailure(
          `${path}: old_text was found ${found} times; it must be there exactly once. Nothing was changed.`,
        );
      const at = text.indexOf(oldText);
      const changed = text.slice(0, at) + newText + text.slice(at + oldText.length);
      await writeFile(join(root, path), changed);
      const before = text.slice(0, at).split('\n').length;
      const from = Math.max(1, before - CONTEXT_LINES);
      const lines = toLines(changed);
      const to = Math.min(lines.length, before + toLines(newText).length - 1 + CONTEXT_LINES);
      return `Edited ${path}. Lines ${from}-${to} are now:\n${numbered(lines.slice(from - 1, to), from)}`;
    },

    async write_file({ path, content }) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), content);
      return `Wrote ${path}, ${toLines(content).length} lines`;
    },

    async list_files({ path }) {
      const files = await walk(path);
      const sizes = await Promise.all(files.map(async (file) => (await stat(join(root, file))).size));
      return files.map((file, n) => `${file}  ${sizes[n]} bytes`).join('\n');
    },

    async search({ pattern, path }) {
      const expression = new RegExp(pattern);
      const matches = [];
      for (const file of await walk(path)) {
        toLines(await readText(file)).forEach((line, n) => {
          if (expression.test(line)) matches.push(`${file}:${n + 1}: ${line.trim()}`);
        });
      }
      if (matches.length === 0) return `No line matches ${pattern}`;
      const more = matches.length - MOST_MATCHES;
      return [...matches.slice(0, MOST_MATCHES), ...(more > 0 ? [`(${more} more lines match)`] : [])].join('\n');
    },

    async todo_write({ todos }) {
      const count = (status) => todos.filter((item) => item.status === status).length;
      return `${todos.length} items: ${count('completed')} done, ${count('in_progress')} under way, ${count('pending')} open`;
    },

    async run_command({ command }) {
      const { output, exitCode } = await runCommand(command, root);
      const text = `${output}[exit code ${exitCode}]`;
      if (exitCode !== 0) throw new ToolFailure(text);
      return text;
    },
  };

  return {
    async call(name, input) {
      try {
        return { text: await tools[name](input), isError: false };
      } catch (error) {
        if (error instanceof ToolFailure) return { text: error.message, isError: true };
        throw error;
      }
    },
    /** Runs a command that is no part of the thread. */
    async prepare(command) {
      const { output, exitCode } = await runCommand(command, root);
      if (exitCode !== 0) throw new Error(`${command} ended with ${exitCode}\n${output}`);
    },
  };
}
