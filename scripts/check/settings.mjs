/** package.json, package.nls.json and docs/settings.md state the settings as the tables in the code do. */
import { settingsPages } from '../settings/pages.mjs';

/** @returns {Promise<import('./all.mjs').Found>} */
export async function settings() {
  const stale = (await settingsPages()).filter(({ is, wanted }) => is !== wanted);
  return {
    passed: stale.length === 0,
    said: stale.map(({ file }) => `${file}: its settings are not those of the code: npm run settings`),
  };
}
