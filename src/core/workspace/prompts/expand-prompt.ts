/** Puts arguments and what an editor shows into the text of a prompt, for the person to read and send. */

/** UTF-16 units of a text for the draft. */
export const MOST_EXPANDED = 500_000;

/** What a prompt can ask of the editor and the workspace, by the names of GitHub Copilot: `${selection}`. */
const PROMPT_VARIABLES = [
  'selection',
  'selectedText',
  'file',
  'fileBasename',
  'fileBasenameNoExtension',
  'fileDirname',
  'workspaceFolder',
  'workspaceFolderBasename',
] as const;

/** What stands for them. One that is missing or empty stays as it stands, for the person to fill in. */
export type PromptVariables = Readonly<Partial<Record<(typeof PROMPT_VARIABLES)[number], string>>>;

/** A part of a text, in UTF-16 units. */
export interface PlaceholderSpan {
  readonly start: number;
  readonly end: number;
}

export interface ExpandedPrompt {
  readonly text: string;
  /** What the person is to fill in, in the order of the text: only what stands so in the prompt itself, never in what was put into it. */
  readonly placeholders: readonly PlaceholderSpan[];
}

/**
 * The text for the draft. Linear. `$ARGUMENTS` is all that was typed after the name, `$1` its first word or quoted text, as in Claude
 * Code; a text that counts from `$0` or `$ARGUMENTS[0]` is counted from there. `${input:name}` takes `name=value`, as in GitHub
 * Copilot. Arguments that the text does not ask for come at its end. Nothing else is done: commands that a prompt would run
 * (`` !`…` ``) and files that it names (`@…`) stay as text. Undefined where it would be longer than a draft may be.
 */
export function expandPrompt(
  { text, folder }: { readonly text: string; readonly folder?: string },
  typed: string,
  variables: PromptVariables = {},
): ExpandedPrompt | undefined {
  const rest = typed.trim();
  const words = wordsOf(rest);
  const first = /\$0(?!\d)|\$ARGUMENTS\[/.test(text) ? 0 : 1;
  const named = namedWords(words);
  const used = new Set<number>();
  let usesAll = false;
  const wordAt = (at: number) => {
    used.add(at);
    return words[at]?.text ?? '';
  };
  const from = folder === undefined ? '' : `The files that this skill names are in ${folder}.\n\n`;
  const placeholders: PlaceholderSpan[] = [];
  let length = text.length;
  /** How far the text before a placeholder has grown. */
  let grown = from.length;
  /** A text that is put in, while there is room for it. */
  const put = (value: string) => {
    length += value.length;
    return length > MOST_EXPANDED ? '' : value;
  };
  /** What stands for one that was found; undefined where the person is to fill it in. */
  const fill = ({ index, digit, input, variable }: Found): string | undefined => {
    const value = variable && variables[variable];
    if (variable !== undefined) return value ? put(value) : undefined;
    if (input !== undefined) {
      const at = named.get(input);
      return at === undefined ? undefined : put(wordAt(at).slice(input.length + 1));
    }
    // Without arguments their placeholders stay, so that the person sees what is to be filled in.
    if (rest === '') return undefined;
    if (index !== undefined) return put(wordAt(Number(index)));
    if (digit !== undefined) return put(wordAt(Number(digit) - first));
    usesAll = true;
    return put(rest);
  };
  const filled = text.replaceAll(FILLED, (whole: string, ...groups) => {
    const start = Number(groups.at(-3)) + grown;
    const value = fill(groups.at(-1));
    if (value === undefined) placeholders.push({ start, end: start + whole.length });
    grown += (value ?? whole).length - whole.length;
    return value ?? whole;
  });
  if (length > MOST_EXPANDED) return undefined;
  const unused = usesAll
    ? ''
    : used.size === 0
      ? rest
      : words.flatMap(({ typed: word }, at) => (used.has(at) ? [] : [word])).join(' ');
  return { text: `${from}${filled}${unused === '' ? '' : `\n\n${unused}`}`, placeholders: placeholders };
}

const FILLED = new RegExp(
  String.raw`\$ARGUMENTS\[(?<index>\d{1,2})\]|\$ARGUMENTS\b|\$(?<digit>\d)(?!\d)|\$\{input:(?<input>[^}:]{1,100})(?::[^}]{0,500})?\}|\$\{(?<variable>${PROMPT_VARIABLES.join('|')})\}`,
  'g',
);

interface Found {
  readonly index?: string;
  readonly digit?: string;
  readonly input?: string;
  readonly variable?: keyof PromptVariables;
}

/** Whether a text has placeholders for arguments. */
export function hasPlaceholders(text: string): boolean {
  return /\$ARGUMENTS\b|\$\d(?!\d)|\$\{input:/.test(text);
}

/** Names that the list of commands shows. */
const MOST_INPUTS = 5;

/** The names of the inputs that a text asks for (`${input:name}`), each once, the first few. */
export function inputsOf(text: string): readonly string[] {
  const names = [...text.matchAll(/\$\{input:([^}:]{1,100})/g)].map(([, name = '']) => name);
  return [...new Set(names)].slice(0, MOST_INPUTS);
}

interface Word {
  readonly typed: string;
  /** Without quotes. */
  readonly text: string;
}

/** Where the first word with each name (`name=value`) is. */
function namedWords(words: readonly Word[]): ReadonlyMap<string, number> {
  const named = new Map<string, number>();
  for (const [at, { text }] of words.entries()) {
    const name = text.slice(0, Math.max(text.indexOf('='), 0));
    if (!named.has(name)) named.set(name, at);
  }
  return named;
}

/** Words, and quoted texts. A quote within a word (`user's`) is a part of it. */
function wordsOf(typed: string): readonly Word[] {
  return [...typed.matchAll(/([^\s="']+=)?(?:"([^"]*)"|'([^']*)')(?=\s|$)|\S+/g)].map(
    ([word, key = '', double, single]) => {
      const quoted = double ?? single;
      return { typed: word, text: quoted === undefined ? word : `${key}${quoted}` };
    },
  );
}
