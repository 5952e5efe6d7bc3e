/** The ripgrep that tests run, where the scripts have set up VS Code in the browser. */
import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { findRipgrep } from '../../../../src/extension/workspace/node/find-ripgrep.ts';

/** Undefined where there is none. */
export async function installedRipgrep(): Promise<string | undefined> {
  const cache = path.join(homedir(), '.cache/spool');
  try {
    const setups = readdirSync(cache).filter((name) => name.startsWith('vscode-'));
    for (const name of setups) {
      const found = await findRipgrep(path.join(cache, name, 'code-server/node_modules/code-server/lib/vscode'));
      if (found !== undefined) return found;
    }
  } catch {
    // Not set up.
  }
  return undefined;
}
