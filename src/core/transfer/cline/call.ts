/** Parses the tool calls that Cline's models write as XML tags, and the header of their results. */
import type { Json } from '../../lang/json.ts';

export interface XmlCall {
  readonly name: string;
  readonly input: { readonly [key: string]: Json };
}

/** A call that waits for its result. */
export interface OpenCall {
  readonly id: string;
  readonly name: string;
}

/** A call has few parameters; a text may look like one of very many. */
const MOST_TAGS = 200;

/** `[read_file for 'a.ts'] Result:`, with the tool's name. */
export const RESULT = /^\s*\[([A-Za-z_][\w-]*)(?: for [\s\S]*?)?\] Result:[ \t]*\n*/;

/** `Skipping tool [read_file for 'a.ts'] due to …`, `Tool [read_file] was not executed because …`: all of it is the result. */
export const SKIPPED = /^\s*(?:Skipping tool|Tool) \[([A-Za-z_][\w-]*)(?: for [^\]]*)?\] (?:due to|was )/;

/** What a file is written with may hold such tags itself. */
const CONTENTS = ['content', 'diff'];

/** The text's only call of this tool, its parameters as the tags name them; undefined when there is none, or several. */
export function findXmlCall(text: string, name: string): XmlCall | undefined {
  const [open, close] = [`<${name}>`, `</${name}>`];
  const start = text.indexOf(open);
  const end = text.lastIndexOf(close);
  if (start < 0 || end < start || text.indexOf(open, start + open.length) >= 0) return undefined;
  const input: Record<string, Json> = {};
  const inside = text.slice(start + open.length, end);
  let tags = 0;
  for (let at = inside.indexOf('<'); at >= 0 && tags < MOST_TAGS; at = inside.indexOf('<', at)) {
    const tag = /^<([A-Za-z_]\w*)>/.exec(inside.slice(at, at + 80))?.[1];
    tags++;
    const stop = tag === undefined ? -1 : closing(inside, tag, at);
    if (tag === undefined || stop < at) {
      at++;
      continue;
    }
    input[tag] = inside
      .slice(at + tag.length + 2, stop)
      .replace(/^\n/, '')
      .replace(/\n$/, '');
    at = stop + tag.length + 3;
  }
  return { name, input };
}

function closing(text: string, tag: string, from: number): number {
  const close = `</${tag}>`;
  return CONTENTS.includes(tag) ? text.lastIndexOf(close) : text.indexOf(close, from);
}
