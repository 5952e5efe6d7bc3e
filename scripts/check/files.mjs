/** The project's own files, as git knows them: tracked, and new ones that are not ignored. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../lib/paths.mjs';

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
  cwd: root,
  encoding: 'utf8',
});

/** Paths from the root, with `/`. */
export const files = listed.split('\0').filter((file) => file !== '' && existsSync(path.join(root, file)));

/** @param {string} file path from the root */
export const read = (file) => readFileSync(path.join(root, file), 'utf8');
