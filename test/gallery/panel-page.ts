/** The panel in a real browser, a fresh page for each test of a suite, and short ways to ask it. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type GalleryPage, openGallery, settled, show } from './browser.ts';
import type { FakeHost } from './fake-host.ts';
import { sharedPanel } from './shared.ts';

export interface PanelPage {
  page: Page;
  /** The parameters of each message of that kind that the host was sent. */
  told(method: string): Promise<unknown[]>;
  open(state: string, height?: number): Promise<void>;
  /** The text field of the composer. */
  field(): Locator;
  pieces(sent: Parameters<FakeHost['pieces']>[0]): Promise<void>;
  /** What the announcer said last. */
  said(): Promise<string | null>;
  /** What has the focus: its action, else the name of its element. */
  focused(): Promise<string | null | undefined>;
  /** A delta that changes nothing but the head of the state that is shown. */
  change(state: string, head: object): Promise<void>;
  settled(): Promise<void>;
}

/** Sets a suite up; the browser may complain about nothing in any of its tests. */
export function panelPage(): PanelPage {
  let browser: Browser;
  let opened: GalleryPage;
  let page: Page;

  beforeAll(async () => {
    const shared = await sharedPanel();
    ({ browser } = shared);
    opened = await openGallery(browser, shared.gallery.address);
    ({ page } = opened);
  });

  beforeEach(async () => {
    await opened.reopen();
    return () => expect(opened.complaints).toEqual([]);
  });

  afterAll(async () => {
    await browser?.close();
  });

  return {
    get page() {
      return page;
    },
    told: (method) =>
      page.evaluate((wanted) => window.host.told.filter((m) => m.method === wanted).map((m) => m.params), method),
    open: (state, height) => show(page, state, 'vscode-dark', 360, height),
    field: () => page.locator('spool-composer textarea'),
    pieces: (sent) => page.evaluate((made) => window.host.pieces(made), sent),
    said: () => page.locator('[role=status]').textContent(),
    focused: () =>
      page.evaluate(() => {
        let at = document.activeElement;
        while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
        return at?.getAttribute('data-action') ?? at?.localName;
      }),
    change: (state, head) =>
      page.evaluate(
        ([id, more]) => {
          const { total, statuses } = window.host.shown;
          const thread = { id, title: 'T', readOnly: false, canUndo: true, canRedo: false };
          window.host.change({ total, statuses, changed: [], thread, ...more });
        },
        [state, head] as const,
      ),
    settled: () => settled(page),
  };
}
