/** Gives Spool a provider's API key, as a person does by Set API Key…. */
import { chooseRow, runCommand } from './workbench.mjs';

/**
 * Returns once the key is stored, which is after its test: a list of models that is opened earlier has none of the provider.
 * @param {import('playwright-core').Page} page @param {string} provider its name in the list @param {string} key
 */
export async function setKey(page, provider, key) {
  await runCommand(page, 'Spool: Set API Key…');
  await chooseRow(page, provider);
  await page.locator('.quick-input-box input[type=password]').fill(key);
  await page.keyboard.press('Enter');
  await page.getByText(`The key for ${provider} works and is stored.`).first().waitFor();
}
