/** Decodes VS Code's list of tools: those that Spool can offer, each with who offers it. Without vscode itself. */
import { copyJson } from '../../../core/lang/cap-depth.ts';
import type { Json } from '../../../core/lang/json.ts';
import { isObject, readField, readList } from '../../../core/lang/read-value.ts';
import type { ExternalTool } from '../../../core/workspace/external/external-tool.ts';

/** Tools that are read; the list is as long as other extensions make it. */
const MOST_TOOLS = 2_000;
/** UTF-16 units of a tool's schema; no window has room for a longer one. */
const MOST_SCHEMA = 400_000;

/** Of Copilot's chat and of VS Code's own, which need a chat of theirs. */
const OF_A_CHAT = /^(?:copilot_|vscode_)/;

export class ToolList {
  readonly #hash: (text: string) => string;
  /** By its text, so that a tool that stays the same is the same object. */
  #known = new Map<string, ExternalTool>();

  /** `hash` gives the SHA-256 of a text in hexadecimal. */
  constructor(hash: (text: string) => string) {
    this.#hash = hash;
  }

  /** The names of an extension's tools, each with the name of the extension. */
  static contributed(extension: string, manifest: unknown): readonly [string, string][] {
    const given = readField(manifest, 'displayName');
    // A name that is a key of a translation says nothing.
    const source = typeof given === 'string' && given !== '' && !given.startsWith('%') ? given : extension;
    const tools = readList(readField(manifest, 'contributes', 'languageModelTools'));
    return tools.flatMap((tool): [string, string][] => {
      const name = readField(tool, 'name');
      return typeof name === 'string' ? [[name, source]] : [];
    });
  }

  /** `contributors` names the extension of each tool; what neither an extension nor an MCP server offers is VS Code's own. */
  read(listed: unknown, contributors: () => ReadonlyMap<string, string>): readonly ExternalTool[] {
    const found = new Map<string, ExternalTool>();
    const names = contributors();
    const known = new Map<string, ExternalTool>();
    for (const one of readList(listed).slice(0, MOST_TOOLS)) {
      const decoded = decode(one, names);
      if (!decoded || found.has(decoded.id)) continue;
      const { id, source, description, inputSchema } = decoded;
      const text = JSON.stringify([id, description, inputSchema]);
      const key = `${source}\n${text}`;
      const tool = this.#known.get(key) ?? { ...decoded, hash: this.#hash(text) };
      known.set(key, tool);
      found.set(id, tool);
    }
    this.#known = known;
    return [...found.values()];
  }
}

function decode(given: unknown, contributors: ReadonlyMap<string, string>): Omit<ExternalTool, 'hash'> | undefined {
  const id = readField(given, 'name');
  const description = readField(given, 'description');
  if (typeof id !== 'string' || id === '' || OF_A_CHAT.test(id)) return undefined;
  const source = contributors.get(id) ?? serverOf(id, given);
  if (source === undefined) return undefined;
  const inputSchema = schemaIn(readField(given, 'inputSchema'));
  if (inputSchema === undefined) return undefined;
  return { id, source, description: typeof description === 'string' ? description : '', inputSchema };
}

/** VS Code names a tool of an MCP server `mcp_SERVER_TOOL`. */
function serverOf(id: string, given: unknown): string | undefined {
  const server = /^mcp_(.+?)_/.exec(id)?.[1];
  const isTagged = readList(readField(given, 'tags')).includes('mcp');
  return server !== undefined || isTagged ? `MCP: ${server ?? id}` : undefined;
}

function schemaIn(given: unknown): Json | undefined {
  if (given === undefined || given === null) return {};
  try {
    const schema = isObject(given) ? copyJson(given) : {};
    return JSON.stringify(schema).length <= MOST_SCHEMA ? schema : undefined;
  } catch {
    // A schema in a circle, or with a value that no JSON has.
    return undefined;
  }
}
