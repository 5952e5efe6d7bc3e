/** Drives VS Code's workbench in a page as a person does: palette, side bars, and the inside of a webview. */

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Frame} Frame */

/**
 * Opens VS Code's address, giving the password when it asks, and waits for the workbench.
 * @param {Page} page @param {string} url @param {string} [password]
 */
export async function openWorkbench(page, url, password) {
  // Under load the last of its files come late; what is waited for is the workbench.
  await page.goto(url, { waitUntil: 'commit' });
  if (password !== undefined) {
    await page.fill('input[name=password]', password);
    await page.click('input[type=submit]');
  }
  await page.waitForSelector('.monaco-workbench .statusbar', { timeout: 90_000 });
}

/** Whether it succeeds. @param {Promise<unknown>} action */
const succeeds = (action) =>
  action.then(
    () => true,
    () => false,
  );

/**
 * Runs a command by its title in the command palette. Fails when no entry has exactly this title.
 * @param {Page} page @param {string} title as shown, with its category: `Spool: Compact Thread`
 */
export async function runCommand(page, title) {
  const input = page.locator('.quick-input-box input');
  const rows = page.locator('.quick-input-list .monaco-list-row');
  const entry = rows.filter({ has: page.getByText(title, { exact: true }) }).first();
  const soon = { timeout: 2000 };
  // While VS Code starts, a key may be lost and a focus that moves closes the palette; and its list does not take in
  // commands that are registered while it is open. So it is opened again.
  for (const end = Date.now() + 120_000; Date.now() < end; await page.keyboard.press('Escape')) {
    await page.keyboard.press('F1');
    if (!(await succeeds(input.fill(`>${title}`, soon)))) continue;
    if ((await succeeds(entry.waitFor(soon))) && (await succeeds(entry.click(soon)))) return;
  }
  throw new Error(`The command palette has no "${title}".`);
}

/**
 * Clicks the first row of a list that asks for a choice. An error says which rows there were.
 * @param {Page} page @param {string} text that the row holds @param {{timeout?: number}} [limit]
 */
export async function chooseRow(page, text, limit) {
  const rows = page.locator('.quick-input-list .monaco-list-row');
  try {
    await rows.filter({ hasText: text }).first().click(limit);
  } catch (cause) {
    const seen = await page.locator('.quick-input-widget:visible, .monaco-dialog-box').allInnerTexts();
    throw new Error(`There is no row "${text}" in ${JSON.stringify(seen)}.`, { cause });
  }
}

/**
 * Runs a command that opens a list, types the text, as a list draws only the rows in sight, and clicks the first row that holds it.
 * Opens the list again where it was closed: the panel takes the focus when it is drawn.
 * @param {Page} page @param {string} command @param {string} text
 */
export async function chooseIn(page, command, text) {
  const attempts = 8;
  for (let n = 1; ; n++) {
    await runCommand(page, command);
    try {
      await page.locator('.quick-input-box input').fill(text, { timeout: 10_000 });
      // The rows may come one by one, and a row that moves away is not clicked.
      await page.locator('.quick-input-progress.active').waitFor({ state: 'hidden', timeout: 10_000 });
      // What was typed before the list was there is typed again.
      await page.locator('.quick-input-box input').fill(text, { timeout: 1000 });
      return await chooseRow(page, text, { timeout: 5000 });
    } catch (error) {
      if (n === attempts) throw error;
    }
  }
}

/** The secondary side bar, where the panel is. @param {Page} page */
export const sideBar = (page) => page.locator('.part.auxiliarybar');

/**
 * The inside of the visible webview that holds `selector`. Its frame is found by content, as names and addresses don't tell webviews apart.
 * @param {Page} page @param {string} selector @param {number} [timeout] in ms
 * @returns {Promise<Frame>}
 */
export async function webviewFrame(page, selector, timeout = 120_000) {
  for (const end = Date.now() + timeout; Date.now() < end; await page.waitForTimeout(100)) {
    for (const frame of page.frames()) {
      // A frame can go away while it is asked.
      if (
        frame !== page.mainFrame() &&
        (await frame
          .locator(selector)
          .first()
          .isVisible()
          .catch(() => false))
      )
        return frame;
    }
  }
  throw new Error(`No visible webview holds ${selector} after ${timeout} ms.`);
}

/**
 * Drags the edge of the secondary side bar until it has about the given width.
 * @param {Page} page @param {number} width in pixels
 */
export async function resizeSecondarySideBar(page, width) {
  const bar = sideBar(page);
  const box = await bar.boundingBox();
  if (!box) throw new Error('The secondary side bar is not shown.');
  const edges = await page.locator('.monaco-sash.vertical').evaluateAll((sashes) =>
    sashes.map((sash) => {
      const { x, width, height } = sash.getBoundingClientRect();
      return height > 100 ? x + width / 2 : 0;
    }),
  );
  const edge = edges.reduce((a, b) => (Math.abs(b - box.x) < Math.abs(a - box.x) ? b : a));
  const y = box.y + box.height / 2;
  await page.mouse.move(edge, y);
  await page.mouse.down();
  await page.mouse.move(edge + box.width - width, y, { steps: 8 });
  await page.mouse.up();
  await page.mouse.move(box.x + box.width - width - 100, y);
  // The edge stays lit for a moment after the pointer has left it.
  await page.waitForTimeout(500);
}
