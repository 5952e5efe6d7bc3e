/** Our short grammars, compared with the library's long ones on code of each language. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import typescript from 'highlight.js/lib/languages/typescript';
import { describe, expect, test } from 'vitest';
import { colour, type Kind } from '../../../src/webview/markdown/highlight.ts';

const library = { bash, go, java, python, rust, typescript };
// Without their aliases, which would be taken from ours also for the tests after these.
for (const [name, language] of Object.entries(library))
  highlighter.registerLanguage(`library-${name}`, (api) => ({ ...language(api), aliases: [] }));

const readIn = (folder: string, ending: string) =>
  readdirSync(path.join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(path.join(import.meta.dirname, folder, name), 'utf8').slice(0, 20_000));

/** The kind of each character that is not a space. */
function kindsOf(text: string, language: string): (Kind | undefined)[] {
  const kinds = (colour(text, language) ?? []).flatMap((run) => Array.from(run.text.split(''), () => run.kind));
  return kinds.filter((_, index) => /\S/.test(text[index] ?? ''));
}

/** What the library gives and what we give instead, with how many of the characters that have a colour of the library. */
function compare(texts: readonly string[], language: string): { readonly same: number; readonly apart: string } {
  const pairs = texts.flatMap((text) => {
    const ours = kindsOf(text, language);
    return kindsOf(text, `library-${language}`).map((theirs, index) => ({ theirs, ours: ours[index] }));
  });
  const coloured = pairs.filter(({ theirs }) => theirs);
  const apart = new Map<string, number>();
  for (const { theirs, ours } of coloured)
    if (theirs !== ours) apart.set(`${theirs} is ${ours}`, (apart.get(`${theirs} is ${ours}`) ?? 0) + 1);
  const wrong = [...apart.values()].reduce((sum, count) => sum + count, 0);
  return { same: 1 - wrong / coloured.length, apart: [...apart].map((one) => one.join(': ')).join(', ') };
}

describe('what the library colours has the same colour', () => {
  test.each([
    ['typescript', '../../../src/webview', '.ts'],
    ['typescript', '../../../scripts', '.mjs'],
    ['typescript', 'samples', '.tsx.txt'],
    ['python', 'samples', '.py'],
    ['bash', 'samples', '.sh'],
    ['rust', 'samples', '.rs'],
    ['java', 'samples', '.java'],
    ['go', 'samples', '.go'],
  ])('in %s of %s', (language, folder, ending) => {
    const { same, apart } = compare(readIn(folder, ending), language);
    expect(same, apart).toBeGreaterThan(0.98);
  });
});
