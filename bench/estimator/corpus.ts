/** Text to fit the token estimator to: by class, from installed packages, from our own generators, from recorded threads. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { generatedTexts } from './generators.ts';
import { SENTENCES } from './sentences.ts';

/** `share` is how much a class counts in the fit; every class counts the same per share, whatever its length. */
export interface CorpusClass {
  readonly name: string;
  readonly share: number;
  readonly texts: readonly string[];
}

const CLASS_LIMIT = 1_500_000;

/** `root` is the repository's root, whose packages must be installed. */
export function readCorpus(root: string, transcripts: string): CorpusClass[] {
  const packages = join(root, 'node_modules');
  const files = filesUnder(packages).filter((path) => !path.includes('gpt-tokenizer'));
  const withEnding = (...endings: string[]) => files.filter((path) => endings.some((ending) => path.endsWith(ending)));
  const minified = withEnding('.min.js', '.production.js', '.global.js');
  const scripts = withEnding('.js', '.mjs', '.cjs').filter((path) => !minified.includes(path));
  const classes: CorpusClass[] = [
    { name: 'prose', share: 2, texts: sample(withEnding('.md', 'LICENSE', '.txt')) },
    { name: 'ts', share: 2, texts: sample(withEnding('.d.ts', '.ts', '.mts')) },
    { name: 'js', share: 2, texts: sample(scripts) },
    { name: 'minified', share: 1, texts: sample(minified.length > 0 ? minified : scripts) },
    { name: 'json', share: 1, texts: sample(withEnding('.json')) },
    { name: 'maps', share: 0.5, texts: sample(withEnding('.map')) },
    { name: 'css', share: 0.3, texts: sample(withEnding('.css', '.html')) },
    { name: 'paths', share: 1, texts: [pathListing(files.map((path) => path.slice(root.length + 1)))] },
    ...languageClasses(packages),
    ...generatedTexts(),
  ];
  for (const [i, file] of transcriptFiles(transcripts).entries()) {
    if (i % 2 === 0)
      classes.push({ name: `transcript ${i}`, share: 1.5, texts: capped(jsonStrings(readFileSync(file, 'utf8'))) });
  }
  return classes.filter((one) => one.texts.some((text) => text.length > 0));
}

/** The recorded threads, in order: the even ones are fitted to, the odd ones are reported on. */
export function transcriptFiles(folder: string): string[] {
  return existsSync(folder) ? filesUnder(folder).filter((path) => !path.endsWith('.md')) : [];
}

/** Every string in a JSON document or in the lines of a JSONL file, images left out. */
export function jsonStrings(text: string): string[] {
  const strings: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') {
      if (value.length > 3 && !isImage(value)) strings.push(value);
    } else if (Array.isArray(value)) value.forEach(collect);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  for (const document of documents(text)) collect(document);
  return strings;
}

function documents(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return text.split('\n').flatMap((line) => {
      try {
        return [JSON.parse(line)];
      } catch {
        return [];
      }
    });
  }
}

const isImage = (value: string) => value.length > 2000 && /^(iVBOR|\/9j\/|R0lGOD|UklGR|data:image)/.test(value);

/** Sorted, without what tools keep in hidden folders and change from run to run. */
function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.name.startsWith('.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesUnder(path) : entry.isFile() ? [path] : [];
    });
}

/** Evenly spread over the files, at most 20,000 characters of each. */
function sample(paths: readonly string[]): string[] {
  const step = Math.max(1, paths.length / 400);
  const texts: string[] = [];
  for (let i = 0; i < paths.length; i += step) {
    const path = paths[Math.floor(i)];
    if (path !== undefined && statSync(path).size < 20_000_000) texts.push(middle(readFileSync(path, 'utf8'), 20_000));
  }
  return capped(texts);
}

function middle(text: string, length: number): string {
  const from = Math.max(0, Math.floor((text.length - length) / 2));
  return text.slice(from, from + length);
}

function capped(texts: readonly string[]): string[] {
  const total = texts.reduce((sum, text) => sum + text.length, 0);
  const every = Math.ceil(total / CLASS_LIMIT);
  return texts.filter((_, i) => i % every === 0);
}

function pathListing(paths: readonly string[]): string {
  return paths.filter((_, i) => i % 5 === 0).join('\n');
}

/** What the compiler, the accessibility checker and the schema library say to people, by language, and our own sentences. */
function languageClasses(packages: string): CorpusClass[] {
  const compiler = withLanguages(join(packages, 'typescript/lib'), /^([a-z-]+)$/, '/diagnosticMessages.generated.json');
  const checker = withLanguages(join(packages, 'axe-core/locales'), /^([a-z]{2}\w*)\.json$/, '');
  const schema = withLanguages(join(packages, 'zod/v4/locales'), /^([a-z]{2}[\w-]*)\.js$/, '');
  return [
    ...compiler.map(([name, text]) => ({ name: `compiler ${name}`, share: 0.2, texts: jsonStrings(text) })),
    ...checker.map(([name, text]) => ({ name: `checker ${name}`, share: 0.4, texts: jsonStrings(text) })),
    ...schema.map(([name, text]) => ({ name: `schema ${name}`, share: 0.1, texts: beyondAscii(text) })),
    ...Object.entries(SENTENCES).map(([name, text]) => ({ name, share: 0.7, texts: [text] })),
  ];
}

function withLanguages(folder: string, pattern: RegExp, file: string): [name: string, text: string][] {
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  return names.flatMap((name): [string, string][] => {
    const path = join(folder, name + file);
    return pattern.test(name) && existsSync(path) && statSync(path).isFile()
      ? [[name, readFileSync(path, 'utf8')]]
      : [];
  });
}

/** The quoted strings of a script that hold anything beyond ASCII. */
function beyondAscii(script: string): string[] {
  return [...script.matchAll(/[`"']([^`"'\n]*[^ -~][^`"'\n]*)[`"']/g)].map((match) => match[1] ?? '');
}
