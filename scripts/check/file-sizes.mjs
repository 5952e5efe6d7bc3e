/** No source file over 400 lines, and each says in its first line what it is for. */
import { files, read } from './files.mjs';

const most = 400;

/** @returns {readonly string[]} problems */
export function fileSizes() {
  const sources = files.filter(
    (file) => /\.(ts|mjs|cjs|css)$/.test(file) && !file.includes('/fixtures/') && !file.includes('/golden/'),
  );
  return sources.flatMap((file) => {
    const lines = read(file).split('\n');
    const first = lines[0]?.startsWith('#!') ? lines[1] : lines[0];
    return [
      ...(lines.length - 1 > most
        ? [`${file}: ${lines.length - 1} lines, over ${most}: split it by what changes together`]
        : []),
      ...(/^\/\*\* .+/.test(first ?? '')
        ? []
        : [`${file}:1: the first line must be a /** comment that says what the file is for`]),
    ];
  });
}
