/** Every document, section, file, rule and reliability case that a comment or a page of the documentation cites is there. */
import { files, read } from './files.mjs';
import { headingsOf } from './headings.mjs';
import { CASES, RULES } from './rule-list.mjs';
import { casesIn, rulesIn } from './rules.mjs';

/**
 * What may be cited.
 * @typedef {{
 *   headings: (page: string) => readonly string[] | undefined,
 *   isFile: (path: string) => boolean,
 *   rules: Readonly<Record<number, string>>,
 *   cases: Readonly<Record<number, string>>,
 * }} Known `headings` is undefined for a page that the project does not have
 */

/** `docs/wire-rules.md`, `ARCHITECTURE.md`; not the page of another folder. */
const pagePattern = /(?<![\w./-])(?:docs\/[\w./-]+|[A-Z_]{4,})\.md\b/g;
/** `docs/wire-rules.md, "Caching"`, with more sections behind it; anything else only at the beginning of a parenthesis. */
const sectionPattern = /([\w./-]+\.md|(?<=[(;] ?)[\w./-]+)((?:, "[A-Z][^"]*")+)/g;
/** A name with "section" and a number, or with a paragraph sign: our sections have titles. */
const numberedPattern = /[\w./-]+,? (?:section \d\w*|§ ?\w+)/g;
/** A file of the code, from the root or from `src`; `NAME` and `ID` in a path stand for any. */
const codePattern =
  /(?<![\w./-])(?:src|core|extension|webview|providers|test|scripts|bench)\/[\w./-]+\.(?:ts|mjs|json)\b/g;
const casePattern = /reliability (cases? [\d–, and]+)/g;

/** Files of a person's workspace that Spool reads: a text that names one cites no document of ours. */
const WORKSPACE_FILES = new Set(['AGENTS.md', 'CLAUDE.md', 'SKILL.md']);

/** A vendor's page is cited by its address, or as "the same page". @param {string} name */
const isElsewhere = (name) => name === 'page' || (/\w\.\w/.test(name) && !name.endsWith('.md'));

/** The comments of a source file, each as one line. @param {string} source */
export const commentsIn = (source) =>
  [...source.matchAll(/\/\*[\s\S]*?\*\/|(?:(?<=^|\s)\/\/.*\n?\s*)+/gm)].map(([comment]) =>
    comment.replace(/\s*\n\s*(\*(?!\/)|\/\/)?\s*/g, ' '),
  );

/** @param {string} name @param {string} quoted @param {Known['headings']} headings */
function sectionProblems(name, quoted, headings) {
  if (isElsewhere(name)) return [];
  const own = headings(name);
  if (!own) return [`${name} is no document: cite a page of docs/ by its path, or a public page by its address`];
  const titles = [...quoted.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title);
  return titles.filter((title) => !own.includes(title)).map((title) => `${name} has no section "${title}"`);
}

/** @param {string} text a comment or a paragraph, as one line @param {Known} known @returns {readonly string[]} */
export function citationProblems(text, { headings, isFile, rules, cases }) {
  const pages = [...text.matchAll(pagePattern)].map(([page]) => page);
  const paths = [...text.matchAll(codePattern)].map(([path]) => path).filter((path) => !/NAME|ID/.test(path));
  const caseNumbers = [...text.matchAll(casePattern)].flatMap(([, numbers = '']) => casesIn(numbers));
  return [
    ...pages.filter((page) => !WORKSPACE_FILES.has(page) && !headings(page)).map((page) => `there is no ${page}`),
    ...paths.filter((path) => !isFile(path) && !isFile(`src/${path}`)).map((path) => `there is no ${path}`),
    ...[...text.matchAll(sectionPattern)].flatMap(([, name = '', quoted = '']) =>
      sectionProblems(name, quoted, headings),
    ),
    ...[...text.matchAll(numberedPattern)].map(([cited]) => `${cited}: cite a section by its title`),
    ...rulesIn(text).flatMap((number) => (number in rules ? [] : [`there is no rule R${number}`])),
    ...caseNumbers.flatMap((number) => (number in cases ? [] : [`there is no reliability case ${number}`])),
  ];
}

/** Texts that only stand for somebody's files, and the test of this check. */
const isSample = (/** @type {string} */ file) =>
  /\/(fixtures|golden)\/|^scripts\/sample\/|^test\/scripts\/citations\.test\.ts$/.test(file);

/** @param {string} file @returns {readonly string[]} what may cite something */
function textsOf(file) {
  if (/\.(ts|mjs)$/.test(file)) return commentsIn(read(file));
  if (!/^(docs\/.*|[A-Z_]+)\.md$/.test(file)) return [];
  return read(file)
    .split('\n\n')
    .map((paragraph) => paragraph.replaceAll('\n', ' '));
}

/** @returns {readonly string[]} problems */
export function citations() {
  const pages = new Map(files.filter((file) => file.endsWith('.md')).map((file) => [file, headingsOf(read(file))]));
  const all = new Set(files);
  const known = {
    headings: (/** @type {string} */ page) => pages.get(page),
    rules: RULES,
    cases: CASES,
  };
  // Comments name files of other projects too, as examples.
  const isFileFor = (/** @type {string} */ file) => (/** @type {string} */ path) =>
    !file.endsWith('.md') || all.has(path);
  return files
    .filter((file) => !isSample(file))
    .flatMap((file) =>
      textsOf(file).flatMap((text) =>
        citationProblems(text, { ...known, isFile: isFileFor(file) }).map((problem) => `${file}: ${problem}`),
      ),
    );
}
