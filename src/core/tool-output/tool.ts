/** A tool as a model gets it, and what a call of it gives back. */
import type { Json } from '../lang/json.ts';
import type { ResultContent } from '../message/message.ts';
import type { Thread } from '../thread/thread.ts';
import type { RegexEngine } from './finder.ts';
import type { OutputStore } from './output-store.ts';
import type { PageLimits } from './page.ts';

export interface ToolOutcome {
  readonly content: readonly ResultContent[];
  readonly isError?: true;
}

/** What the cache tools read from. */
export interface CacheWorld {
  readonly thread: Thread;
  readonly outputs: Pick<OutputStore, 'open'>;
  readonly limits: PageLimits;
  readonly regex: RegexEngine;
}

export interface CacheToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Json;
  /** `input` is whatever the model gave. Its result is within the limits: it enters the context as it is and is not stored. */
  run(input: unknown, world: CacheWorld): Promise<ToolOutcome>;
}

export function failed(text: string): ToolOutcome {
  return { content: [{ type: 'text', text }], isError: true };
}
