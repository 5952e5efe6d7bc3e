/** The part of the command line that opens a workspace to the agent. */
import { realpathSync, statSync } from 'node:fs';
import { err, ok, type Result } from '../../src/core/lang/result.ts';
import { parseRules } from '../../src/core/permission/decode-rules.ts';
import type { Mode } from '../../src/core/permission/request.ts';
import type { Rule } from '../../src/core/permission/rule.ts';
import { type IgnoredRule, ignoredRules } from '../../src/core/permission/rules.ts';
import { ignoredText, ruleProblemText } from '../../src/extension/words/rule-words.ts';
import { readText } from '../shared/settings-file.ts';

export interface WorkspaceOptions {
  /** Its real path. */
  readonly folder: string;
  readonly mode: Mode;
  readonly rules: readonly Rule[];
}

export interface WorkspaceFlags {
  readonly workspace?: string | undefined;
  readonly mode?: string | undefined;
  readonly allow?: string | undefined;
}

export interface ReadWorkspace {
  readonly workspace: WorkspaceOptions | undefined;
  /** A line for each rule that has no effect. */
  readonly warnings: readonly string[];
}

const MODES = ['plan', 'ask', 'edit'] as const satisfies readonly Mode[];

/** One line that says which flag is wrong and what it takes, where one is. */
export function readWorkspace({ workspace, mode, allow }: WorkspaceFlags): Result<ReadWorkspace, string> {
  if (workspace === undefined) {
    const other = mode !== undefined ? '--mode' : allow !== undefined ? '--allow' : undefined;
    if (other) return err(`${other}: it is for a workspace; name its folder with --workspace DIR.`);
    return ok({ workspace: undefined, warnings: [] });
  }
  const folder = realFolder(workspace);
  if (!folder.ok) return folder;
  const named = mode === undefined ? 'ask' : MODES.find((one) => one === mode);
  if (!named) return err(`--mode ${mode}: it takes one of ${MODES.join(', ')}.`);
  const rules = allow === undefined ? ok([]) : readRules(allow);
  if (!rules.ok) return rules;
  const warnings = ignoredRules(rules.value).map((one) => `--allow ${allow}: ${noEffectText(one)}`);
  return ok({ workspace: { folder: folder.value, mode: named, rules: rules.value }, warnings });
}

function realFolder(given: string): Result<string, string> {
  try {
    const real = realpathSync.native(given);
    return statSync(real).isDirectory()
      ? ok(real)
      : err(`--workspace ${given}: it takes a folder, and this is a file.`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return err(`--workspace ${given}: it takes a folder that exists (${reason}).`);
  }
}

function readRules(file: string): Result<readonly Rule[], string> {
  const text = readText('--allow', file);
  if (!text.ok) return text;
  const { rules, problems } = parseRules(text.value);
  if (problems.length === 0) return ok(rules);
  const faults = problems.map((problem) => ruleProblemText(problem));
  return err(`--allow ${file}: ${faults.join(' ')}`);
}

function noEffectText({ rule, why }: IgnoredRule): string {
  return `the rule ${JSON.stringify('words' in rule ? rule.words : 'line' in rule ? rule.line : rule.id)} has no effect, since ${ignoredText(why)}`;
}
