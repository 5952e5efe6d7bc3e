/** The system prompt. It is the same for every call with the same tools, so that providers can cache it. */
import prompt from '../prompts/system.md';
import workspace from '../prompts/workspace.md';
import type { ToolDefinition } from './ports.ts';

export const SYSTEM_PROMPT = prompt.trim();

/** With a part about the workspace where there are tools for one; its lines name no tool but these. */
export function systemPromptWith(workspaceTools: readonly Pick<ToolDefinition, 'name'>[]): string {
  if (workspaceTools.length === 0) return SYSTEM_PROMPT;
  const offered = new Set(workspaceTools.map(({ name }) => name));
  const lines = workspace
    .trim()
    .split('\n')
    .filter((line) => [...line.matchAll(/`(\w+)`/g)].every(([, name = '']) => offered.has(name)));
  return `${SYSTEM_PROMPT}\n\n${lines.join('\n')}`;
}
