/** Opens VS Code with the extension from this checkout and the sample thread, in the profile of `npm start`. */
import path from 'node:path';
import { findDesktop, openDesktop } from './desktop.mjs';
import { cache } from './paths.mjs';
import { Refusal, say } from './say.mjs';
import { freePort } from './serve.mjs';
import { stopSignal } from './stop-signal.mjs';
import { serveSample } from './web.mjs';

async function openWeb() {
  // A browser keeps a part of the state by address, so the port stays the same, and each port has a folder of its own.
  const port = await freePort(8790);
  const server = await serveSample(path.join(cache, `start/web-${port}`), port);
  say(`\nSpool is open at  ${server.address}\nPassword          ${server.password}\nCtrl+C stops it.`);
  const why = await Promise.race([stopSignal(), server.ended]);
  await server.stop();
  if (why !== 'asked') throw new Refusal(`VS Code's server ended by itself; see ${server.logFile}`);
  say('Stopped.');
}

/**
 * Opens a window where there is a screen, else serves VS Code for a browser until a person stops this process.
 * @param {{web: boolean, stay?: boolean}} options `web`: in the browser also where there is a screen; `stay`: waits with a window, too
 */
export async function openSpool({ web, stay = false }) {
  const desktop = web ? undefined : findDesktop();
  if (!desktop) return openWeb();
  await openDesktop(desktop);
  if (!stay) return;
  say('Ctrl+C stops building.');
  await stopSignal();
}
