/** Runs a shell command in the workspace and takes out of its output what differs from run to run. */
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Nothing of the caller's environment but what a process needs to start: its own settings would show in the output. */
function cleanEnvironment() {
  const { PATH = '', SystemRoot, ComSpec, TEMP } = process.env;
  const needed = {
    PATH: `${dirname(process.execPath)}${delimiter}${PATH}`,
    SystemRoot,
    ComSpec,
    TEMP,
    TMPDIR: tmpdir(),
    TZ: 'UTC',
    NO_COLOR: '1',
  };
  return Object.fromEntries(Object.entries(needed).filter(([, value]) => value !== undefined));
}

/** Durations, process ids, temporary folders, the path of the workspace, and stack lines inside Node itself. */
export function withoutVariation(text, root) {
  const url = pathToFileURL(root).href;
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(`${url}/`, '')
    .replaceAll(`${root}/`, '')
    .replaceAll(root, '.')
    .replace(/\(\d+(?:\.\d+)?ms\)/g, '(… ms)')
    .replace(/(duration_ms:?) \d+(?:\.\d+)?/g, '$1 …')
    .replace(/\(node:\d+\)/g, '(node)')
    .replace(/^Node\.js v\S+$/gm, 'Node.js')
    .replace(/(?:[^\s'"`:(]*\/)?ferry-[A-Za-z0-9]{6}\b/g, '<tmp>')
    .replace(/^\s+at .*\(?node:.*?( \{)?\n/gm, (_, brace) => (brace ? '  {\n' : ''));
}

/**
 * Standard output first, then standard error under its own line: the order between the two is not to be had.
 *
 * @param {string} command for the shell
 * @param {string} root the real path of the folder to run it in
 * @returns {Promise<{ output: string, exitCode: number }>}
 */
export function runCommand(command, root) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, {
      cwd: root,
      shell: true,
      env: cleanEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks = { stdout: [], stderr: [] };
    child.stdout.on('data', (chunk) => chunks.stdout.push(chunk));
    child.stderr.on('data', (chunk) => chunks.stderr.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      const [out, err] = [chunks.stdout, chunks.stderr].map((list) =>
        withoutVariation(Buffer.concat(list).toString('utf8'), root),
      );
      const parts = [out, err === '' ? '' : `[stderr]\n${err}`].filter((part) => part !== '');
      resolve({
        output: parts.map((part) => (part.endsWith('\n') ? part : `${part}\n`)).join(''),
        exitCode: code ?? 1,
      });
    });
  });
}
