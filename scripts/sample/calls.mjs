/** The words in which the turns are written: what the assistant says and which tools it calls. */
import { readFileSync } from 'node:fs';

/** One assistant message: what it says, and the calls that it makes at once. */
export const round = (say, ...calls) => ({ say, calls });

/** Without line numbers the whole file; both ends included, from 1. */
export const read = (path, from, to) => ({
  name: 'read_file',
  input: { path, ...(from === undefined ? {} : { start_line: from, end_line: to }) },
});
export const edit = (path, oldText, newText) => ({
  name: 'edit_file',
  input: { path, old_text: oldText, new_text: newText },
});
export const run = (command) => ({ name: 'run_command', input: { command } });
export const search = (pattern, path = '.') => ({ name: 'search', input: { pattern, path } });
export const list = (path) => ({ name: 'list_files', input: { path } });

/**
 * Tests with the workspace's own reporter: short, and the same in every version of Node. A single file runs by itself, which
 * takes half the time of the runner.
 */
export const test = (files) =>
  run(`node ${files.includes(' ') ? '--test ' : ''}--test-reporter=./tools/brief.mjs ${files}`);
/** Tests with every line, also for those that pass. */
export const testInFull = () => run('node --test --test-reporter=spec');

/** Writes a whole file; its text is in `written/`, so that it can be read as what it is. */
export const write = (path, source) => ({
  name: 'write_file',
  input: { path, content: readFileSync(new URL(`written/${source}`, import.meta.url), 'utf8') },
});

/** The whole to-do list, each line with its mark: "x" done, ">" under way, "-" open. */
export const todo = (...lines) => ({
  name: 'todo_write',
  input: {
    todos: lines.map((line) => ({
      content: line.slice(2),
      status: { x: 'completed', '>': 'in_progress', '-': 'pending' }[line[0]],
    })),
  },
});

/** The result must hold these texts, else the script is wrong and no sample is made. */
export const sees = (call, ...texts) => ({ ...call, sees: texts });
/** The same for a call that is meant to fail. */
export const fails = (call, ...texts) => ({ ...call, fails: true, sees: texts });
