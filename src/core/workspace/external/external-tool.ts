/** A tool of another extension or of an MCP server: what VS Code tells of it, and the interface by which it is used. */
import type { Json } from '../../lang/json.ts';
import type { Signal } from '../../lang/signal.ts';

export interface ExternalTool {
  /** VS Code's name of it, by which it is called. */
  readonly id: string;
  /** Who offers it, in words: the name of an extension, or of an MCP server. */
  readonly source: string;
  /** As it was given. */
  readonly description: string;
  /** As it was given; an empty object where none was. */
  readonly inputSchema: Json;
  /** SHA-256 of name, description and schema: what a person allowed is this very tool. */
  readonly hash: string;
}

export type ExternalPart =
  | { readonly type: 'text'; readonly text: string }
  /** `data` is base64. */
  | { readonly type: 'image'; readonly mediaType: string; readonly data: string }
  /** What no model can be sent: `what` names it. */
  | { readonly type: 'unsent'; readonly what: string };

export type ExternalReply =
  | { readonly type: 'done'; readonly parts: readonly ExternalPart[] }
  /**
   * VS Code gave the call up without an answer. It says the same where the person said no in a question of VS Code or of the tool, and
   * where the server ended in the middle of the call.
   */
  | { readonly type: 'given-up' }
  /** `message` is as it was thrown. */
  | { readonly type: 'failed'; readonly message: string }
  /** No answer within the limit; the tool may still be at work. */
  | { readonly type: 'late'; readonly minutes: number }
  | { readonly type: 'stopped' };

export interface ExternalTools {
  /** Those that can be chosen, as they are now. */
  list(): readonly ExternalTool[];
  /** Never rejects. */
  invoke(id: string, input: Json, signal: Signal): Promise<ExternalReply>;
}
