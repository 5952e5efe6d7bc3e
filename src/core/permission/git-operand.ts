/** Finds the path in an operand of git, and says whether the operand may name an object that holds a file's text. */
import type { Operand, Program } from './flag-table.ts';
import type { RepositoryFacts } from './request.ts';

/** Undefined where it can't be judged. */
export function gitPath({ text, isAfterDashes }: Operand, { table }: Program, isOwn: boolean): string | undefined {
  // A pattern may match what has another name; `:` begins git's own forms of path.
  if (/[*?[\]\\]/.test(text)) return undefined;
  // It looks like a short name of NTFS, but it is not one; whether the id is one of a commit is looked up below.
  if (table.operands === 'revisions' && !isAfterDashes && /^(HEAD|@|[0-9a-f]{7,64})[~^0-9]*$/i.test(text))
    return 'HEAD';
  const colon = text.indexOf(':');
  if (colon < 0) return text;
  if (isAfterDashes || table.operands !== 'revisions') return undefined;
  const path = text.slice(colon + 1);
  // `REVISION:PATH` begins at the repository, which may be around the workspace; `REVISION:./PATH` begins here.
  return /^[/:(!^]/.test(path) || !(isOwn || path.startsWith('./')) ? undefined : path;
}

/**
 * Whether git may take it for the id of an object that is neither commit nor tree: such a one is printed as it is, whatever the file is
 * named. `NAME-gID` is one too; https://git-scm.com/docs/gitrevisions.
 */
export function mayNameBlob({ text, isAfterDashes }: Operand, facts: RepositoryFacts | undefined): boolean {
  if (isAfterDashes) return false;
  return text.split(/\.{2,3}/).some((part) => {
    const [base = ''] = part.replace(/^\^/, '').split(/[~^@:]/, 1);
    const id = /(?:^|-g)([0-9a-f]{4,64})$/i.exec(base)?.[1];
    return id !== undefined && facts?.isCommit(id.toLowerCase()) !== true;
  });
}
