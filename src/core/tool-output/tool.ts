/** The definition of a cache tool, and the result of a call. */
import type { Json } from '../lang/json.ts';
import type { Signal } from '../lang/signal.ts';
import type { Intervention, ResultContent } from '../message/message.ts';
import type { Thread } from '../thread/thread.ts';
import type { RegexEngine } from './finder.ts';
import type { OutputStore } from './output-store.ts';
import type { PageLimits } from './page.ts';

export interface ToolOutcome {
  readonly content: readonly ResultContent[];
  readonly isError?: true;
  readonly intervention?: Intervention;
  /** A text that comes after `content` while the tool runs; it is cut and stored as it comes, and never held whole. */
  readonly stream?: OutputStream;
}

export interface OutputStream {
  readonly chunks: AsyncIterable<string>;
  /** What follows the text: short, never cut. Called once, when all chunks were read. */
  end(): Omit<ToolOutcome, 'stream'>;
}

/** What a cache tool needs to run. */
export interface CacheToolContext {
  readonly thread: Thread;
  readonly outputs: Pick<OutputStore, 'open'>;
  readonly limits: PageLimits;
  readonly regex: RegexEngine;
  readonly signal?: Signal;
}

export interface CacheToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Json;
  /** `input` is the model's raw input. The result is within the size limits, so it enters the context uncut. */
  run(input: unknown, world: CacheToolContext): Promise<ToolOutcome>;
}

export function failed(text: string, intervention?: Intervention): ToolOutcome {
  return { content: [{ type: 'text', text }], isError: true, ...(intervention && { intervention }) };
}
