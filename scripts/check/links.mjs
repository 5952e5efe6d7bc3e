/** Every relative link and picture in the documentation leads to a file of the project. */
import path from 'node:path';
import { files, read } from './files.mjs';

/** @returns {readonly string[]} problems */
export function links() {
  const known = new Set(files);
  return files
    .filter((file) => file.endsWith('.md') && !file.startsWith('scripts/sample/') && !file.includes('/golden/'))
    .flatMap((file) =>
      [...read(file).matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].flatMap(([, target = '']) => {
        if (/^[a-z]+:/.test(target)) return [];
        const at = path.posix.join(path.posix.dirname(file), target);
        return known.has(at) ? [] : [`${file}: ${target} leads nowhere`];
      }),
    );
}
