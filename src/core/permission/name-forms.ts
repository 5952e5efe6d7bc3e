/** Folds the names in a path as the least careful file system compares them: without case, look-alikes and ignorable characters. */

export interface ComparedPath {
  /**
   * The names from the front. A backslash parts names as well, a stream (`a:b`) is cut off, and trailing dots and blanks
   * too, as Windows does; `.` and `..` are no names.
   */
  readonly names: readonly string[];
  /** The first name that some system reads as another file's, as a stream of one, a device, a home or a variable. */
  readonly ambiguous: string | undefined;
}

/** NTFS gives a file with a long name a second one, as `GIT~1`. */
const SHORT_NAME = /^[^.]{0,7}~[0-9]+(\.[^.]{0,3})?$/;
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9]|lpt[0-9])(\.|$)/;
const VARIABLE = /%[^%]+%/;
/** macOS: `a/..namedfork/data` is the file `a`. */
const FORK = '..namedfork';

/** In time linear in the path's length. */
export function comparedPath(path: string): ComparedPath {
  const names: string[] = [];
  let ambiguous: string | undefined;
  for (const name of folded(path).split(/[/\\]/)) {
    const colon = name.indexOf(':');
    const plain = trimEnd(colon < 0 ? name : name.slice(0, colon));
    if (ambiguous === undefined && (colon >= 0 || isAmbiguous(name, plain, names.length === 0))) ambiguous = name;
    if (plain !== '') names.push(plain);
  }
  return { names, ambiguous };
}

function isAmbiguous(name: string, plain: string, isFirst: boolean): boolean {
  if (name.includes('~') && ((isFirst && name.startsWith('~')) || SHORT_NAME.test(plain))) return true;
  return name === FORK || DEVICE.test(plain) || VARIABLE.test(name);
}

const ASCII = /^[ -~]*$/;
const IGNORED = /\p{Default_Ignorable_Code_Point}|\p{Cc}|\u0307/gu;

/** The whole path is folded before it is parted: there are look-alikes of `/` and `:` too. */
function folded(path: string): string {
  if (ASCII.test(path)) return path.toLowerCase();
  // Upper case first: it folds `ı` and `ſ`, which lower case leaves.
  return path.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replace(IGNORED, '');
}

/** Without a regular expression, which would be quadratic in dots. */
function trimEnd(name: string): string {
  let end = name.length;
  while (end > 0 && (name[end - 1] === '.' || name.charAt(end - 1).trim() === '')) end--;
  return name.slice(0, end);
}
