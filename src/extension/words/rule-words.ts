/** The sentences about kept rules: what each covers, why one is not heeded, and what an imported file would allow. */

import { filled, type Translate } from '../../core/lang/translate.ts';
import type { DecodedRules, RuleProblem } from '../../core/permission/decode-rules.ts';
import { shownCommand } from '../../core/permission/hidden-characters.ts';
import { isExternalRule, type Rule } from '../../core/permission/rule.ts';
import type { IgnoredRule } from '../../core/permission/rules.ts';
import type { L10n } from '../l10n/l10n.ts';

/** What a rule covers. */
export function ruleText(rule: Rule, { t }: L10n): string {
  if (isExternalRule(rule))
    return t('Every call of the tool `{0}`, until its description or its arguments change', shownCommand(rule.id));
  if ('words' in rule)
    return t('`{0}` with options and files that are known to be harmless', shownCommand(rule.words.join(' ')));
  const line = shownCommand(rule.line);
  return rule.cwd === undefined
    ? t('Exactly this line: `{0}`', line)
    : t('Exactly this line in {0}: `{1}`', shownCommand(rule.cwd), line);
}

const IGNORED: Readonly<Record<IgnoredRule['why'], (t: Translate) => string>> = {
  'runs-others': (t) => t('its program runs other programs; allow an exact line of it with "line".'),
  builtin: (t) => t('its command changes what comes after it; take the rule out.'),
  unreadable: (t) => t('no command that can be judged begins so; take the rule out.'),
};

/** Why a rule has no effect, and what to do; it follows "since". */
export function ignoredText(why: IgnoredRule['why'], t: Translate = filled): string {
  return IGNORED[why](t);
}

const EXAMPLE = '[{"tool":"run_command","words":["git","status"]}]';

const PROBLEMS: Readonly<Record<RuleProblem['problem'], (t: Translate) => string>> = {
  'not-json': (t) => t('it is no JSON; write a list of rules, such as {0}.', EXAMPLE),
  'not-a-list': (t) => t('it is no list; write a list of rules, such as {0}.', EXAMPLE),
  'not-an-object': (t) => t('a rule is an object; write one such as {0}.', EXAMPLE.slice(1, -1)),
  'unknown-tool': (t) => t('rules are for commands or for external tools; write "run_command" or "external_tool".'),
  'not-words': (t) => t('write the first words of the command as a list of texts, such as ["git","status"].'),
  'not-a-text': (t) => t('write a text that is not empty.'),
  'unknown-field': (t) => t('a rule has no such field; take it out.'),
  'not-a-hash': (t) => t('write the SHA-256 of the tool as 64 digits of 0 to 9 and a to f, as it was exported.'),
  'words-or-line': (t) => t('a rule has either "words" or "line"; write one of them.'),
};

/** What is wrong with a rule of a file, at which place, and what to do. */
export function ruleProblemText({ at, problem }: RuleProblem, t: Translate = filled): string {
  return `${at === '' ? '' : `${at}: `}${PROBLEMS[problem](t)}`;
}

/** Lines of the detail. */
const MOST_LINES = 20;

/** What a person confirms before rules of a file hold; `rules` are those that are new. */
export function rulesToImportText({ rules, problems }: DecodedRules, l10n: L10n) {
  const { t, plural } = l10n;
  const message =
    rules.length === 0
      ? t('The file has no rule that could be added.')
      : plural(
          rules.length,
          'Let the agent run commands and use tools by {0} rule of this file, always in this workspace?',
          'Let the agent run commands and use tools by {0} rules of this file, always in this workspace?',
        );
  const lines = [
    ...rules.map((rule) => ruleText(rule, l10n)),
    ...problems.map((problem) => ruleProblemText(problem, t)),
  ];
  const more = lines.length - MOST_LINES;
  const rest = more > 0 ? [plural(more, 'and {0} more', 'and {0} more')] : [];
  return { message, detail: [...lines.slice(0, MOST_LINES), ...rest].join('\n') };
}
