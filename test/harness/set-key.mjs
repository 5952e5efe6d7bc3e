/** Gives Spool a provider's API key, as a person does by Set API Key…. */
import { chooseIn } from './workbench.mjs';

/**
 * Returns once the key is stored, which is after its test: a list of models that is opened earlier has none of the provider.
 * @param {import('playwright-core').Page} page @param {string} provider its name in the list @param {string} key
 * @param {string} [named] what it is called once its address is known
 */
export async function setKey(page, provider, key, named = provider) {
  await chooseIn(page, 'Spool: Set API Key…', provider);
  await page.locator('.quick-input-box input[type=password]').fill(key);
  await page.keyboard.press('Enter');
  const said = `The key for ${named} works and is stored.`;
  for (const end = Date.now() + 120_000; !(await shows(page, said)); await page.waitForTimeout(100))
    if (Date.now() > end) throw new Error(`Nothing says: ${said}`);
}

/** In the panel, or as a notification where that is hidden. @param {import('playwright-core').Page} page @param {string} text */
async function shows(page, text) {
  // A frame can go away while it is asked.
  const counts = page.frames().map((frame) =>
    frame
      .getByText(text)
      .count()
      .catch(() => 0),
  );
  return (await Promise.all(counts)).some((count) => count > 0);
}
