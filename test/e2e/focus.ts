/** Where the focus of VS Code's window is. */
import type { Page } from 'playwright-core';

/** Whether the panel, or anything else in the secondary side bar, has it. */
export const focusIsInPanel = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement?.matches('iframe, .part.auxiliarybar *') === true);
