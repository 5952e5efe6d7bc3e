/** Decodes VS Code's list of tools: those that Spool can offer, each with who offers it. Without vscode itself. */
import { copyJson } from '../../../core/lang/cap-depth.ts';
import type { Json } from '../../../core/lang/json.ts';
import { isObject, readField, readList } from '../../../core/lang/read-value.ts';
import type { ExternalTool } from '../../../core/workspace/external/external-tool.ts';
import { serverOf } from './mcp-server.ts';

/** Tools that are read; the list is as long as other extensions make it. */
const MOST_TOOLS = 2_000;
/** UTF-16 units of a tool's schema; no window has room for a longer one. */
const MOST_SCHEMA = 400_000;

/** Of Copilot's chat and of VS Code's own, which need a chat of theirs. */
const OF_A_CHAT = /^(?:copilot_|vscode_)/;

/** Names under which Spool's own tools and MCP servers stand. */
const OF_NO_EXTENSION = /^\s*(?:Spool\b|MCP:)/i;

export class ToolList {
  readonly #hash: (text: string) => string;
  /** By source and hash, so that a tool that stays the same is the same object. */
  #known = new Map<string, ExternalTool>();
  /** VS Code's objects can't change, and a tool that changes is a new one: so each is read once for each source. */
  readonly #read = new WeakMap<object, { readonly source: string; readonly tool: ExternalTool | undefined }>();

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

  /**
   * The extension that contributes each tool, by the tool's name. Extensions that share a name are shown with their ids. Where
   * two contribute one tool, nothing says which of them owns it, so both are named.
   */
  static contributors(
    extensions: readonly { readonly id: string; readonly packageJSON: unknown }[],
  ): ReadonlyMap<string, string> {
    const all = extensions.flatMap(({ id, packageJSON }) =>
      ToolList.contributed(id, packageJSON).map(([tool, source]) => ({ tool, source, id })),
    );
    const owners = new Map<string, string>();
    for (const { source, id } of all) owners.set(source, (owners.get(source) ?? id) === id ? id : '');
    const sources = new Map<string, string>();
    for (const { tool, source, id } of all) {
      const isPlain = owners.get(source) === id && !OF_NO_EXTENSION.test(source);
      const name = isPlain ? source : `${source} (${id})`;
      const had = sources.get(tool);
      sources.set(tool, had === undefined || had === name ? name : `${had}, ${name}`);
    }
    return sources;
  }

  /** `contributors` names the extension of each tool; what neither an extension nor an MCP server offers is VS Code's own. */
  read(listed: unknown, contributors: () => ReadonlyMap<string, string>): readonly ExternalTool[] {
    const found = new Map<string, ExternalTool>();
    const names = contributors();
    for (const one of readList(listed).slice(0, MOST_TOOLS)) {
      const id = readField(one, 'name');
      if (typeof id !== 'string' || id === '' || OF_A_CHAT.test(id) || found.has(id)) continue;
      const source = names.get(id) ?? serverOf(id, one);
      const tool = source === undefined ? undefined : this.#toolOf(one, id, source);
      if (tool) found.set(id, tool);
    }
    this.#known = new Map([...found.values()].map((tool) => [keyOf(tool), tool]));
    return [...found.values()];
  }

  #toolOf(given: unknown, id: string, source: string): ExternalTool | undefined {
    if (!isObject(given) || !Object.isFrozen(given)) return this.#decoded(given, id, source);
    const had = this.#read.get(given);
    if (had?.source === source) return had.tool;
    const tool = this.#decoded(given, id, source);
    this.#read.set(given, { source, tool });
    return tool;
  }

  #decoded(given: unknown, id: string, source: string): ExternalTool | undefined {
    const said = readField(given, 'description');
    const inputSchema = schemaIn(readField(given, 'inputSchema'));
    if (inputSchema === undefined) return undefined;
    const description = typeof said === 'string' ? said : '';
    const hash = this.#hash(JSON.stringify([id, description, inputSchema]));
    const tool = { id, source, description, inputSchema, hash };
    return this.#known.get(keyOf(tool)) ?? tool;
  }
}

/** The hash is of name, description and schema. */
function keyOf({ source, hash }: ExternalTool): string {
  return `${source}\n${hash}`;
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
