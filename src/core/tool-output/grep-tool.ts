/** The tool by which a model searches cut or removed content (R36). */
import description from '../prompts/tool-output-cache-grep.md';
import { literalFinder } from './finder.ts';
import { openRef } from './open-ref.ts';
import { Page } from './page.ts';
import { type Match, type SearchPosition, type SearchResult, searchText } from './search.ts';
import { type CacheToolContext, type CacheToolDefinition, failed } from './tool.ts';
import { type Fields, flag, nonEmptyText, positiveInteger, readInput } from './tool-input.ts';
import { GREP_TOOL } from './tool-names.ts';
import { describeUnknownRef } from './unknown-ref.ts';

interface GrepInput {
  readonly ref_id: string;
  readonly pattern: string;
  readonly regex?: boolean;
  readonly ignore_case?: boolean;
  readonly offset?: number;
  readonly column?: number;
  readonly limit?: number;
}

/** Default and maximum number of matches on a page. */
const DEFAULT_MATCHES = 50;
const MAX_MATCHES = 500;

const FIELDS: Fields<GrepInput> = {
  ref_id: { ...nonEmptyText, isRequired: true },
  pattern: { ...nonEmptyText, isRequired: true },
  regex: flag,
  ignore_case: flag,
  offset: positiveInteger(),
  column: positiveInteger(),
  limit: positiveInteger(MAX_MATCHES),
};

export const TOOL_OUTPUT_CACHE_GREP: CacheToolDefinition = {
  name: GREP_TOOL,
  description: description.trim(),
  inputSchema: {
    type: 'object',
    properties: {
      ref_id: { type: 'string', description: 'The ref, as the note or the marker gives it.' },
      pattern: { type: 'string', description: 'What to find within one line; taken as it is, unless regex is true.' },
      regex: { type: 'boolean', description: 'The pattern is a regular expression (JavaScript). Left out: false.' },
      ignore_case: { type: 'boolean', description: 'Left out: false.' },
      offset: { type: 'integer', minimum: 1, description: 'First line to search, from 1. Left out: 1.' },
      column: { type: 'integer', minimum: 1, description: 'Where in that line to begin, from 1.' },
      limit: { type: 'integer', minimum: 1, maximum: MAX_MATCHES, description: `Left out: ${DEFAULT_MATCHES}.` },
    },
    required: ['ref_id', 'pattern'],
    additionalProperties: false,
  },
  run: async (input, world) => {
    const read = readInput<GrepInput>(input, FIELDS);
    if (!read.ok) return failed(read.error);
    const { ref_id = '', pattern = '', regex = false, ignore_case: ignoreCase = false } = read.value;
    if (pattern.includes('\n'))
      return failed('pattern must be one line: a match never reaches over the end of a line.');
    const source = await openRef(ref_id, world.thread, world.outputs);
    if (!source.ok) return failed(describeUnknownRef(source.error));
    const { signal } = world;
    const started = regex ? await world.regex.start(pattern, { ignoreCase, ...(signal && { signal }) }) : undefined;
    if (started?.ok === false) return failed(`pattern is no regular expression: ${started.error}`);
    const finder = started ? started.value : literalFinder(pattern, ignoreCase);
    const { offset = 1, column = 1, limit = DEFAULT_MATCHES } = read.value;
    const found = await search(source.value.chunks(), finder, { start: { line: offset, column }, most: limit });
    return { content: [{ type: 'text', text: write(found, ref_id, world) }] };
  },
};

async function search(...[chunks, finder, wish]: Parameters<typeof searchText>): Promise<SearchResult> {
  try {
    return await searchText(chunks, finder, wish);
  } finally {
    finder.close();
  }
}

function write(found: SearchResult, ref: string, { limits }: CacheToolContext): string {
  const page = new Page(limits);
  let shown = 0;
  let next = found.next;
  for (const match of found.matches) {
    if (page.add(labelOf(match), match.text) === undefined) {
      next = { line: match.line, column: match.column };
      break;
    }
    shown++;
  }
  return page.finish(footer(ref, shown, next, found));
}

function labelOf({ line, column, isWholeLine }: Match): string {
  return isWholeLine ? String(line) : `${line}:${column}`;
}

function footer(
  ref: string,
  shown: number,
  next: SearchPosition | undefined,
  { isOutOfTime, next: stop, lines }: SearchResult,
): string {
  const matches = shown === 0 ? 'no match' : shown === 1 ? '1 match' : `${shown} matches`;
  if (!next) return `[${ref}, ${matches}; searched to the end, line ${lines}]`;
  const from = `offset=${next.line}${next.column > 1 ? ` column=${next.column}` : ''}`;
  if (isOutOfTime && next === stop)
    return `[${ref}, ${matches} so far; stopped after 2 s at line ${next.line}: use a simpler pattern, or go on with ${from}]`;
  return `[${ref}, ${matches}; more: ${from}]`;
}
