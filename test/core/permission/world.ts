/** A workspace on a table, with links and repositories, for decisions without a disk. */
import path from 'node:path';
import type {
  CheckedPath,
  PathFacts,
  PermissionRequest,
  PermissionState,
  RepositoryFacts,
} from '../../../src/core/permission/request.ts';
import type { Rule } from '../../../src/core/permission/rule.ts';

const WORKSPACE = '/home/ann/ws';

const LINKS: Readonly<Record<string, string>> = {
  'link-out': '/etc',
  'link-env': `${WORKSPACE}/.env`,
  'link-in': `${WORKSPACE}/src`,
};

/** As the shell looks at a path: absolute, links resolved. */
export function checked(given: string, from = WORKSPACE): CheckedPath {
  if (given.includes('\0') || given.startsWith('file:')) return { given, real: undefined, inside: undefined };
  const whole = path.posix.resolve(from, given);
  const link = Object.keys(LINKS).find((name) => `${whole}/`.startsWith(`${WORKSPACE}/${name}/`));
  const real = link ? LINKS[link] + whole.slice(`${WORKSPACE}/${link}`.length) : whole;
  const inside = `${real}/`.startsWith(`${WORKSPACE}/`) ? real.slice(WORKSPACE.length + 1) : undefined;
  return { given, real, inside };
}

export const OWN: RepositoryFacts = {
  place: 'workspace',
  hasBareFolder: false,
  configKeys: ['core.bare', 'user.name'],
  attributes: ['*.cs diff=csharp', '*.png binary', '.env -diff'],
  secretAttributes: `${WORKSPACE}/own/attributes`,
  isCommit: (id) => id.startsWith('c0'),
};

export interface Setting extends Partial<Omit<PermissionState, 'paths'>> {
  readonly repository?: RepositoryFacts | 'none';
  readonly cwd?: string;
  readonly shell?: 'bash' | 'other';
}

export function facts({ repository = OWN }: Setting = {}): PathFacts {
  return {
    check: (word, cwd) => checked(word, cwd.real),
    repository: () => (repository === 'none' ? undefined : repository),
  };
}

export function stateOf(setting: Setting = {}): PermissionState {
  return {
    mode: 'ask',
    isTrusted: true,
    rules: [],
    ownFolders: [`${WORKSPACE}/own`],
    changedSince: () => [],
    ...setting,
    paths: facts(setting),
  };
}

export function commandOf(command: string, { cwd = '.', shell = 'bash' }: Setting = {}): PermissionRequest {
  return { type: 'command', command, shell, cwd: checked(cwd), background: false };
}

export const words = (...list: readonly string[]): Rule => ({ tool: 'run_command', words: list });
export const line = (text: string, cwd?: string): Rule => ({
  tool: 'run_command',
  line: text,
  ...(cwd !== undefined && { cwd }),
});
