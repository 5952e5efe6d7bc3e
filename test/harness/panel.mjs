/** The panel as a person meets it, in the secondary side bar. */
import { runCommand, webviewFrame } from './workbench.mjs';

/** @typedef {import('playwright-core').Frame} Frame */
/** @typedef {import('playwright-core').Page} Page */

/**
 * Waits until the panel is drawn that nobody has asked for: at the first start of a profile it shows itself.
 * @param {Page} page @returns {Promise<Frame>}
 */
export const panelByItself = (page) => webviewFrame(page, 'spool-panel', 180_000);

/** Shows the panel and waits until it is drawn. @param {Page} page @returns {Promise<Frame>} */
export async function openPanel(page) {
  await runCommand(page, 'Spool: Focus on Thread View');
  return webviewFrame(page, 'spool-panel');
}
