/** No file over 250 lines in src, or 400 elsewhere, and each says in its first line what it is for. */
import { files, read } from './files.mjs';

/** @param {string} file */
const mostLines = (file) => (file.startsWith('src/') ? 250 : 400);
/** Texts that stand for something else than our code. */
const notCode = /\/(fixtures|golden)\/|^scripts\/sample\/(workspace|written)\//;

/** @param {string} file @returns {readonly string[]} */
function problemsOf(file) {
  const lines = read(file).trimEnd().split('\n');
  const first = (lines[0]?.startsWith('#!') ? lines[1] : lines[0]) ?? '';
  const problems = [];
  const most = mostLines(file);
  if (lines.length > most)
    problems.push(`${file}: ${lines.length} lines, over ${most}: split it by what changes together`);
  if (!(file.endsWith('.css') ? /^\/\*/ : /^\/\*\* .+/).test(first))
    problems.push(`${file}:1: the first line must be a /** comment that says what the file is for`);
  return problems;
}

/** @returns {readonly string[]} problems */
export const fileSizes = () =>
  files.filter((file) => /\.(ts|mjs|cjs|css)$/.test(file) && !notCode.test(file)).flatMap(problemsOf);
