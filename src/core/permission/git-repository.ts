/** When git may run without a question: in the workspace's own repository, kept from running programs by itself. */
import type { CommandReason, RepositoryProblem } from './reason.ts';
import type { RepositoryFacts } from './request.ts';

/** Variables for any git that runs without a question: a folder that only looks like a repository is none. */
export const GIT_ENV: Readonly<Record<string, string>> = gitConfig([['safe.bareRepository', 'explicit']]);

/** Variables for a git that only reads: no monitor, hook, pager, prompt, signature check, lock or fetch. */
export const READING_GIT_ENV: Readonly<Record<string, string>> = {
  ...gitConfig([
    ['safe.bareRepository', 'explicit'],
    ['core.fsmonitor', 'false'],
    ['core.hooksPath', '/dev/null'],
    ['log.showSignature', 'false'],
    ['diff.ignoreSubmodules', 'all'],
    ['status.submoduleSummary', 'false'],
  ]),
  GIT_OPTIONAL_LOCKS: '0',
  GIT_PAGER: 'cat',
  PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
};

function gitConfig(values: readonly (readonly [string, string])[]): Readonly<Record<string, string>> {
  const pairs = values.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(values.length), ...Object.fromEntries(pairs) };
}

/**
 * Keys by which a repository names programs to run, or other places to read from; https://git-scm.com/docs/git-config.
 * `core.hooksPath` is not here: the variables above replace it, and many projects set it.
 */
const RUNNING_KEY = new RegExp(
  [
    'filter\\..*',
    'diff\\.external',
    'diff\\..*\\.(textconv|command)',
    'merge\\..*\\.driver',
    'gpg\\.(.*\\.)?(program|defaultkeycommand)',
    'alias\\..*',
    'include\\.path',
    'includeif\\..*',
    'core\\.(fsmonitor|worktree|sshcommand|gitproxy|alternaterefscommand|askpass)',
    'credential\\.(.*\\.)?helper',
    'log\\.showsignature',
    'trailer\\..*\\.(command|cmd)',
    'extensions\\.partialclone',
    'pretty\\..*',
    'format\\.pretty',
    'remote\\..*\\.(promisor|partialclonefilter|uploadpack|vcs)',
    // It goes before `diff.ignoreSubmodules` above; git looks into a submodule by running git there, with its own settings.
    'submodule\\..*\\.ignore',
  ]
    .map((key) => `^${key}$`)
    .join('|'),
  's',
);

/** Why git needs a question here. @param reads what it does is covered by its flags; else only where it runs counts */
export function repositoryReason(facts: RepositoryFacts | undefined, reads: boolean): CommandReason | undefined {
  const problem = problemOf(facts, reads);
  return problem && { type: 'repository', problem };
}

function problemOf(facts: RepositoryFacts | undefined, reads: boolean): RepositoryProblem | undefined {
  if (!facts) return { type: 'none' };
  if (facts.hasBareFolder) return { type: 'bare' };
  if (facts.place === 'below') return { type: 'below' };
  if (!reads) return undefined;
  if (!facts.configKeys) return { type: 'unread-config' };
  const key = facts.configKeys.find((name) => RUNNING_KEY.test(name.toLowerCase()));
  return key === undefined ? undefined : { type: 'config-key', key };
}
