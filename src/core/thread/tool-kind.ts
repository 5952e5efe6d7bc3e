/** Classifies a tool call of any agent (read, edit, run, search, to-do) and finds its path or command. */
import { oneLine } from '../lang/clip.ts';
import type { Json } from '../lang/json.ts';

export type CallKind = 'read' | 'edit' | 'run' | 'search' | 'todo' | 'other';

/** Lines, counted from one, both ends included; no `to`: up to the end, or not told. */
export interface LineRange {
  readonly from: number;
  readonly to?: number;
}

export interface CallDescription {
  readonly kind: CallKind;
  /** One line: the path, the command, the pattern and where, the task at hand. May be empty. */
  readonly subject: string;
  readonly range?: LineRange;
}

/** Names as in `plainName`: lower case, letters and digits only. */
const NAMES: Readonly<Record<Exclude<CallKind, 'other'>, string>> = {
  read: 'read readfile readmanyfiles readfiles view viewfile viewimage open openfile cat getfile fsread notebookread',
  edit:
    'edit editfile multiedit write writefile writetofile create createfile replace replaceinfile replacestringinfile ' +
    'multireplacestringinfile searchreplace strreplace applypatch applydiff patch insert insertcontent insertintofile ' +
    'inserteditintofile editnotebookfile notebookedit deletefile fswrite',
  run:
    'bash shell shellcommand localshell localshellcall execcommand runcommand runshellcommand runinterminal terminal ' +
    'executecommand executebash executebashcommand exec powershell writestdin python ipython executeipythoncell',
  search:
    'grep glob search searchfiles searchfilecontent searchfile searchdir grepsearch filesearch findfile findfiles find ' +
    'semanticsearch codebasesearch codesearch searchcode ls list listdir listdirectory listfiles ' +
    'listcodedefinitionnames readfolder readdirectory searchtext outline',
  todo:
    'todo todowrite todoread writetodos managetodolist updatetodolist settodolist updateplan taskcreate taskupdate ' +
    'tasklist tasktracker',
};

const KIND_BY_NAME: ReadonlyMap<string, CallKind> = new Map(
  (['read', 'edit', 'run', 'search', 'todo'] as const).flatMap((kind) =>
    NAMES[kind].split(' ').map((name): [string, CallKind] => [name, kind]),
  ),
);

/** Tools that do several things by a `command` word. */
const EDITORS = new Set(['strreplaceeditor', 'strreplacebasededittool', 'fileeditor', 'texteditor', 'editor']);

const PATH_KEYS = 'path file_path filePath absolute_path target_file notebook_path filename file_name file uri'.split(
  ' ',
);
const COMMAND_KEYS = 'command cmd script code chars input'.split(' ');
const PATTERN_KEYS = 'pattern query regex search_term glob_pattern glob name_pattern'.split(' ');
const ANY_KEYS = [...COMMAND_KEYS, ...PATH_KEYS, ...PATTERN_KEYS].concat(
  'description subject title question url task prompt skill name'.split(' '),
);
const FROM_KEYS = 'offset start_line startLine line_start from_line insert_line line_number'.split(' ');
const TO_KEYS = 'end_line endLine line_end to_line'.split(' ');

const PATCHED = /^\*\*\* (?:Update|Add|Delete) File: (.+)$|^\+\+\+ (?:b\/)?(\S.*)$/gm;
const SUBJECT_LENGTH = 300;

type Fields = { readonly [key: string]: Json };

/** Total: every name and every input give a description; unknown tools are `other` with the likeliest field as subject. */
export function describeCall(name: string, input: Json): CallDescription {
  const fields = fieldsOf(input);
  const command = commandOf(fields, input);
  const kind = kindOf(plainName(name), fields, command);
  const subject = oneLine(subjectOf(kind, fields, command), SUBJECT_LENGTH);
  const range = kind === 'read' || kind === 'edit' ? rangeOf(fields) : undefined;
  return range ? { kind, subject, range } : { kind, subject };
}

/** The command of a call as it was written, all its lines; empty when there is none. */
export function commandText(input: Json): string {
  return commandOf(fieldsOf(input), input);
}

function plainName(name: string): string {
  const last = name.split(/__|[./]/).at(-1) ?? '';
  return last.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

function fieldsOf(input: Json): Fields {
  return typeof input === 'object' && input !== null && !isList(input) ? input : {};
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function kindOf(name: string, fields: Fields, command: string): CallKind {
  if (EDITORS.has(name)) return fields.command === 'view' ? 'read' : 'edit';
  const kind = KIND_BY_NAME.get(name) ?? 'other';
  return kind === 'run' && /^\s*(?:apply_patch\b|\*\*\* Begin Patch)/.test(command) ? 'edit' : kind;
}

function commandOf(fields: Fields, input: Json): string {
  if (typeof input === 'string') return input;
  for (const key of COMMAND_KEYS) {
    const value = own(fields, key);
    if (typeof value === 'string' && value !== '') return value;
    if (value !== undefined && isList(value)) return wordsOf(value);
  }
  return '';
}

/** `["bash", "-lc", "ls -l"]` runs `ls -l`. */
function wordsOf(words: readonly Json[]): string {
  const texts = words.filter((word) => typeof word === 'string');
  return texts.length === 3 && /^-l?c$/.test(texts[1] ?? '') ? (texts[2] ?? '') : texts.join(' ');
}

function subjectOf(kind: CallKind, fields: Fields, command: string): string {
  switch (kind) {
    case 'read':
      return first(fields, PATH_KEYS) || command;
    case 'edit':
      return first(fields, PATH_KEYS) || patchedPaths(command || first(fields, ['patch', 'diff'])) || command;
    case 'run':
      return command || first(fields, ANY_KEYS);
    case 'search':
      return [first(fields, PATTERN_KEYS), first(fields, PATH_KEYS)].filter((part) => part !== '').join(' · ');
    case 'todo':
      return taskAtHand(fields);
    case 'other':
      return first(fields, ANY_KEYS) || command || movedPaths(fields);
  }
}

function movedPaths(fields: Fields): string {
  const [from, to] = [first(fields, ['from']), first(fields, ['to'])];
  return from && to ? `${from} → ${to}` : '';
}

function patchedPaths(patch: string): string {
  const paths = new Set<string>();
  for (const match of patch.matchAll(PATCHED)) paths.add((match[1] ?? match[2] ?? '').trim());
  return [...paths].join(', ');
}

function taskAtHand(fields: Fields): string {
  for (const key of ['todos', 'plan', 'todoList', 'items', 'task_list']) {
    const list = own(fields, key);
    if (list === undefined || !isList(list)) continue;
    const running = list.map(fieldsOf).find((item) => /progress/.test(first(item, ['status', 'state'])));
    if (running) return first(running, ['content', 'step', 'description', 'title', 'text']);
  }
  return first(fields, ['subject', 'explanation', 'title', 'taskId', 'status']);
}

function rangeOf(fields: Fields): LineRange | undefined {
  const view = own(fields, 'view_range');
  if (view !== undefined && isList(view)) return lineRange(view[0], view[1]);
  const from = firstNumber(fields, FROM_KEYS);
  const limit = lineNumber(own(fields, 'limit'));
  if (limit !== undefined) return lineRange(from ?? 1, (from ?? 1) + limit - 1);
  const to = firstNumber(fields, TO_KEYS);
  return from === undefined && to === undefined ? undefined : lineRange(from ?? 1, to);
}

function lineRange(from: Json | undefined, to: Json | undefined): LineRange | undefined {
  const start = lineNumber(from);
  const end = lineNumber(to);
  if (start === undefined) return undefined;
  return end === undefined || end < start ? { from: start } : { from: start, to: end };
}

function lineNumber(value: Json | undefined): number | undefined {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

function firstNumber(fields: Fields, keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const number = lineNumber(own(fields, key));
    if (number !== undefined) return number;
  }
  return undefined;
}

function first(fields: Fields, keys: readonly string[]): string {
  for (const key of keys) {
    const value = own(fields, key);
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return '';
}

/** A field of its own only: `constructor` in a hostile input is not a value. */
function own(fields: Fields, key: string): Json | undefined {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}
