/** Which VS Code the in-host tests run in: the one that is named, else a downloaded one, else code-server by our launcher. */
import path from 'node:path';
import { ensureChromium } from '../lib/chromium.mjs';
import { ensureCodeServer } from '../lib/code-server.mjs';
import { out, root } from '../lib/paths.mjs';
import { say } from '../lib/say.mjs';

const hasScreen = process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

/** Whether VS Code's download site answers; told within three seconds, also where there is no internet. */
const canDownload = () =>
  fetch('https://update.code.visualstudio.com/api/releases/stable', { signal: AbortSignal.timeout(3000) }).then(
    (response) => response.ok,
    () => false,
  );

/** @returns {Promise<string>} path of the program */
export async function findVsCode() {
  const named = process.env.VSCODE_EXECUTABLE;
  if (named) {
    say(`VS Code: ${named} (VSCODE_EXECUTABLE)`);
    return named;
  }
  if (hasScreen && (await canDownload())) {
    say('VS Code: the stable release, by download');
    const { downloadAndUnzipVSCode } = await import('@vscode/test-electron');
    return downloadAndUnzipVSCode({ version: 'stable', cachePath: path.join(out, 'vscode-test') });
  }
  say(
    `VS Code: code-server (${hasScreen ? 'the download site is not reached' : 'there is no screen for a desktop window'})`,
  );
  await ensureCodeServer();
  await ensureChromium();
  return path.join(root, 'test/harness/launcher.mjs');
}
