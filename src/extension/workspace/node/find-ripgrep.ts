/** Finds the ripgrep that comes with VS Code; never one of the PATH, where a workspace could put its own. */
import { access, constants } from 'node:fs/promises';
import path from 'node:path';

/** Its possible paths below `env.appRoot`, by the version of VS Code. */
function places(appRoot: string): readonly string[] {
  const exe = process.platform === 'win32' ? 'rg.exe' : 'rg';
  const universal = path.join('@vscode', 'ripgrep-universal', 'bin', `${process.platform}-${process.arch}`, exe);
  return [
    path.join(appRoot, 'node_modules', '@vscode', 'ripgrep', 'bin', exe),
    path.join(appRoot, 'node_modules.asar.unpacked', '@vscode', 'ripgrep', 'bin', exe),
    path.join(appRoot, 'node_modules', universal),
    path.join(appRoot, 'node_modules.asar.unpacked', universal),
  ];
}

/** Undefined when it has none of these paths: `appRoot` may be of another program. */
export async function findRipgrep(appRoot: string): Promise<string | undefined> {
  for (const file of places(appRoot)) {
    try {
      await access(file, constants.X_OK);
      return file;
    } catch {
      // Not here.
    }
  }
  return undefined;
}
