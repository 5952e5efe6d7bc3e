/** search_text over a large workspace beside ripgrep itself (the tests', or one that is named), and the own search. Asserts nothing. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { isSecretPath } from '../src/core/permission/judge-path.ts';
import { createRegexEngine } from '../src/extension/tools/regex-engine.ts';
import { findRipgrep } from '../src/extension/workspace/node/find-ripgrep.ts';
import { createNodeSearch } from '../src/extension/workspace/node/node-search.ts';

const RUNS = 5;
const LINES = 40;

async function ripgrepOfTests(): Promise<string | undefined> {
  const cache = path.join(homedir(), '.cache/spool');
  for (const name of existsSync(cache) ? readdirSync(cache) : []) {
    const found = await findRipgrep(path.join(cache, name, 'code-server/node_modules/code-server/lib/vscode'));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Folders of 100 files each; one file in a thousand has the word. */
function makeFiles(root: string, count: number): void {
  const line = 'export const value = compute(first, second, third); // an ordinary line of code\n';
  for (let at = 0; at < count; at++) {
    const folder = path.join(root, `d${Math.floor(at / 10_000)}`, `e${Math.floor(at / 100) % 100}`);
    if (at % 100 === 0) mkdirSync(folder, { recursive: true });
    const text = line.repeat(LINES) + (at % 1_000 === 0 ? 'the needle\n' : '');
    writeFileSync(path.join(folder, `f${at}.ts`), text);
  }
}

interface Cost {
  readonly ms: number;
  /** Of this process: what is left when the machine has other work. */
  readonly cpuMs: number;
}

async function median(work: () => Promise<unknown> | unknown): Promise<Cost> {
  const times: Cost[] = [];
  // The first run fills the system's cache.
  for (let n = 0; n <= RUNS; n++) {
    const [start, used] = [performance.now(), process.cpuUsage()];
    await work();
    const { user, system } = process.cpuUsage(used);
    if (n > 0) times.push({ ms: performance.now() - start, cpuMs: (user + system) / 1_000 });
  }
  return times.sort((a, b) => a.ms - b.ms)[Math.floor(RUNS / 2)] ?? { ms: 0, cpuMs: 0 };
}

function searchIn(root: string, rg: string | undefined) {
  const search = createNodeSearch({
    folders: () => [{ name: 'ws', path: root }],
    ripgrep: async () => rg,
    regex: createRegexEngine(''),
    isSecret: isSecretPath,
    limitMs: 600_000,
  });
  const query = { pattern: 'needle', isRegex: false, ignoreCase: false, limit: 1_000 };
  return async () => {
    const found = await search.search({ ...query, path: { given: '.', real: root, inside: '' } }, { aborted: false });
    if (!found.ok || found.value.matches.length === 0) throw new Error('nothing was found');
  };
}

const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'spool-bench-')));
const rg = process.argv[2] ?? (await ripgrepOfTests());
const show = (label: string, { ms, cpuMs }: Cost) =>
  console.log(
    `${label.padEnd(44)} ${ms.toFixed(0).padStart(7)} ms, ${cpuMs.toFixed(0)} ms of the processor in this process`,
  );
try {
  const small = path.join(base, 'small');
  makeFiles(small, 10_000);
  show('own search, 10,000 files', await median(searchIn(small, undefined)));
  if (rg === undefined) console.log('no ripgrep: name one');
  else {
    const large = path.join(base, 'large');
    makeFiles(large, 100_000);
    const args = ['--no-config', '--no-follow', '--hidden', '--json', '-F', '-e', 'needle', '--', './'];
    const alone = await median(() => execFileSync(rg, args, { cwd: large, maxBuffer: 1e9 }));
    show('ripgrep itself, 100,000 files', alone);
    const ours = await median(searchIn(large, rg));
    show('search_text with ripgrep, 100,000 files', ours);
    console.log(`${(ours.ms / alone.ms).toFixed(2)} times ripgrep itself`);
  }
} finally {
  rmSync(base, { recursive: true });
}
