/** Recognizes a tool call written in prose: a command in a fenced code block. */
import type { Json } from '../../lang/json.ts';

const OPEN = /^```(mswea_bash_command|bash|sh|shell)?\s*$/;

/** The command of the text's only fenced block; undefined when there is none, several, or one in another language. */
export function onlyCommand(text: string): string | undefined {
  const blocks: string[][] = [];
  let inside: string[] | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (!line.startsWith('```')) inside?.push(line);
    else if (inside) inside = undefined;
    else if (!OPEN.test(line)) return undefined;
    else {
      inside = [];
      blocks.push(inside);
    }
  }
  const [lines, ...others] = blocks;
  const command = lines?.join('\n').trim();
  return inside === undefined && others.length === 0 && command ? command : undefined;
}

/** The call in the form of chat messages; the tool is `bash`. */
export function proseCall(id: string, command: string): Json {
  return { id, type: 'function', function: { name: 'bash', arguments: { command } } };
}
