/** The tool by which a model searches the text of the workspace's files. */

import { ellipsize } from '../../lang/clip.ts';
import description from '../../prompts/search-text.md';
import { failed, type ToolOutcome } from '../../tool-output/tool.ts';
import {
  type Fields,
  flag,
  lineLimitSchema,
  nonEmptyText,
  positiveInteger,
  readInput,
} from '../../tool-output/tool-input.ts';
import { namedPath } from '../named-path.ts';
import type { Files, SearchProblem, TextMatch, TextMatches, TextQuery, TextSearch } from '../ports.ts';
import { problemText } from '../problem-text.ts';
import type { WorkspaceTool } from '../workspace-tool.ts';
import { badInput, reading, SEARCHES, textOutcome } from './answers.ts';
import { searchedFolders } from './searched-folders.ts';

interface SearchInput {
  readonly pattern: string;
  readonly path?: string;
  readonly regex?: boolean;
  readonly ignore_case?: boolean;
  readonly include?: string;
  readonly limit?: number;
}

const DEFAULT_MATCHES = 100;
const MAX_MATCHES = 1000;
/** UTF-16 units of a line that are shown. */
const WIDTH = 300;

const FIELDS: Fields<SearchInput> = {
  pattern: { ...nonEmptyText, isRequired: true },
  path: nonEmptyText,
  regex: flag,
  ignore_case: flag,
  include: nonEmptyText,
  limit: positiveInteger(MAX_MATCHES),
};

export interface SearchTextPorts {
  readonly files: Pick<Files, 'folders' | 'check'>;
  readonly search: TextSearch;
}

export function searchTextTool({ files, search }: SearchTextPorts): WorkspaceTool {
  return {
    name: 'search_text',
    description: description.trim(),
    inputSchema: {
      type: 'object',
      properties: {
        pattern: { type: 'string', description: 'What to find within one line; taken as it is, unless regex is true.' },
        path: { type: 'string', description: 'A folder or file to search. Left out: the workspace.' },
        regex: { type: 'boolean', description: 'The pattern is a regular expression. Left out: false.' },
        ignore_case: { type: 'boolean', description: 'Left out: false.' },
        include: { type: 'string', description: 'A glob of the files to search, such as `*.ts`.' },
        limit: lineLimitSchema(MAX_MATCHES, DEFAULT_MATCHES),
      },
      required: ['pattern'],
      additionalProperties: false,
    },
    effect: 'reads',
    resource: () => SEARCHES,
    prepare: async (input, { signal }) => {
      const read = readInput<SearchInput>(input, FIELDS);
      if (!read.ok) return badInput(read.error);
      const { pattern = '', path: given, regex = false, ignore_case: ignoreCase = false, include } = read.value;
      if (/[\n\r]/.test(pattern))
        return badInput('pattern must be one line: a match never reaches over the end of a line.');
      const { limit = DEFAULT_MATCHES } = read.value;
      const [first, ...others] = await searchedFolders(files, given);
      if (!first) return badInput('No folder is open.');
      return reading([first, ...others], async () => {
        let all: TextMatches = { matches: [], secretFiles: 0 };
        for (const path of [first, ...others]) {
          const left = limit - all.matches.length;
          const wish: TextQuery = {
            pattern,
            isRegex: regex,
            ignoreCase,
            path,
            limit: left,
            ...(include && { include }),
          };
          const found = await search.search(wish, signal);
          if (!found.ok) return problem(path.given, found.error);
          all = joined(all, found.value);
          if (all.ended) break;
        }
        return textOutcome(matchesText(all));
      });
    },
  };
}

function joined(a: TextMatches, b: TextMatches): TextMatches {
  const secretFiles = a.secretFiles + b.secretFiles;
  return { matches: [...a.matches, ...b.matches], secretFiles, ...(b.ended && { ended: b.ended }) };
}

function problem(path: string, found: SearchProblem): ToolOutcome {
  if (found.type === 'pattern') return failed(`pattern is no regular expression: ${ellipsize(found.reason, 300)}`);
  return failed(problemText(path, found));
}

/** The path of a file once, above its lines. */
function matchesText({ matches, ended, secretFiles }: TextMatches): string {
  const lines: string[] = [];
  let last: TextMatch | undefined;
  for (const match of matches) {
    if (match.path !== last?.path) lines.push(...(last ? [''] : []), namedPath(match.path));
    lines.push(`${match.line}\t${ellipsize(match.text.replace(/\r$/, ''), WIDTH)}`);
    last = match;
  }
  const files = new Set(matches.map(({ path }) => path)).size;
  const count = matches.length === 1 ? '1 line' : `${matches.length} lines`;
  const notes = [
    matches.length === 0
      ? 'no match; ignored and binary files are not searched'
      : `${count} in ${files === 1 ? '1 file' : `${files} files`}`,
    ...(ended ? [ENDS[ended]] : []),
    ...(secretFiles === 0
      ? []
      : [
          `${secretFiles} ${secretFiles === 1 ? 'file was' : 'files were'} skipped, as they may hold keys or passwords`,
        ]),
  ];
  return [...lines, `[${notes.join('; ')}]`].join('\n');
}

const ENDS: Readonly<Record<NonNullable<TextMatches['ended']>, string>> = {
  limit: 'there may be more: use a narrower pattern, path or include',
  time: 'the search took too long and was ended: use a narrower path or include',
};
