/** The scroll position in a real browser: what a person looks at stays where it is while rows are added, removed or changed around it. */
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GalleryPage, hasChromium, openGallery, settled } from '../gallery/browser.ts';
import { sharedPanel } from '../gallery/shared.ts';
import { longThread, states } from '../gallery/states.ts';
import { runs } from '../property/runs.ts';
import { HostThread, type Step, share, steps } from './changing-thread.ts';

/** How many of the newest rows a snapshot has. */
const newest = fc.integer({ min: 20, max: 60 });

/** Runs in the page: brings a row into view in the task in which the host sends its next change, before the browser tells that it has scrolled. */
function scrollWithNextChange([key, way]: readonly [string, 'Tab' | 'wheel' | 'script']): void {
  const change = window.host.change.bind(window.host);
  window.host.change = (delta) => {
    window.host.change = change;
    const thread = document.querySelector('spool-panel')?.shadowRoot?.querySelector('spool-thread');
    const row = thread?.shadowRoot?.querySelector<HTMLElement>(`[data-key="${key}"]`);
    if (way === 'Tab') {
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
      row?.focus({ preventScroll: true });
    }
    const wheel = new WheelEvent('wheel', { deltaY: -1, bubbles: true, composed: true });
    if (way === 'wheel') row?.dispatchEvent(wheel);
    // What follows may make the view shorter.
    row?.scrollIntoView({ block: 'center' });
    change(delta);
  };
}

describe.skipIf(!hasChromium)('the place in a thread', () => {
  let browser: Browser;
  let opened: GalleryPage;
  let page: Page;

  beforeAll(async () => {
    const shared = await sharedPanel();
    browser = shared.browser;
    opened = await openGallery(browser, shared.gallery.address);
    page = opened.page;
    await page.setViewportSize({ width: 360, height: 720 });
  });

  afterAll(async () => {
    await browser?.close();
  });

  const open = async (thread: HostThread, first = Math.max(0, thread.rows.length - 60)) => {
    const { snapshot } = longThread(1, 1);
    const { rows, statuses, head } = thread;
    const all = { ...snapshot, ...head, total: rows.length, first, rows: rows.slice(first), statuses };
    await page.evaluate(([sent, list]) => window.host.send(sent, list), [all, rows] as const);
    await settled(page);
  };
  /** What the host sends for steps one after the other, `pause` milliseconds apart, or at once, and what has come of it. */
  const change = async (thread: HostThread, steps: readonly Step[], pause = 0) => {
    const { thread: title } = longThread(1, 1).snapshot;
    const sent = steps.map((one) => {
      const changed = thread.take(one);
      const { head, rows, statuses } = thread;
      return { ...head, ...(title && { thread: title }), total: rows.length, statuses, changed };
    });
    await page.evaluate(
      async ([deltas, ms]) => {
        for (const delta of deltas) {
          window.host.change(delta);
          if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
        }
      },
      [sent, pause] as const,
    );
    await settled(page);
  };
  /** The rows in view, first those whose tops are, and how far the view is from the thread's ends. */
  const look = () =>
    page.locator('[role=log]').evaluate((log) => {
      const { top, bottom } = log.getBoundingClientRect();
      const rows = [...log.querySelectorAll<HTMLElement>('[data-row]')].map((row) => {
        const rect = row.getBoundingClientRect();
        const key = row.dataset.key ?? '';
        return { key, index: Number(row.dataset.index ?? key.slice(5)), top: rect.top, bottom: rect.bottom };
      });
      const inView = rows.filter((row) => row.bottom > top && row.top < bottom);
      const seen = [...inView.filter((row) => row.top >= top), ...inView.filter((row) => row.top < top)];
      const rest = log.scrollHeight - log.clientHeight - log.scrollTop;
      return { rows, seen, top, bottom, above: log.scrollTop, rest };
    });
  type Look = Awaited<ReturnType<typeof look>>;
  const scrollTo = async (of: number) => {
    // Rows get their heights as they come into view.
    for (let i = 0; i < 3; i += 1) {
      await page.locator('[role=log]').evaluate((log, at) => {
        log.scrollTop = at * (log.scrollHeight - log.clientHeight);
      }, of);
      await settled(page);
    }
  };

  /** The row that stays: the first one that is still drawn of those held before, and then of those that were in view. */
  const staying = (held: readonly { key: string; top: number }[], before: Look, after: Look) => {
    const drawn = new Map(after.rows.map((row) => [row.key, row]));
    const wanted = [...held, ...before.seen].find(({ key }) => drawn.has(key));
    return wanted && { wanted, now: drawn.get(wanted.key)?.top ?? Number.NaN };
  };

  test('is kept through any changes: the row that one looks at does not move, and the end is followed only from the end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.integer({ min: 40, max: 140 }), fc.integer({ min: 1, max: 8 })),
        fc.integer({ min: 0, max: 9 }),
        fc.oneof(share, fc.constant(1)),
        fc.array(fc.oneof({ weight: 4, arbitrary: steps }, { weight: 1, arbitrary: newest }), {
          minLength: 1,
          maxLength: 4,
        }),
        fc.constantFrom(0, 5, 20),
        async (count, unanswered, from, bursts, pause) => {
          await opened.reopen();
          const thread = new HostThread(count, unanswered);
          await open(thread);
          await scrollTo(from);
          let before = await look();
          // Nearer than a line counts as the end.
          const follows = before.rest < 24;
          let held: readonly { key: string; top: number }[] = [];
          for (const burst of bursts) {
            if (typeof burst === 'number') await open(thread, Math.max(0, thread.rows.length - burst));
            else await change(thread, burst, pause);
            const after = await look();
            if (follows) expect(after.rest, JSON.stringify(burst)).toBeLessThan(2);
            else {
              const found = staying(held, before, after);
              if (!found) {
                // A fold takes their place until they are drawn again.
                const index = before.seen[0]?.index ?? 0;
                const fold = after.rows.findLast((row) => row.index <= index) ?? after.rows[0];
                expect(fold?.top, JSON.stringify(burst)).toBeLessThan(after.bottom);
                const all = [...held, ...before.seen];
                const top = Math.max(all[0]?.top ?? 0, before.top);
                held = [...(fold ? [{ key: fold.key, top }] : []), ...all];
              } else {
                const moved = found.now - found.wanted.top;
                // Too little is left below it, or above it, to keep it there.
                const isForced = moved > 0 ? after.rest < 1 : after.above < 1;
                if (!isForced) expect(Math.abs(moved), JSON.stringify(burst)).toBeLessThanOrEqual(1);
                if (found.wanted !== held[0]) held = [found.wanted];
                // The panel goes back to the row that the view began with, once it is loaded again.
                if (typeof burst === 'number') held = after.seen.toSorted((a, b) => a.index - b.index).slice(0, 1);
              }
            }
            before = after;
          }
          expect(opened.complaints).toEqual([]);
        },
      ),
      runs(50),
    );
  }, 600_000);

  test('is left to the person who scrolls while the thread changes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 20, max: 100 }),
        fc.oneof(share, fc.constant(1)),
        share,
        fc.constantFrom<'Tab' | 'wheel' | 'script'>('Tab', 'wheel', 'script'),
        // The row is in the thread all the time.
        steps.map((some): Step[] => [
          { type: 'busy', is: true },
          ...some.filter(({ type }) => type !== 'restore' && type !== 'compact'),
        ]),
        async (count, from, to, way, burst) => {
          await opened.reopen();
          const thread = new HostThread(count, 1);
          await open(thread);
          await scrollTo(from);
          const { rows, rest } = await look();
          // Without an input, a view that leaves the end may have been scrolled by a thread that became shorter.
          fc.pre(way !== 'script' || rest > 24);
          // Near the end, the view would follow the end.
          const { key = '' } = rows[Math.floor(to * 0.6 * rows.length)] ?? {};
          await page.evaluate(scrollWithNextChange, [key, way] as const);
          await change(thread, burst);
          const after = await look();
          const row = after.rows.find((one) => one.key === key);
          expect(row?.top).toBeLessThan(after.bottom);
          expect(row?.bottom).toBeGreaterThan(after.top);
        },
      ),
      runs(40),
    );
  }, 600_000);

  test.each([0, 5, 15, 30, 45])(
    'stays at the end where a message is sent again and fails after %i ms',
    async (pause) => {
      await opened.reopen();
      const thread = new HostThread(4, 5);
      thread.take({ type: 'notice', lines: 3 });
      await open(thread);
      expect((await look()).rest).toBeLessThan(2);
      for (let again = 0; again < 3; again += 1) {
        const turn: Step[] = [
          { type: 'busy', is: true },
          { type: 'busy', is: true },
          { type: 'busy', is: false },
        ];
        await change(thread, [...turn, { type: 'notice', lines: 3 }], pause);
        expect((await look()).rest).toBeLessThan(2);
      }
    },
  );

  test('shows a compaction that was asked for, and no other one', async () => {
    for (const isAsked of [false, true]) {
      await opened.reopen();
      const thread = new HostThread(80);
      await open(thread);
      await scrollTo(0.5);
      const [seen] = (await look()).seen;
      await change(thread, [{ type: 'compact', to: 0.2, fate: 'summarized', isAsked }]);
      const after = await look();
      if (isAsked) expect(after.rest).toBeLessThan(2);
      else expect(after.seen[0]).toEqual(seen);
    }
  });

  test('goes back from a preview that is dismissed to what was read before, and so does the focus', async () => {
    await opened.reopen();
    const thread = new HostThread(80);
    await open(thread);
    await scrollTo(0.5);
    const [row] = (await look()).seen;
    await page.locator(`[data-row][data-key="${row?.key}"]`).focus();
    const before = await look();
    const preview = states['15-preview']?.snapshot.preview;
    thread.head = { ...(preview && { preview }) };
    await change(thread, [{ type: 'busy', is: false }]);
    // The command's wish to show the thread comes after the preview.
    await page.evaluate(() => window.host.focus('thread'));
    await page.locator('spool-preview [data-action=dismiss]').waitFor();
    await expect.poll(async () => (await look()).above).toBeGreaterThan(before.above + 100);
    await page.locator('spool-preview [data-action=dismiss]').click();
    thread.head = {};
    await change(thread, [{ type: 'busy', is: false }]);
    expect((await look()).seen[0]).toEqual(before.seen[0]);
    const focused = () => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.localName);
    await expect.poll(focused).toBe('spool-thread');
    expect((await look()).seen[0]).toEqual(before.seen[0]);
  });

  test('keeps the heading of the newest compaction where it is when its body opens, and the end after it closes', async () => {
    await opened.reopen();
    await page.setViewportSize({ width: 360, height: 480 });
    const thread = new HostThread(20);
    thread.take({ type: 'compact', to: 0.5, fate: 'summarized', isAsked: true });
    await open(thread);
    const top = () =>
      page
        .locator('spool-marker')
        .last()
        .evaluate((one) => one.getBoundingClientRect().top);
    const before = await top();
    expect((await look()).rest).toBeLessThan(2);
    await page.locator('spool-marker [data-action=toggle]').last().click();
    await page.locator('spool-marker .marker-body').last().waitFor();
    await settled(page);
    expect((await look()).rest).toBeGreaterThan(24);
    expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
    await page.locator('spool-marker [data-action=toggle]').last().click();
    await settled(page);
    expect((await look()).rest).toBeLessThan(2);
    await page.setViewportSize({ width: 360, height: 720 });
  });

  test('shows the end where a message is sent again from the middle', async () => {
    await opened.reopen();
    const thread = new HostThread(30, 1);
    await open(thread);
    await page.locator('[role=log]').hover();
    await page.mouse.wheel(0, -40);
    await expect.poll(async () => (await look()).rest).toBeGreaterThan(30);
    await page.locator('[data-action=sendAgain]').click({ timeout: 5_000 });
    await change(thread, [
      { type: 'busy', is: true },
      { type: 'say', rows: 1, lines: 30 },
    ]);
    expect((await look()).rest).toBeLessThan(2);
  });

  test('gives the focus to the composer where the button that leads to the end goes', async () => {
    await opened.reopen();
    await open(new HostThread(30, 1));
    await page.locator('[role=log]').hover();
    await page.mouse.wheel(0, -400);
    await page.locator('[data-action=latest]').focus();
    await page.keyboard.press('Enter');
    await page.locator('[data-action=latest]').waitFor({ state: 'detached' });
    const focused = () =>
      page.evaluate(() => document.querySelector('spool-panel')?.shadowRoot?.activeElement?.localName);
    await expect.poll(focused).toBe('spool-composer');
  });
});
