/** Git attributes that keep `git diff`, `git log` and `git show` from printing the contents of secret files; https://git-scm.com/docs/gitattributes. */
import { isSecretPath } from './judge-path.ts';
import { SECRET_ENDINGS, SECRET_FILES, SECRET_FOLDERS, SECRET_PAIRS } from './protected-names.ts';

/** Forms of `SECRET_NAME`, and of the names that editors give to copies. */
const NAMES = ['.env*', 'id_rsa*', 'id_dsa*', 'id_ecdsa*', 'id_ed25519*', '#.env*', '.#.env*', '..env*'];
const COPIES = ['~', '.bak', '.old', '.orig', '.save', '.backup', '.sw?'];

/** The text of a file for `core.attributesFile`: each secret file is shown as a binary one is. */
export const SECRET_ATTRIBUTES: string = [
  ...NAMES,
  ...[...SECRET_FILES].flatMap((name) => [name, `${name}[~._-]*`]),
  ...SECRET_ENDINGS.flatMap((ending) => ['', ...COPIES].map((copy) => `*${ending}${copy}`)),
  ...[...SECRET_FOLDERS].map((name) => `**/${name}/**`),
  ...[...SECRET_PAIRS].flatMap((pair) => [`**/${pair}`, `**/${pair}/**`]),
]
  .map((pattern) => `${inAnyCase(pattern)} -diff\n`)
  .join('');

function inAnyCase(pattern: string): string {
  return pattern.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
}

/**
 * Whether a repository's own attributes, which count before those above, may say that a secret file is shown as text.
 * @param text of a `.gitattributes`
 */
export function mayShowSecrets(text: string): boolean {
  return text.split(/\r?\n/).some((line) => {
    const [pattern = '', ...attributes] = line.trim().split(/\s+/);
    if (pattern.startsWith('#') || !attributes.some((one) => /^!?diff(=|$)/.test(one))) return false;
    // `"` begins a quoted pattern, and `[attr]` a name for attributes.
    if (/^["[]/.test(pattern)) return true;
    const name = pattern.slice(pattern.lastIndexOf('/') + 1);
    return (
      isSecretPath(pattern) || (/^\*\.[\w.-]+$/.test(name) ? isSecretPath(`x${name.slice(1)}`) : /[*?[\\]/.test(name))
    );
  });
}
