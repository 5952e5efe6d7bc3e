/** `npm run package`: writes out/spool-VERSION.vsix, the file that a user installs, and says what is in it. */
import { ensureDependencies } from './lib/dependencies.mjs';
import { runMain, say } from './lib/say.mjs';
import { packageFile } from './package/package-file.mjs';

runMain(async () => {
  await ensureDependencies();
  const { stage } = await import('./package/stage.mjs');
  const { pack } = await import('./package/vsce.mjs');
  say(await pack(packageFile, await stage()));
  return 0;
});
