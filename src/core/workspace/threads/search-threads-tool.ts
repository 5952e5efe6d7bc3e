/** The tool by which a model searches the other threads of the workspace and reads one from a match on. */
import { clip, oneLine } from '../../lang/clip.ts';
import type { Json } from '../../lang/json.ts';
import type { Block } from '../../message/message.ts';
import { THREADS_RULE } from '../../permission/rule.ts';
import description from '../../prompts/search-threads.md';
import type { Entry, MessageEntry } from '../../thread/entry.ts';
import { failed, type ToolOutcome } from '../../tool-output/tool.ts';
import { type Fields, nonEmptyText, positiveInteger, readInput } from '../../tool-output/tool-input.ts';
import { badInput, SEARCHES, textOutcome } from '../tools/answers.ts';
import { finished, type WorkspaceTool } from '../workspace-tool.ts';
import type { ArchivedThread, ThreadArchive } from './thread-archive.ts';

interface SearchInput {
  readonly query?: string;
  readonly ref?: string;
  readonly offset?: number;
}

const FIELDS: Fields<SearchInput> = { query: nonEmptyText, ref: nonEmptyText, offset: positiveInteger() };

/** Threads that one search lists, UTF-16 units of a query, of a message and of a page. */
const MOST_MATCHES = 20;
const MOST_QUERY = 200;
const MOST_OF_MESSAGE = 4_000;
const MOST_OF_PAGE = 16_000;
const TITLE = 100;

/** `thread` is the id of the thread that asks. */
export function searchThreadsTool(archive: ThreadArchive, thread: string): WorkspaceTool {
  return {
    name: THREADS_RULE.id,
    description: description.trim(),
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'Words that one message holds, or a "phrase".' },
        ref: { type: 'string', description: 'From a match: the thread to read.' },
        offset: { type: 'integer', minimum: 1, description: 'With ref: the message to begin at.' },
      },
      additionalProperties: false,
    },
    isBounded: true,
    effect: 'reads',
    resource: () => SEARCHES,
    prepare: async (input) => {
      const read = readInput<SearchInput>(input, FIELDS);
      if (!read.ok) return badInput(read.error);
      const { query, ref, offset } = read.value;
      if ((query === undefined) === (ref === undefined)) return badInput('Give either `query` or `ref`.');
      if (query !== undefined && query.length > MOST_QUERY)
        return badInput(`\`query\` has ${query.length} characters; give at most ${MOST_QUERY}.`);
      const start = ref === undefined ? undefined : parseRef(ref);
      if (ref !== undefined && !start) return badInput('`ref` must be one that a search returned: `thread:…`.');
      const shown: Json = { ...(query !== undefined && { query }), ...(ref !== undefined && { ref }) };
      return {
        type: 'prepared',
        requests: [{ type: 'threads' }],
        proposal: {
          type: 'external',
          id: THREADS_RULE.id,
          source: 'Spool',
          description: description.trim(),
          input: shown,
        },
        act: async (_, signal) => {
          if (!start) return finished(await search(archive, query ?? '', thread, signal));
          return finished(await readFrom(archive, start, offset));
        },
      };
    },
  };
}

async function search(
  archive: ThreadArchive,
  query: string,
  except: string,
  signal: Parameters<ThreadArchive['find']>[3],
): Promise<ToolOutcome> {
  const found = await archive.find(query, except, MOST_MATCHES, signal);
  if (found.length === 0) return textOutcome('No message of another thread of this workspace holds these words.');
  const lines = found.map((one) => `${headOf(one)}, ref=thread:${one.id}:${one.entry}\n  ${one.excerpt}`);
  const more =
    found.length === MOST_MATCHES ? [`These are the ${MOST_MATCHES} newest threads; give more words for fewer.`] : [];
  return textOutcome([...lines, ...more].join('\n'));
}

interface MessageRef {
  readonly thread: string;
  /** The id of an entry. */
  readonly entry: number;
}

function parseRef(ref: string): MessageRef | undefined {
  const [, thread, entry] = /^thread:([a-z0-9-]{1,64})(?::(\d{1,15}))?$/.exec(ref.trim()) ?? [];
  return thread === undefined ? undefined : { thread, entry: Number(entry ?? 0) };
}

async function readFrom(
  archive: ThreadArchive,
  { thread, entry }: MessageRef,
  offset: number | undefined,
): Promise<ToolOutcome> {
  const found = await archive.read(thread);
  if (!found) return failed('This workspace has no such thread now. Search again.');
  const messages = found.entries.filter(isSaid);
  const matched = messages.findIndex(({ id }) => id >= entry);
  const from = offset ?? (matched < 0 ? 1 : matched + 1);
  if (from > messages.length) return failed(`The thread has ${messages.length} messages.`);
  let page = `${headOf(found.thread)}: messages of ${messages.length}`;
  let at = from - 1;
  for (; at < messages.length; at++) {
    const message = messages[at];
    const text = message
      ? `\n\n[${at + 1}] ${message.origin === 'typed' ? 'Person' : 'Agent'}: ${textOf(message)}`
      : '';
    if (at >= from && page.length + text.length > MOST_OF_PAGE) break;
    page += text;
  }
  return textOutcome(at < messages.length ? `${page}\n\n[Cut here; go on with offset=${at + 1}.]` : page);
}

/** What a person or a model said. */
function isSaid(entry: Entry): entry is MessageEntry {
  if (entry.type !== 'message' || (entry.origin !== 'typed' && entry.origin !== 'model')) return false;
  return entry.blocks.some(({ type }) => type === 'text' || type === 'tool_use');
}

function textOf({ blocks }: MessageEntry): string {
  const { text, more } = clip(blocks.flatMap(partOf).join('\n'), MOST_OF_MESSAGE);
  return more > 0 ? `${text}… [${more} characters more]` : text;
}

function partOf(block: Block): readonly string[] {
  if (block.type === 'text') return [block.text];
  return block.type === 'tool_use' ? [`(called ${oneLine(block.name, TITLE)})`] : [];
}

function headOf({ title, updatedAt }: ArchivedThread): string {
  return `“${oneLine(title, TITLE)}”, ${new Date(updatedAt).toISOString().slice(0, 10)}`;
}
