/** A small highlight.js grammar for TypeScript and JavaScript: it marks only the kinds of token that the panel has a colour for. */
import type { CallbackResponse, Language, Mode } from 'highlight.js';
import highlighter from 'highlight.js/lib/core';
import { call, comments, declaration, identifier, type Keywords, number } from './grammar-parts.ts';

const { APOS_STRING_MODE: apostrophes, BACKSLASH_ESCAPE: escaped, QUOTE_STRING_MODE: quotes } = highlighter;

function inBraces(begin: string | RegExp, keywords: Keywords, contains: Mode[]): Mode {
  const braces: Mode = { begin: /\{/, end: /\}/, keywords, contains: ['self', ...contains] };
  return { scope: 'subst', begin, end: /\}/, keywords, contains: [...contains, braces] };
}

/** TypeScript, and JavaScript with it, also with elements of JSX. */
export function typescript(): Language {
  const keyword =
    'as in of if for while finally var new function do return void else break catch instanceof with throw case default try switch continue typeof delete let yield const class debugger async await static import from export extends using type interface public private protected implements declare abstract readonly enum override satisfies keyof';
  const keywords = {
    $pattern: identifier,
    keyword,
    literal: 'true false null undefined NaN Infinity',
    type: 'any void number boolean string object never symbol bigint unknown',
  };
  const strings: Mode[] = [apostrophes, quotes];
  const inTemplate = inBraces(/\$\{/, keywords, strings);
  const className: Mode = { scope: 'title', match: /\b(?:[A-Z][A-Z\d]*[a-z]\w*|JSON\b)/ };
  const template: Mode = { scope: 'string', begin: '`', end: '`', contains: [escaped, inTemplate] };
  const markup: Mode = { end: '`', subLanguage: 'xml', contains: [escaped, inTemplate] };
  strings.push({ begin: /\bhtml`/, end: '', starts: markup }, template);
  inTemplate.contains = [...strings, className, number, inBraces(/\{/, keywords, [...strings, className, number])];
  const names: Mode[] = [
    className,
    { scope: 'attr', match: `${identifier}(?=:|\\s*\\?:)` },
    { scope: 'meta', match: `@${identifier}` },
  ];
  return {
    name: 'TypeScript',
    aliases: ['ts', 'tsx', 'mts', 'cts', 'javascript', 'js', 'jsx', 'mjs', 'cjs'],
    keywords,
    contains: [
      { scope: 'meta', match: /^#!.*|^\s*(['"])use strict\1/ },
      ...strings,
      ...comments,
      number,
      ...names,
      {
        match: [/\b(?:const|let|var)/, /\s+/, identifier, /\s*=\s*/, /(?:async\s*)?/, ARROW],
        scope: { 1: 'keyword', 3: 'title', 5: 'keyword' },
      },
      {
        // A regular expression or an element begins where a value does.
        begin: `(${highlighter.RE_STARTERS_RE}|\\b(?:case|return|throw)\\b)\\s*`,
        keywords: 'return throw case',
        contains: [...comments, highlighter.REGEXP_MODE, element()],
      },
      declaration('function|get|set', '(?=\\s*[(<])'),
      { match: /\.\.\.|\$\d+/ },
      { match: `\\.${identifier}\\b(?!\\s*\\()` },
      call(`${keyword} super`),
    ],
  };
}

/** What follows the name of a variable that is a function: its parameters and the arrow. */
const ARROW = /(?=(?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\w+)\s*=>)/;

/** An element of JSX, told from a type parameter by what follows its name. */
function element(): Mode {
  const tag: Mode = { begin: /<[\w.:-]+/, end: /\/[\w.:-]+>|\/>/ };
  const begins = ({ 0: start, index, input }: RegExpMatchArray, response: CallbackResponse) => {
    const rest = (input ?? '').slice((index ?? 0) + start.length);
    const closes = rest[0] !== '>' || rest.includes(`</${start.slice(1)}`);
    if (!closes || /^(?:[<,]|\s*=|\s+extends\s)/.test(rest)) response.ignoreMatch();
  };
  const nested: Mode = { ...tag, skip: true, contains: ['self'] };
  return {
    variants: [{ begin: '<>', end: '</>' }, { match: /<[\w.:-]+\s*\/>/ }, { ...tag, 'on:begin': begins }],
    subLanguage: 'xml',
    contains: [nested],
  };
}
