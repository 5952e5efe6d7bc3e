/** Serves the panel's gallery to browsers of this machine, and builds it again at each change. */
import { context } from 'esbuild';
import { root } from '../lib/paths.mjs';

/**
 * @param {number} port a free one
 * @returns {Promise<{address: string, stop: () => Promise<void>}>}
 */
export async function serveLive(port) {
  const building = await context({
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    splitting: true,
    sourcemap: 'inline',
    target: 'es2022',
    logLevel: 'warning',
    entryPoints: {
      main: 'src/webview/main.ts',
      'fake-host': 'test/gallery/live-host.ts',
      live: 'test/gallery/live.ts',
    },
    // The pages are files of this folder; what is built is served beside them, and not written.
    outdir: 'test/gallery',
    write: false,
  });
  await building.watch();
  await building.serve({ host: '127.0.0.1', port, servedir: 'test/gallery' });
  return { address: `http://127.0.0.1:${port}/`, stop: () => building.dispose() };
}
