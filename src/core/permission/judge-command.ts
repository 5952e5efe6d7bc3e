/** Whether a command runs without a question: each of its parts is of the built-in set, or a rule covers it. */

import type { SimpleCommand } from './command-list.ts';
import { type Flags, isWhole, type Program, readFlags } from './flag-table.ts';
import { gitPath, mayNameBlob } from './git-operand.ts';
import { type GitUse, gitEnv, repositoryReason } from './git-repository.ts';
import { pathReasons } from './judge-path.ts';
import { bareName, isNeverKnown } from './other-runners.ts';
import { findProgram } from './programs.ts';
import type { CommandReason, PathReason } from './reason.ts';
import type { PermissionRequest, PermissionState } from './request.ts';
import { lineCovers, whyIgnored, wordsCover } from './rules.ts';

export type CommandRequest = Extract<PermissionRequest, { type: 'command' }>;
type Unknown = { readonly type: 'unknown'; readonly reasons: readonly (CommandReason | PathReason)[] };
/** `env`: what it must be run with. */
export type Judged = { readonly type: 'known'; readonly env: Readonly<Record<string, string>> } | Unknown;
type JudgedPart = { readonly type: 'known'; readonly git?: GitUse } | Unknown;

const known = (git?: GitUse): JudgedPart => ({ type: 'known', ...(git && { git }) });
const unknown = (...reasons: readonly (CommandReason | PathReason)[]): Unknown => ({ type: 'unknown', reasons });

/** @param commands the command's parts, as read */
export function judgeCommand(
  request: CommandRequest,
  commands: readonly SimpleCommand[],
  state: PermissionState,
): Judged {
  const builtin = commands.find(({ words: [program = ''] }) => isNeverKnown(program));
  if (builtin) return unknown({ type: 'builtin', name: builtin.words[0] ?? '' });
  const folderReasons = pathReasons(request.cwd, 'read', state.ownFolders);
  if (folderReasons.length > 0) return unknown(...folderReasons);
  const line = judgeLine(request, commands, state);
  if (line?.type === 'known') return together([line], request, state);
  const judged = commands.map((command) => judgePart(command, request, state));
  const reasons = judged.flatMap((one) => (one.type === 'unknown' ? one.reasons : []));
  if (reasons.length > 0) return line ?? { type: 'unknown', reasons };
  return together(judged, request, state);
}

/** Parts that are known, in one environment. */
function together(parts: readonly JudgedPart[], { cwd }: CommandRequest, { paths }: PermissionState): Judged {
  const uses = new Set(parts.flatMap((part) => (part.type === 'known' && part.git ? [part.git] : [])));
  const env = gitEnv(uses, uses.has('shows') ? paths.repository(cwd)?.secretAttributes : undefined);
  return env ? { type: 'known', env } : unknown({ type: 'repository', problem: { type: 'mixed' } });
}

/** The verdict of a rule for exactly this line; undefined where no rule has it. */
function judgeLine(
  request: CommandRequest,
  commands: readonly SimpleCommand[],
  state: PermissionState,
): JudgedPart | undefined {
  const rule = state.rules.find((one) => 'line' in one && lineCovers(one, request) && !whyIgnored(one));
  if (!rule) return undefined;
  const places = commands.flatMap(({ words }) => words.slice(1).flatMap((word) => namedPlaces(word, request, state)));
  if (places.length > 0) return unknown(...places);
  const usesGit = commands.some(isGit);
  const repository = usesGit ? repositoryReason(state.paths.repository(request.cwd), 'ruled') : undefined;
  if (repository) return unknown(repository);
  const runs = commands.some(({ words }) => !['read', 'write'].includes(findProgram(words)?.kind ?? 'run'));
  const files = runs ? state.changedSince(rule) : [];
  return files.length > 0 ? unknown({ type: 'changed', files }) : known(usesGit ? 'ruled' : undefined);
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
function judgePart(command: SimpleCommand, request: CommandRequest, state: PermissionState): JudgedPart {
  const program = findProgram(command.words);
  const read =
    program?.kind === 'read' ? judgeWords(program, program.words.length, command, request, state) : undefined;
  if (read?.type === 'known') return read;
  const covering = state.rules
    .filter((rule) => 'words' in rule)
    .filter((rule) => wordsCover(rule, command.words, program, request.cwd) && !whyIgnored(rule));
  let because: JudgedPart | undefined = read;
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
): JudgedPart {
  const folderReasons = pathReasons(request.cwd, 'write', state.ownFolders);
  if (folderReasons.length > 0) return unknown(...folderReasons);
  const named = command.words.slice(1, covered).flatMap((word) => namedPlaces(word, request, state));
  if (named.length > 0) return unknown(...named);
  if (command.isPiped) return unknown({ type: 'piped', program: command.words[0] ?? '' });
  if (program) return judgeWords(program, covered, command, request, state);
  if (!isGit(command)) return known();
  const repository = repositoryReason(state.paths.repository(request.cwd), 'ruled');
  return repository ? unknown(repository) : known('ruled');
}

/** The words after those that are `covered`: flags of the table, and operands that need no question. */
function judgeWords(
  program: Program,
  covered: number,
  { words }: SimpleCommand,
  request: CommandRequest,
  state: PermissionState,
): JudgedPart {
  const name = program.words.join(' ');
  const flags: Flags = readFlags(words.slice(covered), program.table);
  if (flags.type === 'unknown') return unknown({ type: 'flag', program: name, flag: flags.flag });
  // A rule that names flags may have named one that writes: `git log --output`.
  const use = program.kind === 'read' && covered === program.words.length ? 'read' : 'write';
  const git = gitUseOf(program);
  const facts = git && state.paths.repository(request.cwd);
  const repository = git && repositoryReason(facts, git);
  if (repository) return unknown(repository);
  const reasons = flags.operands.flatMap((operand): readonly (CommandReason | PathReason)[] => {
    const text = git ? gitPath(operand, program, facts?.place === 'workspace') : pathOf(operand.text, program);
    // Runners read more arguments from a file that is named after an `@` (docs.pytest.org, "Read arguments from file"), and pass
    // what comes after `--` on: `cargo test -- --logfile=x`, `cargo clippy -- -C linker=x`.
    if (program.kind === 'run' && operand.isAfterDashes && isWhole(program.passed, operand.text)) return [];
    if (program.kind === 'run' && (operand.isAfterDashes || operand.text.startsWith('@')))
      return [{ type: 'operand', program: name, operand: operand.text }];
    if (program.showsChanges && mayNameBlob(operand, facts))
      return [{ type: 'operand', program: name, operand: operand.text }];
    // The system goes up from where a link leads, and the look-up may go up from the link.
    if (text !== undefined && goesUpAgain(text)) return [{ type: 'operand', program: name, operand: operand.text }];
    const path = !text || program.table.operands === 'none' ? undefined : state.paths.check(text, request.cwd);
    if (!path || path.real === undefined) return [{ type: 'operand', program: name, operand: operand.text }];
    return pathReasons(path, use, state.ownFolders);
  });
  return reasons.length > 0 ? { type: 'unknown', reasons } : known(git);
}

/** pytest names a test by `FILE::CLASS::TEST`. */
function pathOf(text: string, { words }: Program): string {
  return words[0] === 'pytest' ? text.replace(/(?<=.)::[\w:-]+$/, '') : text;
}

function gitUseOf({ words, kind, showsChanges }: Program): GitUse | undefined {
  if (words[0] !== 'git') return undefined;
  return showsChanges ? 'shows' : kind === 'read' ? 'reads' : 'writes';
}

/** `..` after a name: `link/../a`. */
function goesUpAgain(text: string): boolean {
  const names = text.split('/').filter((name) => name !== '' && name !== '.');
  return names.lastIndexOf('..') > names.findIndex((name) => name !== '..') && names.some((name) => name !== '..');
}
