/** The panel as a person meets it: opened in the secondary side bar, then read and used by role and name. */
import { runCommand, webviewFrame } from './workbench.mjs';

/** @typedef {import('playwright-core').Frame} Frame */
/** @typedef {import('playwright-core').Page} Page */

/** Shows the panel and waits until it is drawn. @param {Page} page @returns {Promise<Frame>} */
export async function openPanel(page) {
  await runCommand(page, 'Spool: Focus on Thread View');
  return webviewFrame(page, 'spool-panel');
}

/** The markers of compactions, oldest first. @param {Frame} panel */
export const markers = (panel) => panel.locator('spool-marker');

/** The button that opens and closes a marker. @param {import('playwright-core').Locator} marker */
export const disclosure = (marker) => marker.locator('button[aria-expanded]').first();
