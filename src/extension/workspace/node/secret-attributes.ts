/** Keeps the file of attributes for git on the disk, by which it does not show what secret files hold. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SECRET_ATTRIBUTES } from '../../../core/permission/git-attributes.ts';

/** `root` is the extension's storage. The function gives the path, after it looked whether the file is whole; undefined where it can't be. */
export function secretAttributesIn(root: string): () => string | undefined {
  const file = path.join(root, 'secrets.gitattributes');
  return () => {
    try {
      if (textOf(file) !== SECRET_ATTRIBUTES) {
        mkdirSync(root, { recursive: true });
        writeFileSync(file, SECRET_ATTRIBUTES);
      }
      return file;
    } catch {
      return undefined;
    }
  };
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
