/** Parts that the tools for files share: plain results, answers that show a file's content, and resources of calls. */
import type { Resource } from '../../agent/call-order.ts';
import { readField } from '../../lang/read-value.ts';
import type { CheckedPath } from '../../permission/request.ts';
import { failed, type ToolOutcome } from '../../tool-output/tool.ts';
import type { FileProblem } from '../ports.ts';
import { problemText } from '../problem-text.ts';
import { finished, type Preparation, type Prepared } from '../workspace-tool.ts';

export function textOutcome(text: string): ToolOutcome {
  return { content: [{ type: 'text', text }] };
}

/** The input was wrong: nothing of the workspace was looked at. */
export function badInput(text: string): Preparation {
  return finished(failed(text));
}

/**
 * Reads, and nothing else. An answer that shows or tells something of a file is given this way too, also when it says why a write
 * can't be done: who may not read the file must not learn from the answer what is in it.
 */
export function reading(
  paths: readonly [CheckedPath, ...(readonly CheckedPath[])],
  act: () => Promise<ToolOutcome>,
): Prepared {
  const requests = paths.map((path) => ({ type: 'read', path }) as const);
  return { type: 'prepared', requests, act: async () => finished(await act()) };
}

export function refusal(path: CheckedPath, text: string): Prepared {
  return reading([path], async () => failed(text));
}

export function problemOutcome(path: CheckedPath, problem: FileProblem): ToolOutcome {
  const hint = problem.type === 'missing' ? ' Look for it, by its name or by a text in it, before you try again.' : '';
  return failed(problemText(path.given, problem) + hint);
}

export function unchanged(path: CheckedPath, problem: FileProblem): ToolOutcome {
  return failed(`Nothing was changed. ${problemText(path.given, problem)}`);
}

/** Names that some file systems take for one are one here. */
export function fileResource(input: unknown): Resource | undefined {
  const path = readField(input, 'path');
  if (typeof path !== 'string') return undefined;
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return { type: 'file', path: parts.join('/').normalize('NFC').toLowerCase() };
}

export const SEARCHES: Resource = { type: 'workspace', mayChange: false };
export const CHANGES: Resource = { type: 'workspace', mayChange: true };
