/** Reads the names of the keys in a config file of git; https://git-scm.com/docs/git-config, "Syntax". */

const SPACE = /(?:[ \t\r\n]|[#;][^\n]*)+/y;
const SECTION = /\[([A-Za-z0-9.-]+)(?:[ \t]+"((?:[^"\\\n]|\\[^\n])*)")?\]/y;
const KEY = /([A-Za-z][A-Za-z0-9-]*)[ \t]*(=?)/y;
const LINE_END = /\r?(?:\n|$)/y;
/** Quoted parts, escapes (a line may go on after one) and plain characters, then a comment. */
const VALUE = /(?:"(?:[^"\\\n]|\\[tbn"\\]|\\\r?\n)*"|\\[tbn"\\]|\\\r?\n|[^"\\\n#;])*(?:[#;][^\n]*)?/y;

/** As `git config --list --name-only` writes them, repeated ones too; undefined for what git would not take. */
export function configKeysOf(text: string): readonly string[] | undefined {
  const keys: string[] = [];
  let section: string | undefined;
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at += found[0].length;
    return found ?? undefined;
  };
  for (;;) {
    take(SPACE);
    if (at >= text.length) return keys;
    const head = take(SECTION);
    if (head) {
      const [, name = '', sub] = head;
      section = sub === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${sub.replace(/\\(.)/g, '$1')}`;
      continue;
    }
    const key = take(KEY);
    if (!key || section === undefined) return undefined;
    keys.push(`${section}.${key[1]?.toLowerCase()}`);
    if (key[2] === '=') take(VALUE);
    if (!take(LINE_END)) return undefined;
  }
}
