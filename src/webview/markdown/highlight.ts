/** Syntax highlighting of finished code blocks, by the token kinds that the editor's theme colours. Loaded with the first such block. */
import highlighter from 'highlight.js/lib/core';
import diff from 'highlight.js/lib/languages/diff';
import json from 'highlight.js/lib/languages/json';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { grammars } from './grammars.ts';

for (const [name, language] of Object.entries({ ...grammars, diff, json, xml, yaml }))
  highlighter.registerLanguage(name, language);

/** Characters. Longer blocks are not highlighted, since that would take longer than a frame. */
const LONGEST = 20_000;

export type Kind = 'keyword' | 'string' | 'number' | 'name' | 'comment' | 'added' | 'removed';
export interface Run {
  readonly text: string;
  readonly kind?: Kind;
}

const kinds: Readonly<Record<string, Kind>> = {
  keyword: 'keyword',
  literal: 'keyword',
  built_in: 'name',
  type: 'name',
  name: 'name',
  title: 'name',
  section: 'name',
  selector: 'name',
  attr: 'name',
  attribute: 'name',
  string: 'string',
  regexp: 'string',
  number: 'number',
  symbol: 'number',
  comment: 'comment',
  quote: 'comment',
  meta: 'comment',
  addition: 'added',
  deletion: 'removed',
};

/** The text in runs of one kind; joined they are the text, unchanged. Undefined when it stays plain. */
export function colour(text: string, language: string): readonly Run[] | undefined {
  if (text.length > LONGEST || !highlighter.getLanguage(language)) return undefined;
  const runs = runsOf(highlighter.highlight(text, { language, ignoreIllegals: true }).value);
  return runs.map((run) => run.text).join('') === text ? runs : undefined;
}

/** Reads the highlighter's markup, which is only ever nested spans and five escapes. */
function runsOf(markup: string): Run[] {
  const runs: Run[] = [];
  const path: (Kind | undefined)[] = [];
  for (const part of markup.split(/(<span class="[^"]*">|<\/span>)/)) {
    const scope = /^<span class="(?:hljs-)?(\w+)/.exec(part)?.[1];
    const kind = path.at(-1);
    if (scope) path.push(kinds[scope] ?? kind);
    else if (part === '</span>') path.pop();
    else if (part) runs.push(kind ? { text: unescaped(part), kind } : { text: unescaped(part) });
  }
  return runs;
}

const escapes: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (whole, name: string) => escapes[name] ?? whole);
}
