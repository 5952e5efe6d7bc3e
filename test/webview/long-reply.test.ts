/** Replies of thousands of short blocks, in a real browser: only what is in view is drawn, and all of the text is there. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasChromium } from '../gallery/browser.ts';
import { panelPage } from '../gallery/panel-page.ts';

if (!hasChromium) console.warn('no chromium: long replies are not tested');

const times = (count: number, make: (i: number) => string) => Array.from({ length: count }, (_, i) => make(i)).join('');

/** The words of each are `w0`, `w1`, …, and the last is `end`. Each is shorter than what the panel takes of a reply. */
const LONG: readonly (readonly [string, string])[] = [
  ['10,000 paragraphs', `${times(10_000, (i) => `w${i}\n\n`)}end\n`],
  ['6,000 code blocks', `${times(6_000, (i) => `\`\`\`ts\nw${i}\n\`\`\`\n`)}end\n`],
  ['10,000 items', `${times(10_000, (i) => `- w${i}\n`)}- end\n`],
  ['7,500 numbered items', `${times(7_500, (i) => `${i + 1}. w${i}\n`)}7501. end\n`],
  ['5,000 quoted paragraphs', `${times(5_000, (i) => `> w${i}\n>\n`)}> end\n`],
  ['10,000 lines of one paragraph', `${times(10_000, (i) => `*w${i}*\n`)}end\n`],
  ['6,000 rows of a table', `| a | b |\n| - | - |\n${times(6_000, (i) => `| w${i} | c |\n`)}| end | |\n`],
  ['5,000 headings with a list each', `${times(5_000, (i) => `# w${i}\n- a\n`)}\nend\n`],
];

const BLOCKS = 'p, li, h4, em, tr, spool-code';

/** A row of the thread with this text. */
function addRow(page: Page, text: string): Promise<void> {
  return page.evaluate((whole) => {
    const { total } = window.host.shown;
    const body = { text: whole, more: 0 };
    const row = { type: 'assistant', key: 'long', entry: 900, at: 0, tokens: 0, body } as never;
    const thread = { id: '12a-waiting', title: 'T', readOnly: false, canUndo: false, canRedo: false };
    const statuses = [{ count: total + 1, fate: 'kept', above: false }] as const;
    window.host.change({ total: total + 1, statuses, changed: [{ index: total, row }], thread });
  }, text);
}

describe.skipIf(!hasChromium)('S11', () => {
  const panel = panelPage();

  test.each(LONG)('a reply that is being streamed, of %s', async (_, text) => {
    await panel.open('12a-waiting');
    const prose = panel.page.locator('spool-reply-stream .prose').first();
    for (const part of [0, 1, 2, 3]) {
      const piece = text.slice((part * text.length) / 4, ((part + 1) * text.length) / 4);
      await panel.pieces({ reply: 1, pieces: [{ part: 0, type: 'text', text: piece }] });
    }
    await expect.poll(async () => (await prose.textContent())?.trim().slice(-30)).toMatch(/end$/);
    await panel.settled();
    expect(await prose.locator(BLOCKS).count()).toBeLessThan(600);
    for (const word of ['w200', 'w2500', 'w4999']) expect(await prose.textContent()).toContain(word);
  });

  test.each(LONG)('a message of the thread, of %s', async (_, text) => {
    await panel.open('12a-waiting', 500);
    await addRow(panel.page, text);
    const prose = panel.page.locator('[data-key=long] .prose').first();
    await expect.poll(async () => (await prose.textContent())?.trim().slice(-30)).toMatch(/end$/);
    await panel.settled();
    expect(await prose.locator(BLOCKS).count()).toBeLessThan(600);
    const middle = prose.locator('spool-slice').nth(60);
    await middle.scrollIntoViewIfNeeded();
    await expect.poll(() => middle.locator(BLOCKS).count()).toBeGreaterThan(0);
    expect(await middle.locator('.undrawn').count()).toBe(0);
  });

  test('numbers go on from list to list', async () => {
    await panel.open('12a-waiting', 500);
    await addRow(
      panel.page,
      times(200, (i) => `${i + 1}. w${i}\n`),
    );
    const second = panel.page.locator('[data-key=long] spool-slice').nth(1);
    await second.scrollIntoViewIfNeeded();
    await expect.poll(() => second.locator('ol').first().getAttribute('start')).toBe('41');
  });

  test('what has left the view is plain again and keeps its height, unless it is focused or selected', async () => {
    await panel.open('12a-waiting', 500);
    await addRow(
      panel.page,
      times(400, (i) => `w${i} with \`src/a.ts:${i + 1}\`\n\n`),
    );
    const slice = (at: number) => panel.page.locator('[data-key=long] spool-slice').nth(at);
    const isDrawn = (at: number) => slice(at).evaluate((one) => one.querySelector('p') !== null);
    const away = async (at: number) => {
      await slice(at).evaluate((one) => one.scrollIntoView());
      await panel.settled();
    };
    await away(5);
    await expect.poll(() => isDrawn(5)).toBe(true);
    const height = () => slice(5).evaluate((one) => one.getBoundingClientRect().height);
    const before = await height();
    await away(0);
    await expect.poll(() => isDrawn(5)).toBe(false);
    expect(await height()).toBeCloseTo(before, 0);
    expect(await slice(5).textContent()).toContain('w201');
    await away(5);
    await expect.poll(() => isDrawn(5)).toBe(true);
    await slice(5).locator('button').first().focus();
    await away(0);
    expect(await isDrawn(5)).toBe(true);
    await away(8);
    await expect.poll(() => isDrawn(8)).toBe(true);
    await slice(8).locator('p').first().selectText();
    await away(0);
    expect(await isDrawn(8)).toBe(true);
  });
});
