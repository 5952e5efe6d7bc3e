/** Decides which thinking options a Claude model gets, by its name and version. */
import type { BetaOutputConfig, BetaThinkingConfigParam } from '@anthropic-ai/sdk/resources/beta/messages/messages';
import type { ModelRequest } from '../../core/agent/ports.ts';
import type { ModelInfo } from '../shared/provider.ts';

/** Lets a request say what becomes of thoughts whose prefix changed (platform.claude.com, "Preserved thinking"). */
export const BINDING_BETA = 'thinking-binding-controls-2026-08-01';

/** The family and the version as a model's id spells them, dates left out: `claude-opus-4-6-20260205` is opus 4.6. */
function versionOf(id: string): { readonly family: string; readonly version: number } | undefined {
  const [, family, major, minor = '0'] =
    /(fable|mythos|opus|sonnet|haiku)-(\d{1,2})(?:[-.](\d{1,2}))?(?!\d)/.exec(id) ?? [];
  return family === undefined ? undefined : { family, version: Number(major) + Number(minor) / 10 };
}

/** Adaptive thinking came with Claude 4.6 (platform.claude.com, "Thinking support by model"); the API's own word goes before. */
function thinks({ id, thinks: said }: ModelInfo): boolean {
  return said ?? (versionOf(id)?.version ?? 0) >= 4.6;
}

/** A thought is only good after the very messages that it was made after (docs/wire-rules.md, "Thinking and signatures"). */
function bindsThinking({ id }: ModelInfo): boolean {
  const known = versionOf(id);
  if (!known) return false;
  return known.version >= (known.family === 'fable' || known.family === 'mythos' ? 5.1 : 5.5);
}

/**
 * Adaptive thinking, with its text, since a person reads it; undefined for a model that has none. It is never switched off for
 * a tool round that lost its thinking or never had any: under adaptive thinking a turn need not begin with it, some models
 * refuse `disabled`, and the change would cost the cache of all messages (platform.claude.com, "Adaptive thinking",
 * Validation changes and Prompt caching). Once a boundary changed the prefix of a thread the failing thoughts are to be
 * dropped, in this and every later request of it.
 */
export function thinkingFor(info: ModelInfo, isEdited: boolean): BetaThinkingConfigParam | undefined {
  if (!thinks(info)) return undefined;
  const mayFail = isEdited && bindsThinking(info);
  return {
    type: 'adaptive',
    display: 'summarized',
    ...(mayFail && { block_binding: { prefix_mismatch_behavior: 'drop_block' as const } }),
  };
}

/** The levels of the API (platform.claude.com, "Effort"). */
export const CLAUDE_EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'] as const;

/** The effort that a person chose, where the API has that level. */
export function effortOf({ effort }: Pick<ModelRequest, 'effort'>): { readonly output_config?: BetaOutputConfig } {
  const level = CLAUDE_EFFORTS.find((one) => one === effort);
  return level === undefined ? {} : { output_config: { effort: level } };
}
