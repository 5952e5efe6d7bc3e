/** Finds out which MCP server offers a tool of VS Code's list, and how that server is called. Without vscode itself. */
import { readField, readList } from '../../../core/lang/read-value.ts';

const PREFIX = 'mcp_';
/** Characters of a server's part in the names of its tools; VS Code cuts its label to that, and a number keeps two of them apart. */
const LONGEST_PART = 13;

/**
 * The source of a tool of a server, never that of two servers; undefined for a tool of none. VS Code begins the names of a server's
 * tools with a part that no other server has, which may itself have `_` in it. A tool whose server can't be found out is listed under its own name.
 */
export function serverOf(id: string, given: unknown): string | undefined {
  const isTagged = readList(readField(given, 'tags')).includes('mcp');
  const rest = id.startsWith(PREFIX) ? id.slice(PREFIX.length) : '';
  if (!isTagged && !rest.includes('_')) return undefined;
  const full = labelled(rest, readField(given, 'fullReferenceName'));
  if (full) return full.label === full.part ? `MCP: ${full.part}` : `MCP: ${full.label} (${full.part})`;
  return `MCP: ${onlyPart(rest) ?? id}`;
}

/** By what a person types to name the tool, `LABEL/TOOL`; VS Code gives it with newer versions only. */
function labelled(rest: string, given: unknown): { readonly label: string; readonly part: string } | undefined {
  if (typeof given !== 'string') return undefined;
  const at = given.lastIndexOf('/');
  const label = given.slice(0, Math.max(0, at)).trim();
  const end = `_${given.slice(at + 1).replaceAll('.', '_')}`;
  const part = rest.slice(0, -end.length);
  return label !== '' && part !== '' && part.length <= LONGEST_PART && rest.endsWith(end) ? { label, part } : undefined;
}

/** Where the name of the tool leaves only one way to divide it. */
function onlyPart(rest: string): string | undefined {
  const ends = [...rest.slice(0, LONGEST_PART + 1)].flatMap((letter, at) => (letter === '_' && at > 0 ? [at] : []));
  return ends.length === 1 ? rest.slice(0, ends[0]) : undefined;
}
