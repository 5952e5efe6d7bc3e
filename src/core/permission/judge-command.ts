/** Whether a command runs without a question: each of its parts is of the built-in set, or a rule covers it. */
import { type Flags, type Operand, type Program, readFlags } from './flag-table.ts';
import { GIT_ENV, READING_GIT_ENV, repositoryReason } from './git-repository.ts';
import { pathReasons } from './judge-path.ts';
import { bareName, isNeverKnown } from './other-runners.ts';
import { findProgram } from './programs.ts';
import type { CommandReason, PathReason } from './reason.ts';
import type { PermissionRequest, PermissionState } from './request.ts';
import { lineCovers, whyIgnored, wordsCover } from './rules.ts';
import type { SimpleCommand } from './shell-scan.ts';

export type CommandRequest = Extract<PermissionRequest, { type: 'command' }>;
type Env = Readonly<Record<string, string>>;
export type Judged =
  | { readonly type: 'known'; readonly env: Env }
  | { readonly type: 'unknown'; readonly reasons: readonly (CommandReason | PathReason)[] };

const known = (env: Env = {}): Judged => ({ type: 'known', env });
const unknown = (...reasons: readonly (CommandReason | PathReason)[]): Judged => ({ type: 'unknown', reasons });

/** @param commands the command's parts, as read */
export function judgeCommand(
  request: CommandRequest,
  commands: readonly SimpleCommand[],
  state: PermissionState,
): Judged {
  const builtin = commands.find(({ words: [program = ''] }) => isNeverKnown(program));
  if (builtin) return unknown({ type: 'builtin', name: builtin.words[0] ?? '' });
  const place = pathReasons(request.cwd, 'read', state.ownFolders);
  if (place.length > 0) return unknown(...place);
  const line = judgeLine(request, commands, state);
  if (line?.type === 'known') return line;
  const judged = commands.map((command) => judgePart(command, request, state));
  const reasons = judged.flatMap((one) => (one.type === 'unknown' ? one.reasons : []));
  if (reasons.length > 0) return line ?? { type: 'unknown', reasons };
  return known(Object.assign({}, ...judged.map((one) => (one.type === 'known' ? one.env : {}))));
}

/** By a rule for exactly this line; undefined where there is none. */
function judgeLine(
  request: CommandRequest,
  commands: readonly SimpleCommand[],
  state: PermissionState,
): Judged | undefined {
  const rule = state.rules.find((one) => 'line' in one && lineCovers(one, request) && !whyIgnored(one));
  if (!rule) return undefined;
  const places = commands.flatMap(({ words }) => words.slice(1).flatMap((word) => namedPlaces(word, request, state)));
  if (places.length > 0) return unknown(...places);
  const usesGit = commands.some(isGit);
  const repository = usesGit ? repositoryReason(state.paths.repository(request.cwd), false) : undefined;
  if (repository) return unknown(repository);
  const runs = commands.some(({ words }) => !['read', 'write'].includes(findProgram(words)?.kind ?? 'run'));
  const files = runs ? state.changedSince(rule) : [];
  return files.length > 0 ? unknown({ type: 'changed', files }) : known(usesGit ? GIT_ENV : {});
}

const isGit = ({ words: [program = ''] }: SimpleCommand) => bareName(program) === 'git';

/** What a rule names is still asked each time where a word, or what follows a `=` in it, is a path outside or of a secret. */
function namedPlaces(word: string, request: CommandRequest, state: PermissionState): readonly PathReason[] {
  return (word.includes('=') ? [word, word.slice(word.indexOf('=') + 1)] : [word]).flatMap((text) => {
    if (text === '' || text.startsWith('-')) return [];
    const path = state.paths.check(text, request.cwd);
    if (!path) return [{ type: 'outside', path: text } as const];
    return pathReasons(path, 'read', state.ownFolders).filter(({ type }) => type !== 'ambiguous-name');
  });
}

/** One program with its words: by the built-in set, else by a rule. */
function judgePart(command: SimpleCommand, request: CommandRequest, state: PermissionState): Judged {
  const program = findProgram(command.words);
  const read =
    program?.kind === 'read' ? judgeWords(program, program.words.length, command, request, state) : undefined;
  if (read?.type === 'known') return read;
  const covering = state.rules
    .filter((rule) => 'words' in rule)
    .filter((rule) => wordsCover(rule, command.words, program, request.cwd) && !whyIgnored(rule));
  let because: Judged | undefined = read;
  for (const rule of covering) {
    const judged = judgeByRule(rule.words.length, program, command, request, state);
    const files = judged.type === 'known' && program?.kind !== 'write' ? state.changedSince(rule) : [];
    if (judged.type === 'known' && files.length === 0) return judged;
    because = files.length > 0 ? unknown({ type: 'changed', files }) : judged;
  }
  return because ?? unknown({ type: 'no-rule', words: command.words });
}

function judgeByRule(
  covered: number,
  program: Program | undefined,
  command: SimpleCommand,
  request: CommandRequest,
  state: PermissionState,
): Judged {
  const place = pathReasons(request.cwd, 'write', state.ownFolders);
  if (place.length > 0) return unknown(...place);
  const named = command.words.slice(1, covered).flatMap((word) => namedPlaces(word, request, state));
  if (named.length > 0) return unknown(...named);
  if (command.isPiped) return unknown({ type: 'piped', program: command.words[0] ?? '' });
  if (program) return judgeWords(program, covered, command, request, state);
  if (!isGit(command)) return known();
  const repository = repositoryReason(state.paths.repository(request.cwd), false);
  return repository ? unknown(repository) : known(GIT_ENV);
}

/** The words after those that are `covered`: flags of the table, and operands that need no question. */
function judgeWords(
  program: Program,
  covered: number,
  { words }: SimpleCommand,
  request: CommandRequest,
  state: PermissionState,
): Judged {
  const name = program.words.join(' ');
  const flags: Flags = readFlags(words.slice(covered), program.table);
  if (flags.type === 'unknown') return unknown({ type: 'flag', program: name, flag: flags.flag });
  // A rule that names flags may have named one that writes: `git log --output`.
  const use = program.kind === 'read' && covered === program.words.length ? 'read' : 'write';
  const usesGit = program.words[0] === 'git';
  const facts = usesGit ? state.paths.repository(request.cwd) : undefined;
  const repository = usesGit ? repositoryReason(facts, true) : undefined;
  if (repository) return unknown(repository);
  const reasons = flags.operands.flatMap((operand): readonly (CommandReason | PathReason)[] => {
    const text = usesGit ? gitPath(operand, program, facts?.place === 'workspace') : operand.text;
    // Runners read more arguments from a file that is named after an `@` (docs.pytest.org, "Read arguments from file"), and pass
    // what comes after `--` on: `cargo test -- --logfile=x`, `cargo clippy -- -C linker=x`.
    if (program.kind === 'run' && (operand.isAfterDashes || operand.text.startsWith('@')))
      return [{ type: 'operand', program: name, operand: operand.text }];
    // The system goes up from where a link leads, and the look-up may go up from the link.
    if (text !== undefined && goesUpAgain(text)) return [{ type: 'operand', program: name, operand: operand.text }];
    const path = !text || program.table.operands === 'none' ? undefined : state.paths.check(text, request.cwd);
    if (!path || path.real === undefined) return [{ type: 'operand', program: name, operand: operand.text }];
    return pathReasons(path, use, state.ownFolders);
  });
  return reasons.length > 0 ? { type: 'unknown', reasons } : known(usesGit ? READING_GIT_ENV : {});
}

/** `..` after a name: `link/../a`. */
function goesUpAgain(text: string): boolean {
  const names = text.split('/').filter((name) => name !== '' && name !== '.');
  return names.lastIndexOf('..') > names.findIndex((name) => name !== '..') && names.some((name) => name !== '..');
}

/** What of an operand of git is a path; undefined where it can't be judged. */
function gitPath({ text, isAfterDashes }: Operand, { table }: Program, isOwn: boolean): string | undefined {
  // A pattern may match what has another name; `:` begins git's own forms of path.
  if (/[*?[\]\\]/.test(text)) return undefined;
  // It looks like a short name of NTFS, and is none.
  if (table.operands === 'revisions' && !isAfterDashes && /^(HEAD|@)[~^0-9]*$/.test(text)) return 'HEAD';
  const colon = text.indexOf(':');
  if (colon < 0) return text;
  if (isAfterDashes || table.operands !== 'revisions') return undefined;
  const path = text.slice(colon + 1);
  // `REVISION:PATH` begins at the repository, which may be around the workspace; `REVISION:./PATH` begins here.
  return /^[/:(!^]/.test(path) || !(isOwn || path.startsWith('./')) ? undefined : path;
}
