/** The tools that every model has: two to read cut text, `compact`, and the to-do list. */
import type { CompactionConfig } from '../compaction/config.ts';
import { mayModelCompact } from '../compaction/replace/compact-call.ts';
import { COMPACT_TOOL } from '../compaction/replace/compact-tool.ts';
import { TOOL_OUTPUT_CACHE } from '../tool-output/cache-tool.ts';
import { TOOL_OUTPUT_CACHE_GREP } from '../tool-output/grep-tool.ts';
import { type CacheToolContext, type CacheToolDefinition, failed } from '../tool-output/tool.ts';
import type { Tool } from './ports.ts';
import { TO_DO } from './todo-tool.ts';

export interface BuiltInTools extends Pick<CacheToolContext, 'outputs' | 'regex'> {
  readonly config: Pick<CompactionConfig, 'enabled' | 'allowModel' | 'strategy' | 'toolOutput'>;
}

/**
 * The tools in a fixed order, because a provider's cache begins with them. Without stored outputs the cache tools are left out;
 * `compact` is left out where the model may not compact.
 */
export function builtInTools({ config, outputs, regex }: BuiltInTools): readonly Tool[] {
  const { toolOutput } = config;
  const reading = ({ run, ...definition }: CacheToolDefinition): Tool => ({
    ...definition,
    isBounded: true,
    run: (input, { thread, signal }) => run(input, { thread, outputs, regex, limits: toolOutput, signal }),
  });
  return [
    ...(toolOutput.enabled ? [reading(TOOL_OUTPUT_CACHE), reading(TOOL_OUTPUT_CACHE_GREP)] : []),
    ...(mayModelCompact(config) ? [COMPACT] : []),
    TO_DO,
  ];
}

/** The turn handles these calls itself, because a tool can't change the thread. */
const COMPACT: Tool = {
  ...COMPACT_TOOL,
  run: async () => failed('The thread can only be compacted by the loop that runs its turns.'),
};
