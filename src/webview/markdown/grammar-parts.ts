/** What the panel's grammars of programming languages for highlight.js have in common: comments, numbers, names. */
import type { Mode } from 'highlight.js';
import highlighter from 'highlight.js/lib/core';

/** Words with a space between two, by what they are; `$pattern` is what a word looks like. */
export type Keywords = Readonly<Record<'keyword' | 'literal' | 'type', string> & { $pattern: string | RegExp }>;

const documentation: Mode = {
  scope: 'comment',
  begin: /\/\*\*(?!\/)/,
  end: /\*\//,
  contains: [{ scope: 'type', match: /(?<=@\w+\s\{)[^}\n]+/ }],
};
export const comments = [documentation, highlighter.C_LINE_COMMENT_MODE, highlighter.C_BLOCK_COMMENT_MODE];

export const identifier = '[A-Za-z_$][\\w$]*';
export const number: Mode = {
  scope: 'number',
  match:
    /\b(0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|\d[\d_]*(\.\d[\d_]*)?([eE][+-]?\d[\d_]*)?)([a-zA-Z]\w*)?\b|\B\.\d[\d_]*/,
};

/** A name before a bracket, which is not one of the keywords. */
export function call(keywords: string): Mode {
  return {
    scope: 'title',
    match: `(?:(?<=\\.)|\\b(?!(?:${keywords.replaceAll(' ', '|')})\\b))${identifier}(?=\\s*\\()`,
  };
}

/** A keyword, and the name that it declares. */
export function declaration(keyword: string, after = ''): Mode {
  return { match: [`\\b(?:${keyword})`, /\s+/, `${identifier}${after}`], scope: { 1: 'keyword', 3: 'title' } };
}
