/** Finds invisible and text-reordering characters in a command, and makes them visible. */

/** Controls, separators, formats (bidi, zero-width), private and unassigned characters, and halves of pairs. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}|[\u2800\u3164\uFFA0]/u;

/** Without any; the usual case, and a text may be long. */
const PLAIN = /^[\x20-\x7e\t\n]*$/;

/** Whether a character is hidden; space, tab and newline are not. */
export function isHidden(codePoint: number): boolean {
  if (codePoint >= 0x20 && codePoint < 0x7f) return false;
  if (codePoint === 0x09 || codePoint === 0x0a) return false;
  return HIDDEN.test(String.fromCodePoint(codePoint));
}

/** The command as a question shows it: each character as it is, hidden ones by their number, white space kept. */
export function shownCommand(command: string): string {
  if (PLAIN.test(command)) return command;
  let shown = '';
  for (const char of command) {
    const code = char.codePointAt(0) ?? 0;
    shown += isHidden(code) ? `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩` : char;
  }
  return shown;
}
