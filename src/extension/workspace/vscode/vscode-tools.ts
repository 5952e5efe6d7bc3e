/** The tools of other extensions and MCP servers in VS Code: which there are, and how one is called. */
import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import type { Json } from '../../../core/lang/json.ts';
import type { Signal } from '../../../core/lang/signal.ts';
import type { ExternalReply, ExternalTools } from '../../../core/workspace/external/external-tool.ts';
import { ToolList } from './tool-list.ts';
import { externalReplyOf, failedReplyOf } from './tool-result.ts';

/** Minutes that a tool may take: it may ask the person something, and nothing says whether it is still at work. */
const MOST_MINUTES = 10;

export function vscodeTools(minutes = MOST_MINUTES): ExternalTools {
  const list = new ToolList((text) => createHash('sha256').update(text).digest('hex'));
  return {
    list: () => list.read(vscode.lm.tools, contributors),
    invoke: (id, input, signal) => invoke(id, input, signal, minutes),
  };
}

let known: ReturnType<typeof ToolList.contributors> | undefined;

/** Who contributes each tool: read once until extensions come or go, as each request needs it several times. */
function contributors(): ReturnType<typeof ToolList.contributors> {
  if (known) return known;
  const following = vscode.extensions.onDidChange(() => {
    known = undefined;
    following.dispose();
  });
  known = ToolList.contributors(vscode.extensions.all);
  return known;
}

/**
 * A tool that waits in a question of VS Code, and one that hangs, never answer, also when they are told to stop. So the answer is raced
 * with the signal and the limit.
 */
async function invoke(id: string, input: Json, signal: Signal, minutes: number): Promise<ExternalReply> {
  if (signal.aborted) return { type: 'stopped' };
  const source = new vscode.CancellationTokenSource();
  let timer: NodeJS.Timeout | undefined;
  let onAbort = () => {};
  const ended = new Promise<ExternalReply>((resolve) => {
    onAbort = () => resolve({ type: 'stopped' });
    if (signal instanceof AbortSignal) signal.addEventListener('abort', onAbort, { once: true });
    timer = setTimeout(() => resolve({ type: 'late', minutes }), minutes * 60_000);
  });
  try {
    return await Promise.race([call(id, input, source.token), ended]);
  } finally {
    clearTimeout(timer);
    if (signal instanceof AbortSignal) signal.removeEventListener('abort', onAbort);
    source.cancel();
    source.dispose();
  }
}

async function call(id: string, input: Json, token: vscode.CancellationToken): Promise<ExternalReply> {
  try {
    const given = typeof input === 'object' && input !== null ? input : {};
    return externalReplyOf(await vscode.lm.invokeTool(id, { input: given, toolInvocationToken: undefined }, token));
  } catch (error) {
    return failedReplyOf(error);
  }
}
