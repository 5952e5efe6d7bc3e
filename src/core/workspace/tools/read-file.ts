/** The tool by which a model reads a file: numbered lines page by page, an image, or a document. */

import type { CheckedPath } from '../../permission/request.ts';
import description from '../../prompts/read-file.md';
import { Page, type PageLimits } from '../../tool-output/page.ts';
import { failed, type ToolOutcome } from '../../tool-output/tool.ts';
import {
  type Fields,
  lineLimitSchema,
  nonEmptyText,
  OFFSET_SCHEMA,
  positiveInteger,
  readInput,
} from '../../tool-output/tool-input.ts';
import { changedLines } from '../edits/changed-lines.ts';
import { withPlainEnds } from '../edits/line-ends.ts';
import { linesWithEnds } from '../edits/text-lines.ts';
import { namedPath } from '../named-path.ts';
import type { Files, TextContent } from '../ports.ts';
import type { SeenFile, SeenFiles } from '../seen-files.ts';
import type { WorkspaceTool } from '../workspace-tool.ts';
import { badInput, fileResource, problemOutcome, reading } from './answers.ts';

interface ReadInput {
  readonly path: string;
  readonly offset?: number;
  readonly limit?: number;
  readonly column?: number;
}

const DEFAULT_LINES = 1000;
const MAX_LINES = 5000;

const FIELDS: Fields<ReadInput> = {
  path: { ...nonEmptyText, isRequired: true },
  offset: positiveInteger(),
  limit: positiveInteger(MAX_LINES),
  column: positiveInteger(),
};

export interface ReadFilePorts {
  readonly files: Pick<Files, 'check' | 'read'>;
  readonly seen: SeenFiles;
  readonly limits: PageLimits;
}

export function readFileTool({ files, seen, limits }: ReadFilePorts): WorkspaceTool {
  return {
    name: 'read_file',
    description: description.trim(),
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'From the workspace folder, with `/`.' },
        offset: OFFSET_SCHEMA,
        limit: lineLimitSchema(MAX_LINES, DEFAULT_LINES),
        column: { type: 'integer', minimum: 1, description: 'Where in the first line to begin; for a very long line.' },
      },
      required: ['path'],
      additionalProperties: false,
    },
    isBounded: true,
    effect: 'reads',
    resource: fileResource,
    prepare: async (input, { thread }) => {
      const read = readInput<ReadInput>(input, FIELDS);
      if (!read.ok) return badInput(read.error);
      const { path: given = '', offset = 1, limit = DEFAULT_LINES, column = 1 } = read.value;
      const path = await files.check(given);
      return reading([path], async () => {
        const content = await files.read(path);
        if (!content.ok) return problemOutcome(path, content.error);
        switch (content.value.type) {
          case 'media':
            return { content: [content.value.block] };
          case 'binary':
            return failed(
              `${namedPath(path.given)} is a binary file of ${content.value.size} bytes, so there is no text to read.`,
            );
          case 'text': {
            const before = seen.get(path.real ?? '', thread);
            const page = readPage(path, content.value, { offset, limit, column, limits, before });
            if (page.seen) seen.add(path.real ?? '', page.seen, thread);
            return page.outcome;
          }
        }
      });
    },
  };
}

interface PageWish {
  readonly offset: number;
  readonly limit: number;
  readonly column: number;
  readonly limits: PageLimits;
  /** What the model saw of the file before. */
  readonly before: SeenFile | undefined;
}

interface ReadPage {
  readonly outcome: ToolOutcome;
  readonly seen?: SeenFile;
}

function readPage(
  path: CheckedPath,
  content: TextContent,
  { offset, limit, column, limits, before }: PageWish,
): ReadPage {
  const text = withPlainEnds(content.text);
  const lines = linesWithEnds(text);
  const seen = { version: content.version, text };
  if (lines.length === 0)
    return {
      outcome: { content: [{ type: 'text', text: `${namedPath(path.given)} is empty.` }] },
      seen: { ...seen, lines: 'all' },
    };
  if (offset > lines.length)
    return { outcome: failed(`${namedPath(path.given)} has ${lines.length} lines: choose a smaller offset.`) };
  const page = new Page(limits);
  const whole: [number, number][] = [];
  let cut: string | undefined;
  let next = offset;
  for (const end = Math.min(lines.length, offset + limit - 1); next <= end; next++) {
    const line = lines[next - 1]?.replace(/\n$/, '') ?? '';
    const from = next === offset ? column - 1 : 0;
    const shown = page.add(String(next), from === 0 ? line : line.slice(from));
    if (shown === undefined) break;
    if (from === 0 && shown === line.length) extend(whole, next);
    else if (from + shown < line.length)
      cut ??= `line ${next} goes on: offset=${next} column=${from + shown + 1} limit=1`;
  }
  const notes = [
    `${namedPath(path.given)}, lines ${offset}-${next - 1} of ${lines.length}`,
    ...(cut === undefined ? [] : [cut]),
    ...(next <= lines.length ? [`next page: offset=${next}`] : []),
    ...(content.isDirty ? ['with unsaved changes of the person'] : []),
    ...(before && before.version !== content.version ? [changeNote(before, lines)] : []),
  ];
  const shownText = page.finish(`[${notes.join('; ')}]`);
  return { outcome: { content: [{ type: 'text', text: shownText }] }, seen: { ...seen, lines: whole } };
}

function extend(ranges: [number, number][], line: number): void {
  const last = ranges.at(-1);
  if (last?.[1] === line - 1) last[1] = line;
  else ranges.push([line, line]);
}

function changeNote({ text }: SeenFile, lines: readonly string[]): string {
  return `changed since you last saw it: ${changedLines(linesWithEnds(text), lines)}`;
}
