/** Puts arguments and what an editor shows into the text of a prompt, for the person to read and send. */

/** What stands for variables such as `${selection}`; a name that is missing stays as it stands. */
export type PromptVariables = Readonly<Partial<Record<string, string>>>;

/**
 * The text for the draft. `$ARGUMENTS` is all that was typed after the name, `$1` its first word or quoted text, as in Claude
 * Code; a text that counts from `$0` or `$ARGUMENTS[0]` is counted from there. `${input:name}` takes `name=value`, as in GitHub
 * Copilot. Arguments that the text does not ask for come at its end. Nothing else is done: commands that a prompt would run
 * (`` !`…` ``) and files that it names (`@…`) stay as text.
 */
export function expandPrompt(
  { text, folder }: { readonly text: string; readonly folder?: string },
  typed: string,
  variables: PromptVariables = {},
): string {
  const rest = typed.trim();
  const words = wordsOf(rest);
  const first = /\$0(?!\d)|\$ARGUMENTS\[/.test(text) ? 0 : 1;
  const inputs = new Map(words.flatMap((word) => pairOf(word)));
  let isUsed = false;
  const argument = (value: string | undefined) => {
    isUsed = true;
    return value ?? '';
  };
  const filled = text.replaceAll(
    /\$ARGUMENTS\[(\d{1,2})\]|\$ARGUMENTS\b|\$(\d)(?!\d)|\$\{input:([^}:]{1,100})(?::[^}]{0,500})?\}|\$\{(\w{1,40})\}/g,
    (whole: string, index?: string, digit?: string, input?: string, variable?: string) => {
      if (variable !== undefined) return (Object.hasOwn(variables, variable) && variables[variable]) || whole;
      if (input !== undefined) return inputs.has(input) ? argument(inputs.get(input)) : whole;
      // Without arguments the places for them stay, so that the person sees what is to be filled in.
      if (rest === '') return whole;
      if (index !== undefined) return argument(words[Number(index)]);
      if (digit !== undefined) return argument(words[Number(digit) - first]);
      return argument(rest);
    },
  );
  const from = folder === undefined ? '' : `The files that this skill names are in ${folder}.\n\n`;
  return `${from}${filled}${rest !== '' && !isUsed ? `\n\n${rest}` : ''}`;
}

/** Whether a text has places for arguments. */
export function hasPlaces(text: string): boolean {
  return /\$ARGUMENTS\b|\$\d(?!\d)|\$\{input:/.test(text);
}

/** Words, and quoted texts without their quotes. A quote within a word (`user's`) is a part of it. */
function wordsOf(typed: string): readonly string[] {
  return [...typed.matchAll(/([^\s="']+=)?(?:"([^"]*)"|'([^']*)')(?=\s|$)|\S+/g)].map(
    ([word, key = '', double, single]) => {
      const quoted = double ?? single;
      return quoted === undefined ? word : `${key}${quoted}`;
    },
  );
}

function pairOf(word: string): readonly (readonly [string, string])[] {
  const at = word.indexOf('=');
  return at > 0 ? [[word.slice(0, at), word.slice(at + 1)]] : [];
}
