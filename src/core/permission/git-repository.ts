/** When git may run without a question: in the workspace's own repository, kept from running programs by itself. */
import { mayShowSecrets } from './git-attributes.ts';
import type { CommandReason, RepositoryProblem } from './reason.ts';
import type { RepositoryFacts } from './request.ts';

/**
 * How a part of a command uses git · `ruled`: as a rule says, with hooks · `writes`: `git add` · `reads` · `shows`: it reads, and may
 * show changes of files that no word names.
 */
export type GitUse = 'ruled' | 'writes' | 'reads' | 'shows';

/** Variables for a git that runs without a question; undefined where its uses need different ones. */
export function gitEnv(
  uses: ReadonlySet<GitUse>,
  secretAttributes: string | undefined,
): Readonly<Record<string, string>> | undefined {
  if (uses.size === 0) return {};
  if (uses.has('ruled')) return uses.size === 1 ? RULED_ENV : undefined;
  if (!uses.has('shows')) return READING_ENV;
  // A program may add a file by the person's own attributes.
  if (uses.has('writes') || secretAttributes === undefined) return undefined;
  return { ...READING_ENV, ...gitConfig([...READING_CONFIG, ['core.attributesFile', secretAttributes]]) };
}

/** A folder that only looks like a repository is none. */
const RULED_CONFIG = [['safe.bareRepository', 'explicit']] as const;
/** No monitor, hook, signature check or look into submodules. */
const READING_CONFIG = [
  ...RULED_CONFIG,
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['log.showSignature', 'false'],
  ['diff.ignoreSubmodules', 'all'],
  ['status.submoduleSummary', 'false'],
] as const;
const RULED_ENV = gitConfig(RULED_CONFIG);
/** No pager, prompt, lock or fetch. */
const READING_ENV: Readonly<Record<string, string>> = {
  ...gitConfig(READING_CONFIG),
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

/** Why git needs a question here. Where a rule says what it does, only where it runs counts. */
export function repositoryReason(facts: RepositoryFacts | undefined, use: GitUse): CommandReason | undefined {
  const problem = problemOf(facts, use);
  return problem && { type: 'repository', problem };
}

function problemOf(facts: RepositoryFacts | undefined, use: GitUse): RepositoryProblem | undefined {
  if (!facts) return { type: 'none' };
  if (facts.hasBareFolder) return { type: 'bare' };
  if (facts.place === 'below') return { type: 'below' };
  if (use === 'ruled') return undefined;
  if (use === 'shows' && (!facts.secretAttributes || (facts.attributes?.some(mayShowSecrets) ?? true)))
    return { type: 'shows-secrets' };
  if (!facts.configKeys) return { type: 'unread-config' };
  const key = facts.configKeys.find((name) => RUNNING_KEY.test(name.toLowerCase()));
  return key === undefined ? undefined : { type: 'config-key', key };
}
