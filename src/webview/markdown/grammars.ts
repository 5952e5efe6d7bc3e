/** Grammars for highlight.js with only what the panel has a colour for: a third of the bytes of the library's own. */
import type { Language, LanguageFn, Mode } from 'highlight.js';
import highlighter from 'highlight.js/lib/core';
import { call, comments, declaration, identifier, type Keywords, number } from './grammar-parts.ts';
import { typescript } from './typescript-grammar.ts';

const {
  APOS_STRING_MODE: apostrophes,
  BACKSLASH_ESCAPE: escaped,
  HASH_COMMENT_MODE: hashComment,
  QUOTE_STRING_MODE: quotes,
} = highlighter;

function python(): Language {
  const keyword =
    'and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield';
  const keywords = {
    $pattern: /\w+/,
    keyword,
    literal: 'False None True Ellipsis NotImplemented __debug__',
    type: 'Any Callable Coroutine Dict List Literal Generic Optional Sequence Set Tuple Type Union bool bytearray bytes complex dict float frozenset int list object property set staticmethod classmethod str tuple type',
  };
  const inFormat: Mode = { scope: 'subst', begin: /\{/, end: /\}/, keywords };
  const strings = ['"""', "'''", '"', "'"].flatMap((end): Mode[] => [
    {
      scope: 'string',
      begin: `\\b(?:[fFtT][rR]?|[rR][fFtT])${end}`,
      end,
      contains: [escaped, { match: '\\{\\{' }, inFormat],
    },
    { scope: 'string', begin: `(?:\\b(?:[uU]|[bB][rR]?|[rR][bB]?))?${end}`, end, contains: [escaped] },
  ]);
  inFormat.contains = [...strings, number];
  return {
    name: 'Python',
    aliases: ['py'],
    keywords,
    contains: [
      { scope: 'meta', match: /^(?:>>>|\.\.\.) / },
      ...strings,
      number,
      hashComment,
      declaration('def|class'),
      { scope: 'meta', begin: /^[\t ]*@/, end: /(?=#)|$/, contains: [...strings, number] },
      call(keyword),
    ],
  };
}

function bash(): Language {
  const variable: Mode = {
    scope: 'variable',
    variants: [{ match: /\$[\w#@?!*-]\w*/ }, { begin: /\$\{/, end: /\}/, contains: ['self'] }],
  };
  const quoted: Mode = { scope: 'string', begin: '"', end: '"' };
  quoted.contains = [escaped, variable, { scope: 'subst', begin: /\$\(/, end: /\)/, contains: [escaped, quoted] }];
  return {
    name: 'Bash',
    aliases: ['sh', 'zsh'],
    keywords: {
      $pattern: /[a-z][\w.-]+/,
      keyword: 'if then else elif fi time for while until in do done case esac coproc function select',
      literal: 'true false',
      built_in: 'cd echo exec exit export eval local printf read readonly return set shift source sudo test trap unset',
    },
    contains: [
      { scope: 'meta', match: /^#!.*/ },
      { match: [/(?:^|\s)/, /#.*$/], scope: { 2: 'comment' } },
      {
        begin: /<<-?\s*(?=\w+)/,
        starts: { contains: [highlighter.END_SAME_AS_BEGIN({ scope: 'string', begin: /(\w+)/, end: /(\w+)/ })] },
      },
      { match: [/\w+/, /\s*\(\s*\)\s*(?=\{)/], scope: { 1: 'title' } },
      quoted,
      { match: /\\["']/ },
      { scope: 'string', begin: "'", end: "'" },
      variable,
      // A command stands first in a line or after what joins commands.
      {
        match: [
          /(?:^|[|;&({]|\b(?:then|do|else)\s)[ \t]*/,
          /(?!(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|function|select|time|true|false)\b)[a-z][\w.-]*(?=[\s;)]|$)/,
        ],
        scope: { 2: 'title' },
        keywords: 'then do else',
      },
      { match: /(?:\/[\w.-]+)+/ },
    ],
  };
}

/** What Rust, Java and Go have in common. */
function braced(name: string, keywords: Omit<Keywords, '$pattern'>, own: Mode[]): Language {
  return {
    name,
    keywords: { $pattern: /\w+/, ...keywords },
    contains: [...own, ...comments, quotes, number, call(keywords.keyword)],
  };
}

function rust(): Language {
  const keywords = {
    keyword:
      'abstract as async await become box break const continue crate do dyn else enum extern final fn for if impl in let loop macro match mod move mut override priv pub raw ref return self Self static struct super trait try type typeof union unsafe unsized use virtual where while yield',
    literal: 'true false Some None Ok Err',
    type: 'i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 str char bool',
  };
  return {
    ...braced('Rust', keywords, [
      { scope: 'string', match: /\bb?r(#*)"(?:.|\n)*?"\1(?!#)|\bb?'(?:\\.[^']*|[^\\'\n])'|'(?:\\.[^']*|[^\\'\n])'/ },
      { scope: 'symbol', match: /'[a-zA-Z_]\w*/ },
      { scope: 'meta', begin: /#!?\[/, end: /\]/, contains: [quotes] },
      { scope: 'title', match: /\b[a-z_]\w*!/ },
      declaration('fn|type|trait|enum|struct|union'),
      { scope: 'title', match: /\b(?!(?:Some|None|Ok|Err|Self)\b)[A-Z]\w*[a-z]\w*/ },
    ]),
    aliases: ['rs'],
  };
}

function java(): Language {
  const keywords = {
    keyword:
      'synchronized abstract private var static if const for while strictfp finally protected import native final enum else break transient catch instanceof volatile case assert package default public try switch continue throws throw return new class interface extends implements module requires exports do sealed yield permits goto when record',
    literal: 'true false null',
    type: 'char boolean long float int byte short double void super this',
  };
  return braced('Java', keywords, [
    { scope: 'string', begin: '"""', end: '"""', contains: [escaped] },
    apostrophes,
    { scope: 'meta', match: `@(?!interface\\b)${identifier}(?:\\([^()]*\\))?` },
    { scope: 'title', match: /\b[A-Z]\w*[a-z]\w*/ },
  ]);
}

function go(): Language {
  const keywords = {
    keyword:
      'break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var',
    literal: 'true false iota nil',
    type: 'bool byte complex64 complex128 error float32 float64 int8 int16 int32 int64 string uint8 uint16 uint32 uint64 int uint uintptr rune any',
  };
  const raw: Mode = { scope: 'string', begin: '`', end: '`' };
  return { ...braced('Go', keywords, [apostrophes, raw, declaration('func|type')]), aliases: ['golang'] };
}

/** By their names; each has its aliases. */
export const grammars: Readonly<Record<string, LanguageFn>> = { typescript, python, bash, rust, java, go };
