/** Estimates what the definition of a tool takes of a request. */
import { estimateText } from '../tokens/estimate.ts';
import type { ToolDefinition } from './ports.ts';

const known = new WeakMap<ToolDefinition, number>();

/** Tokens; made once for each object. */
export function toolTokens(tool: ToolDefinition): number {
  const { name, description, inputSchema } = tool;
  const tokens = known.get(tool) ?? estimateText(JSON.stringify({ name, description, inputSchema }));
  known.set(tool, tokens);
  return tokens;
}

export function sumOfTools(tools: readonly ToolDefinition[]): number {
  return tools.reduce((sum, tool) => sum + toolTokens(tool), 0);
}
