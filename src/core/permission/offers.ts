/** Which rules a question offers to keep: those that would have allowed the command, and that may exist. */

import type { SimpleCommand } from './command-list.ts';
import { type CommandRequest, judgeCommand } from './judge-command.ts';
import { findProgram } from './programs.ts';
import type { PermissionState, RuleOffer } from './request.ts';
import type { Rule } from './rule.ts';
import { whyIgnored } from './rules.ts';

export function offersFor(
  request: CommandRequest,
  commands: readonly SimpleCommand[],
  state: PermissionState,
): readonly RuleOffer[] {
  const { inside } = request.cwd;
  if (inside === undefined) return [];
  const line: Rule = { tool: 'run_command', line: request.command, ...(inside !== '' && { cwd: inside }) };
  const had = new Set(state.rules.map((rule) => JSON.stringify(rule)));
  return [...wordsRules(commands), line]
    .filter((rule) => !had.has(JSON.stringify(rule)) && wouldAllow(rule, request, commands, state))
    .map((rule) => ({ rule }));
}

/** Program and sub-command of the one part that has a table and needs a rule. */
function wordsRules(commands: readonly SimpleCommand[]): readonly Rule[] {
  const found = new Map<string, Rule>();
  for (const { words } of commands) {
    const program = findProgram(words);
    if (!program || program.kind === 'read') continue;
    const count = program.words.length + (program.takesName ? 1 : 0);
    if (words.length < count) continue;
    const rule: Rule = { tool: 'run_command', words: words.slice(0, count) };
    found.set(JSON.stringify(rule), rule);
  }
  return found.size === 1 ? [...found.values()] : [];
}

function wouldAllow(
  rule: Rule,
  request: CommandRequest,
  commands: readonly SimpleCommand[],
  state: PermissionState,
): boolean {
  const rules = [...state.rules, rule];
  if (whyIgnored(rule)) return false;
  return judgeCommand(request, commands, { ...state, rules, changedSince: () => [] }).type === 'known';
}
