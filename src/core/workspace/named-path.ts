/** Names a file to the model: as it is, or quoted where its name has line ends or characters that hide or reorder text. */
import { isHidden } from '../permission/hidden-characters.ts';

const PLAIN = /^(?!")[\x20-\x7e]*$/;

/** On one line. What is quoted is JSON, in which hidden characters are escapes such as `\\u202e`. */
export function namedPath(path: string): string {
  if (PLAIN.test(path)) return path;
  const isClear = !path.startsWith('"') && [...path].every((char) => !/[\t\n]/.test(char) && !isHiddenIn(char));
  return isClear
    ? path
    : JSON.stringify(path).replace(/[^\x20-\x7e]/gu, (char) => (isHiddenIn(char) ? escaped(char) : char));
}

function isHiddenIn(char: string): boolean {
  return isHidden(char.codePointAt(0) ?? 0);
}

/** A character above U+FFFF is two escapes. */
function escaped(char: string): string {
  return char
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
