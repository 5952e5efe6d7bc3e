/** The tool that reads, page by page, what is no longer in the context whole (R36). */
import type { ResultContent } from '../message/message.ts';
import description from '../prompts/tool-output-cache.md';
import { readWindows } from './line-windows.ts';
import { findSource, type OutputSource } from './open-ref.ts';
import { Page } from './page.ts';
import type { Media } from './render.ts';
import { type CacheToolDefinition, type CacheWorld, failed, type ToolOutcome } from './tool.ts';
import { type Fields, nonEmptyText, positiveInteger, readInput } from './tool-input.ts';
import { CACHE_TOOL } from './tool-names.ts';
import { describeUnknownRef } from './unknown-ref.ts';

interface CacheInput {
  readonly ref_id: string;
  readonly offset?: number;
  readonly limit?: number;
  readonly column?: number;
}

/** Lines of a page when nothing else is said, and at most. */
const LINES = 200;
const MOST_LINES = 2000;

/** Images and documents of a page; more of them end it. */
const MOST_MEDIA = 4;

const FIELDS: Fields<CacheInput> = {
  ref_id: { ...nonEmptyText, isRequired: true },
  offset: positiveInteger(),
  limit: positiveInteger(MOST_LINES),
  column: positiveInteger(),
};

export const TOOL_OUTPUT_CACHE: CacheToolDefinition = {
  name: CACHE_TOOL,
  description: description.trim(),
  inputSchema: {
    type: 'object',
    properties: {
      ref_id: { type: 'string', description: 'The ref, as the note or the marker gives it.' },
      offset: { type: 'integer', minimum: 1, description: 'First line, from 1. Left out: 1.' },
      limit: { type: 'integer', minimum: 1, maximum: MOST_LINES, description: `Lines at most. Left out: ${LINES}.` },
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
    const { ref_id = '', offset = 1, limit = LINES, column = 1 } = read.value;
    const source = await findSource(ref_id, world.thread, world.outputs);
    if (!source.ok) return failed(describeUnknownRef(source.error));
    return readPage(source.value, { offset, limit, column }, world.limits);
  },
};

interface Place {
  readonly offset: number;
  readonly column: number;
}

async function readPage(
  source: OutputSource,
  { offset, limit, column }: Place & { readonly limit: number },
  limits: CacheWorld['limits'],
): Promise<ToolOutcome> {
  const page = new Page(limits);
  const media: Media[] = [];
  let last: number | undefined;
  let next: Place | undefined;
  let cut: Place | undefined;
  for await (const line of readWindows(source.chunks(), { offset, column, width: limits.maxLineLength })) {
    const attached = source.media.get(line.number);
    const isFull = line.number >= offset + limit || (attached && media.length === MOST_MEDIA);
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
  readonly next: Place | undefined;
  readonly cut: Place | undefined;
}

function footer(ref: string, { offset, last, next, cut }: PageEnds): string {
  const lines = offset === last ? `line ${last}` : `lines ${offset}-${last}`;
  const rest = next ? `next page: offset=${next.offset}` : 'the end';
  const long = cut ? `; line ${cut.offset} goes on: offset=${cut.offset} column=${cut.column} limit=1` : '';
  return `[${ref}, ${lines}${long}; ${rest}]`;
}
