/** The tool by which a model reads cut or removed content page by page (R36). */
import type { ResultContent } from '../message/message.ts';
import description from '../prompts/tool-output-cache.md';
import { readWindows } from './line-windows.ts';
import { type OutputSource, openRef } from './open-ref.ts';
import { Page } from './page.ts';
import type { Media } from './render.ts';
import { type CacheToolContext, type CacheToolDefinition, failed, type ToolOutcome } from './tool.ts';
import { type Fields, lineLimitSchema, nonEmptyText, OFFSET_SCHEMA, positiveInteger, readInput } from './tool-input.ts';
import { CACHE_TOOL } from './tool-names.ts';
import { describeUnknownRef } from './unknown-ref.ts';

interface CacheInput {
  readonly ref_id: string;
  readonly offset?: number;
  readonly limit?: number;
  readonly column?: number;
}

/** Default and maximum number of lines on a page. */
const DEFAULT_LINES = 200;
const MAX_LINES = 2000;

/** Maximum number of images and documents on a page. */
const MAX_MEDIA = 4;

const FIELDS: Fields<CacheInput> = {
  ref_id: { ...nonEmptyText, isRequired: true },
  offset: positiveInteger(),
  limit: positiveInteger(MAX_LINES),
  column: positiveInteger(),
};

export const TOOL_OUTPUT_CACHE: CacheToolDefinition = {
  name: CACHE_TOOL,
  description: description.trim(),
  inputSchema: {
    type: 'object',
    properties: {
      ref_id: { type: 'string', description: 'The ref, as the note or the marker gives it.' },
      offset: OFFSET_SCHEMA,
      limit: lineLimitSchema(MAX_LINES, DEFAULT_LINES),
      column: {
        type: 'integer',
        minimum: 1,
        description:
          'Where in the first line to begin, in characters from 1; for a line that is too long for one page.',
      },
    },
    required: ['ref_id'],
    additionalProperties: false,
  },
  run: async (input, world) => {
    const read = readInput<CacheInput>(input, FIELDS);
    if (!read.ok) return failed(read.error);
    const { ref_id = '', offset = 1, limit = DEFAULT_LINES, column = 1 } = read.value;
    const source = await openRef(ref_id, world.thread, world.outputs);
    if (!source.ok) return failed(describeUnknownRef(source.error));
    return readPage(source.value, { offset, limit, column }, world.limits);
  },
};

interface PageStart {
  readonly offset: number;
  readonly column: number;
}

async function readPage(
  source: OutputSource,
  { offset, limit, column }: PageStart & { readonly limit: number },
  limits: CacheToolContext['limits'],
): Promise<ToolOutcome> {
  const page = new Page(limits);
  const media: Media[] = [];
  let last: number | undefined;
  let next: PageStart | undefined;
  let cut: PageStart | undefined;
  for await (const line of readWindows(source.chunks(), { offset, column, width: limits.maxLineLength })) {
    const attached = source.media.get(line.number);
    const isFull = line.number >= offset + limit || (attached && media.length === MAX_MEDIA);
    const shown = isFull ? undefined : page.add(String(line.number), line.text);
    if (shown === undefined) {
      next = { offset: line.number, column: 1 };
      break;
    }
    if (attached) media.push(attached);
    last = line.number;
    const end = (line.number === offset ? column - 1 : 0) + shown;
    if (end < line.length) cut ??= { offset: line.number, column: end + 1 };
  }
  if (last === undefined) return failed(pastTheEnd(source.ref, offset));
  const content: ResultContent[] = [
    { type: 'text', text: page.finish(footer(source.ref, { offset, last, next, cut })) },
  ];
  return { content: [...content, ...media] };
}

function pastTheEnd(ref: string, offset: number): string {
  return offset === 1 ? `${ref} is empty.` : `${ref} has fewer than ${offset} lines: choose a smaller offset.`;
}

interface PageEnds {
  readonly offset: number;
  readonly last: number;
  readonly next: PageStart | undefined;
  readonly cut: PageStart | undefined;
}

function footer(ref: string, { offset, last, next, cut }: PageEnds): string {
  const lines = offset === last ? `line ${last}` : `lines ${offset}-${last}`;
  const rest = next ? `next page: offset=${next.offset}` : 'the end';
  const long = cut ? `; line ${cut.offset} goes on: offset=${cut.offset} column=${cut.column} limit=1` : '';
  return `[${ref}, ${lines}${long}; ${rest}]`;
}
