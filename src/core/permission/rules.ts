/** Which rules may exist, and what one covers. */

import type { Program } from './flag-table.ts';
import { isNeverKnown, runsOthers } from './other-runners.ts';
import { readCommand } from './read-command.ts';
import type { CheckedPath } from './request.ts';
import { isExternalRule, type LineRule, type Rule, type WordsRule } from './rule.ts';

export interface IgnoredRule {
  readonly rule: Rule;
  /**
   * `runs-others`: its program runs other programs, and only an exact line of it may be kept · `builtin`: the shell's own
   * command changes what comes after it · `unreadable`: the line, or a word, is none that is ever known.
   */
  readonly why: 'runs-others' | 'builtin' | 'unreadable';
}

/** The rules that have no effect, for a notice to the person who has them. */
export function ignoredRules(rules: readonly Rule[]): readonly IgnoredRule[] {
  return rules.flatMap((rule) => {
    const why = whyIgnored(rule);
    return why ? [{ rule, why }] : [];
  });
}

export function whyIgnored(rule: Rule): IgnoredRule['why'] | undefined {
  if (isExternalRule(rule)) return undefined;
  if ('words' in rule) {
    const [program = ''] = rule.words;
    if (program === '' || program.includes('=')) return 'unreadable';
    if (isNeverKnown(program)) return 'builtin';
    return runsOthers(rule.words) ? 'runs-others' : undefined;
  }
  const read = readCommand(rule.line);
  if (!read.ok) return 'unreadable';
  return read.value.some(({ words: [program = ''] }) => isNeverKnown(program)) ? 'builtin' : undefined;
}

export function lineCovers(rule: LineRule, request: { readonly command: string; readonly cwd: CheckedPath }): boolean {
  return rule.line === request.command && (rule.cwd ?? '') === request.cwd.inside;
}

/**
 * Whether the command begins with the rule's words, so that the program's table decides about the others. Without a
 * table, or when the rule leaves the sub-command open, it covers exactly these words, in the workspace folder.
 */
export function wordsCover(
  { words }: WordsRule,
  command: readonly string[],
  program: Program | undefined,
  cwd: CheckedPath,
): boolean {
  if (!words.every((word, at) => word === command[at])) return false;
  if (command.length === words.length && cwd.inside === '') return true;
  if (!program || words.includes('--')) return false;
  return words.length >= program.words.length + (program.takesName ? 1 : 0);
}
