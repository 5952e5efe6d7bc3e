/** What a provider takes as a thread's next request, and the ways in which a thread can be made smaller. */
import { expect } from 'vitest';
import { applyBoundary } from '../../../src/core/compaction/apply-boundary.ts';
import { type CompactionConfig, DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { planCompaction } from '../../../src/core/compaction/plan.ts';
import type { Block, Message } from '../../../src/core/message/message.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import { append, type Thread } from '../../../src/core/thread/thread.ts';
import { toAnthropicMessages } from '../../../src/providers/anthropic/to-messages.ts';
import { anthropicRejects } from '../../wire/anthropic.ts';
import { limitsWith } from '../arbitrary/operations.ts';

const outputs = (changes: Partial<CompactionConfig['toolOutput']>): CompactionConfig => ({
  ...DEFAULT_CONFIG,
  toolOutput: { ...DEFAULT_CONFIG.toolOutput, ...changes },
});

export const WAYS: readonly (readonly [string, CompactionConfig])[] = [
  ['extract', { ...DEFAULT_CONFIG, strategy: 'extract' }],
  ['truncate', { ...DEFAULT_CONFIG, strategy: 'truncate' }],
  ['trim', outputs({ contextBudgetTokens: 0 })],
  ['collapse', outputs({ collapseAfterTurns: 1 })],
];

/** The thread after a compaction down to a share of its size; fails when there is nothing to compact. */
export function smaller(thread: Thread, config: CompactionConfig, share = 0.5): Thread {
  const limits = limitsWith(Math.floor(thread.tokens * share));
  const plan = planCompaction({ thread, config, limits, trigger: 'manual' });
  if (plan.type !== 'compaction') throw new Error(`${plan.type} ${'reason' in plan ? plan.reason : ''}`);
  const after = append(thread, applyBoundary(thread, plan.draft, 0));
  expect(after.tokens).toBeLessThan(thread.tokens);
  return after;
}

export const contextOf = (thread: Thread): readonly Message[] => projectContext(thread).messages;

/**
 * The context, after these checks: a strict provider takes it; the round that is not read yet begins with its thinking as
 * before; and what was thought after a changed prefix is gone, but for that round.
 */
export function sendable(after: Thread, before: Thread = after): readonly Message[] {
  const messages = contextOf(after);
  const isRequest = messages.at(-1)?.role === 'user';
  expect(anthropicRejects(toAnthropicMessages(messages), { request: isRequest })).toEqual([]);
  const old = contextOf(before);
  const changed = messages.findIndex((message, i) => JSON.stringify(message) !== JSON.stringify(old[i]));
  const pending = isRequest ? messages.length - 2 : messages.length;
  const stands = isRequest && JSON.stringify(messages.at(-1)) === JSON.stringify(old.at(-1));
  if (stands && thought(old.at(-2))) expect(messages[pending]?.blocks[0]).toEqual(old.at(-2)?.blocks[0]);
  if (changed >= 0)
    expect(messages.slice(changed + 1, pending).flatMap(({ blocks }) => blocks.filter(isThinking))).toEqual([]);
  return messages;
}

/** Each call with the text of its result. */
export function answers(messages: readonly Message[]): Readonly<Record<string, string>> {
  const results = messages.flatMap(({ blocks }) =>
    blocks.flatMap((b) => (b.type === 'tool_result' ? [[b.toolUseId, textOf(b.content)] as const] : [])),
  );
  return Object.fromEntries(results);
}

export function textOf(blocks: readonly Block[]): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

const isThinking = ({ type }: Block) => type === 'thinking' || type === 'redacted_thinking';
const thought = (message: Message | undefined) => message?.blocks.some(isThinking) === true;
