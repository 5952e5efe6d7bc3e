/** Drives VS Code and the panel by keys alone: no pointer, and what is looked at is never pressed. */
/// <reference lib="dom" />

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Frame} Frame */

/** Presses of Tab or an arrow after which what is looked for is not there. */
const MOST_PRESSES = 150;

/** What has the focus in the panel: as `NAME` of `data-action`, or its tag and name. @param {Frame} panel @returns {Promise<string>} */
export const focused = (panel) =>
  panel.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    if (!at || at === document.body) return '';
    // The button of the toolkit is inside the element that has the action.
    const host = at.getRootNode() instanceof ShadowRoot ? /** @type {ShadowRoot} */ (at.getRootNode()).host : undefined;
    const action = at.getAttribute('data-action') ?? host?.getAttribute('data-action');
    return (
      action ?? `${at.tagName.toLowerCase()} ${at.getAttribute('aria-label') ?? at.textContent?.trim().slice(0, 60)}`
    );
  });

/**
 * Presses a key until the focus is on what `data-action` names.
 * @param {Page} page @param {Frame} panel @param {string} action @param {string} [key]
 */
export async function moveTo(page, panel, action, key = 'Tab') {
  const seen = [];
  for (let n = 0; n < MOST_PRESSES; n++) {
    const now = await focused(panel);
    if (now === action) return;
    seen.push(now);
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to "${action}": ${[...new Set(seen)].join(' | ')}`);
}

/**
 * Runs a command by its title in the command palette.
 * @param {Page} page @param {string} title
 */
export async function runByKeys(page, title) {
  const shown = page.locator('.quick-input-list .monaco-list-row.focused').getByText(title, { exact: true });
  for (const end = Date.now() + 60_000; Date.now() < end; await page.keyboard.press('Escape')) {
    await page.keyboard.press('F1');
    const isOpen = await shows(page.locator('.quick-input-box input'));
    if (!isOpen) continue;
    await page.keyboard.type(title);
    if (!(await shows(shown.first()))) continue;
    await page.keyboard.press('Enter');
    return;
  }
  throw new Error(`The command palette has no "${title}".`);
}

/**
 * Types into the box that is open, and takes the row that is then the first.
 * @param {Page} page @param {string} text @param {string} [row] that the row holds
 */
export async function pickByKeys(page, text, row = text) {
  await page.locator('.quick-input-box input:focus').waitFor();
  await page.keyboard.type(text);
  await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: row }).first().waitFor();
  await page.keyboard.press('Enter');
}

/** @param {import('playwright-core').Locator} what */
const shows = (what) =>
  what.waitFor({ timeout: 3_000 }).then(
    () => true,
    () => false,
  );
