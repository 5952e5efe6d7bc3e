/** The provider-neutral message: a role and a list of tagged blocks. */
import type { Json } from '../lang/json.ts';

export type Role = 'user' | 'assistant';

/**
 * A provider's signature: the data that its adapter needs to send the block back unchanged. `by` is the `AgentModel.modelKey` of
 * the only model that it is sent to; without `by` the block came with an imported thread.
 */
interface Sealed {
  readonly signature?: string;
  readonly by?: string;
}

export interface TextBlock extends Sealed {
  readonly type: 'text';
  readonly text: string;
}

/** A model's reasoning. Its signature binds it to the prefix it was made after (docs/wire-rules.md, "Thinking and signatures"). */
export interface ThinkingBlock extends Sealed {
  readonly type: 'thinking';
  readonly text: string;
}

export interface RedactedThinkingBlock {
  readonly type: 'redacted_thinking';
  readonly data: string;
  readonly by?: string;
}

/**
 * A provider's own compaction of what was before it: `data` is what its adapter sends back verbatim, to `by` alone; every other
 * model reads `text`, which says the same in words (R57).
 */
export interface NativeBlock {
  readonly type: 'native';
  readonly by: string;
  readonly data: Json;
  readonly text: string;
  /** Tokens of `data`, as the provider counted them; without a count, about as many as `text` has. */
  readonly tokens?: number;
}

/** `data` is base64; `width` and `height` are pixels where the bytes tell them. `name` is shown to people, never sent. */
export interface ImageBlock {
  readonly type: 'image';
  readonly mediaType: string;
  readonly data: string;
  readonly name?: string;
  readonly width?: number;
  readonly height?: number;
}

/** `data` is base64. */
export interface DocumentBlock {
  readonly type: 'document';
  readonly mediaType: string;
  readonly data: string;
  readonly name?: string;
}

/** What a person attached to a message beside their words. Models are sent it as text (`taggedAttachment`). */
export interface AttachmentBlock {
  readonly type: 'attachment';
  readonly kind: AttachmentKind;
  /** Of a file or folder its path: from the workspace folder, or absolute outside of it. Absent for pasted text. */
  readonly name?: string;
  /** The lines of the file that it holds, from 1, both included. Absent: all of it. */
  readonly lines?: { readonly from: number; readonly to: number };
  /** As it was when the person attached it. */
  readonly text: string;
}

export const ATTACHMENT_KINDS = ['file', 'selection', 'symbol', 'folder', 'problems', 'pasted'] as const;
export type AttachmentKind = (typeof ATTACHMENT_KINDS)[number];

export interface ToolUseBlock extends Sealed {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: Json;
}

export type ResultContent = TextBlock | ImageBlock | DocumentBlock;

/** The address of a full output: `id` is ours, sizes are of the full output (R33). */
export interface OutputRef {
  readonly id: string;
  readonly byteSize?: number;
  readonly lineCount?: number;
}

export interface ToolResultBlock {
  readonly type: 'tool_result';
  readonly toolUseId: string;
  readonly content: readonly ResultContent[];
  readonly isError?: boolean;
  readonly outputRef?: OutputRef;
  readonly intervention?: Intervention;
}

/** What a person did about a call; it is shown to them, and the model reads of it in the result's text. */
export type Intervention =
  | { readonly type: 'denied'; readonly reason?: string }
  | { readonly type: 'stopped' }
  /** The mode Plan refused it. */
  | { readonly type: 'plan' }
  /** This many of the `of` parts of a change were accepted. */
  | { readonly type: 'partial'; readonly accepted: number; readonly of: number };

/** Ends an outgoing user message; `id` is six characters of [a-z0-9] (R1, R2). */
export interface CheckpointBlock {
  readonly type: 'checkpoint';
  readonly id: string;
}

/** Text that the program put beside a person's message; stripped by type, never by its words (R9). */
export interface ReminderBlock {
  readonly type: 'reminder';
  readonly text: string;
}

export type Block =
  | TextBlock
  | ThinkingBlock
  | RedactedThinkingBlock
  | NativeBlock
  | ImageBlock
  | DocumentBlock
  | AttachmentBlock
  | ToolUseBlock
  | ToolResultBlock
  | CheckpointBlock
  | ReminderBlock;

export interface Message {
  readonly role: Role;
  readonly blocks: readonly Block[];
}

/** Tokens of one model call; `total` is the sum of the other four (R40). */
export interface TokenUsage {
  readonly input: number;
  readonly output: number;
  readonly cacheCreation: number;
  readonly cacheRead: number;
  readonly total: number;
}
