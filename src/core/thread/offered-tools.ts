/** The tools of other extensions and MCP servers that a thread's requests offer, and which of our own they leave out. */
import type { Json } from '../lang/json.ts';
import type { EntryId } from './entry-id.ts';

/** As the model is told of it. */
export interface OfferedTool {
  /** Of letters, digits, `_` and `-`: the name in requests and calls. */
  readonly name: string;
  /** VS Code's name of it. */
  readonly id: string;
  /** Who offers it, in words: an extension or an MCP server. */
  readonly source: string;
  readonly description: string;
  /** A JSON schema of an object. */
  readonly inputSchema: Json;
}

/** What stands beside our own tools. */
export interface ToolChoice {
  readonly offered: readonly OfferedTool[];
  /** Names of our own tools that the person has switched off. */
  readonly without: readonly string[];
}

/** What the model is offered from here on. Written where nothing was sent yet, or after a boundary. */
export interface ToolsEntry extends ToolChoice {
  readonly type: 'tools';
  readonly id: EntryId;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface OfferedTools extends ToolChoice {
  /** The entry that says so; 0 before the first. */
  readonly entry: EntryId | 0;
}

export const NO_OFFERED_TOOLS: OfferedTools = { offered: [], without: [], entry: 0 };
