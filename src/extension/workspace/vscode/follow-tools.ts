/** Calls a listener when other extensions or MCP servers add, remove or change tools. VS Code has no event for that, so the list is polled. */
import * as vscode from 'vscode';
import type { ExternalTool } from '../../../core/workspace/external/external-tool.ts';
import { vscodeTools } from './vscode-tools.ts';

/** Milliseconds between two readings: a server that starts is seen soon, and a reading of 200 tools is short. */
const INTERVAL = 1_000;

/** Calls `changed` with the tools whenever they are others than before, at first than `known`. Returns what ends it. */
export function followTools(
  known: readonly ExternalTool[],
  changed: (tools: readonly ExternalTool[]) => void,
): () => void {
  const tools = vscodeTools();
  let before = markOf(known);
  const look = () => {
    const now = tools.list();
    const mark = markOf(now);
    if (mark === before) return;
    before = mark;
    changed(now);
  };
  const timer = setInterval(look, INTERVAL);
  const extensions = vscode.extensions.onDidChange(look);
  return () => {
    clearInterval(timer);
    extensions.dispose();
  };
}

/** Equal for lists of the same tools. */
function markOf(tools: readonly ExternalTool[]): string {
  return JSON.stringify(tools.map(({ source, hash }) => [source, hash]));
}
