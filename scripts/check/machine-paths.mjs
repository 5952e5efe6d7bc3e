/** No file names a folder of somebody's machine or a download address of a registry. */
import { homedir } from 'node:os';
import { root } from '../lib/paths.mjs';
import { files, read } from './files.mjs';

const binary = /\.(png|gif|jpe?g|ttf|woff2?|ico|gz|br)$/;

/** @returns {readonly string[]} problems */
export function machinePaths() {
  // A checkout directly below / (as in a container) would make every absolute path a finding.
  const own = [root, homedir()].filter((at) => at.split('/').length > 2);
  return files
    .filter((file) => !binary.test(file))
    .flatMap((file) =>
      read(file)
        .split('\n')
        .flatMap((line, index) => {
          const found =
            own.find((at) => line.includes(at)) ??
            (file === 'package-lock.json' && /"resolved"/.test(line) && 'a download address');
          return found ? [`${file}:${index + 1}: ${found} does not belong here`] : [];
        }),
    );
}
