/** A path as a question shows it: as the model gave it, and where it leads if that is another place. */
import path from 'node:path';
import { shownCommand } from '../../core/permission/hidden-characters.ts';
import type { CheckedPath } from '../../core/permission/request.ts';

export function shownPath({ given, real, inside }: CheckedPath): string {
  const plain = path.posix.normalize(given.replaceAll('\\', '/')).replace(/(?<=.)\/$/, '');
  const leadsTo = inside ?? real;
  // In a workspace of several folders, and for an absolute path, `inside` is the same path from another folder.
  const isSame = leadsTo === undefined || [leadsTo, real].includes(plain) || (plain === '.' && inside === '');
  return shownCommand(isSame ? given : `${given} → ${leadsTo === '' ? '.' : leadsTo}`);
}
