/** Puts arguments and what an editor shows into the text of a prompt, for the person to read and send. */

/** UTF-16 units of a text for the draft. */
export const MOST_EXPANDED = 500_000;

/** What stands for variables such as `${selection}`; a name that is missing stays as it stands. */
export type PromptVariables = Readonly<Partial<Record<string, string>>>;

/**
 * The text for the draft. `$ARGUMENTS` is all that was typed after the name, `$1` its first word or quoted text, as in Claude
 * Code; a text that counts from `$0` or `$ARGUMENTS[0]` is counted from there. `${input:name}` takes `name=value`, as in GitHub
 * Copilot. Arguments that the text does not ask for come at its end. Nothing else is done: commands that a prompt would run
 * (`` !`…` ``) and files that it names (`@…`) stay as text. Undefined where it would be longer than a draft may be.
 */
export function expandPrompt(
  { text, folder }: { readonly text: string; readonly folder?: string },
  typed: string,
  variables: PromptVariables = {},
): string | undefined {
  const rest = typed.trim();
  const words = wordsOf(rest);
  const first = /\$0(?!\d)|\$ARGUMENTS\[/.test(text) ? 0 : 1;
  const used = new Set<number>();
  const wordAt = (at: number) => {
    used.add(at);
    return words[at]?.text ?? '';
  };
  let length = text.length;
  /** A text that is put in, while there is room for it. */
  const put = (value: string) => {
    length += value.length;
    return length > MOST_EXPANDED ? '' : value;
  };
  const filled = text.replaceAll(
    /\$ARGUMENTS\[(\d{1,2})\]|\$ARGUMENTS\b|\$(\d)(?!\d)|\$\{input:([^}:]{1,100})(?::[^}]{0,500})?\}|\$\{(\w{1,40})\}/g,
    (whole: string, index?: string, digit?: string, input?: string, variable?: string) => {
      if (variable !== undefined) return put((Object.hasOwn(variables, variable) && variables[variable]) || whole);
      if (input !== undefined) {
        const at = words.findIndex((word) => word.text.startsWith(`${input}=`));
        return at < 0 ? whole : put(wordAt(at).slice(input.length + 1));
      }
      // Without arguments the places for them stay, so that the person sees what is to be filled in.
      if (rest === '') return whole;
      if (index !== undefined) return put(wordAt(Number(index)));
      if (digit !== undefined) return put(wordAt(Number(digit) - first));
      for (const at of words.keys()) used.add(at);
      return put(rest);
    },
  );
  if (length > MOST_EXPANDED) return undefined;
  const from = folder === undefined ? '' : `The files that this skill names are in ${folder}.\n\n`;
  const unused =
    used.size === 0 ? rest : words.flatMap(({ typed: word }, at) => (used.has(at) ? [] : [word])).join(' ');
  return `${from}${filled}${unused === '' ? '' : `\n\n${unused}`}`;
}

/** Whether a text has places for arguments. */
export function hasPlaces(text: string): boolean {
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

/** Words, and quoted texts. A quote within a word (`user's`) is a part of it. */
function wordsOf(typed: string): readonly Word[] {
  return [...typed.matchAll(/([^\s="']+=)?(?:"([^"]*)"|'([^']*)')(?=\s|$)|\S+/g)].map(
    ([word, key = '', double, single]) => {
      const quoted = double ?? single;
      return { typed: word, text: quoted === undefined ? word : `${key}${quoted}` };
    },
  );
}
