/** The draft's size beside Send, in a real browser: what it counts, when it is shown, and what it costs. */
import { describe, expect, test } from 'vitest';
import { estimateText } from '../../src/core/tokens/estimate.ts';
import { formatSpoken, formatTokens } from '../../src/core/view/format.ts';
import { hasChromium, show } from '../gallery/browser.ts';
import { panelPage } from '../gallery/panel-page.ts';

if (!hasChromium) console.warn('no chromium: the size of the draft is not tested');

const QUESTION = 'Which of the four uploads lost a part, and why was it not sent again?';

describe.skipIf(!hasChromium)('the size of the draft', () => {
  const panel = panelPage();
  const size = () => panel.page.locator('spool-composer .size');
  const send = () => panel.page.locator('[data-action=send]');
  const shown = async () => (await size().allInnerTexts())[0]?.replace(/\s+/g, ' ');
  const countedTexts = async () =>
    (await panel.told('countTokens')).map((params) => {
      const texts: unknown = Object(params).texts;
      return Array.isArray(texts) ? texts.map(String) : [];
    });
  /** As a paste does: `fill` would take the browser seconds. */
  const put = (text: string) =>
    panel.field().evaluate((area, value) => {
      if (!(area instanceof HTMLTextAreaElement)) return;
      area.value = value;
      area.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    }, text);

  test('is shown as an estimate once something is typed, and is part of the name of Send', async () => {
    await panel.open('02-thread');
    expect(await shown()).toBeUndefined();
    expect(await send().getAttribute('aria-label')).toBe('Send');
    await panel.field().fill(QUESTION);
    const tokens = estimateText(QUESTION);
    await expect.poll(shown).toBe(`adds ~${tokens}`);
    expect(await send().getAttribute('aria-label')).toBe(`Send. Adds about ${tokens} tokens.`);
    await panel.field().fill('Hello');
    await expect.poll(() => send().getAttribute('aria-label')).toBe('Send. Adds about one token.');
    await panel.field().fill('');
    expect(await shown()).toBeUndefined();
    expect(await send().getAttribute('aria-label')).toBe('Send');
  });

  test('is not said by the announcer', async () => {
    await panel.open('02-thread');
    await panel.page.evaluate(() => {
      const announcer = document.querySelector('[role=status]');
      const said: string[] = [];
      Object.assign(window, { said });
      if (announcer)
        new MutationObserver(() => said.push(announcer.textContent)).observe(announcer, {
          childList: true,
          characterData: true,
          subtree: true,
        });
    });
    await panel.field().pressSequentially('Why was it lost?');
    await expect.poll(shown).toBe(`adds ~${estimateText('Why was it lost?')}`);
    expect(await panel.page.evaluate(() => Object(window).said)).toEqual([]);
    expect(await size().evaluate((one) => one.closest('[aria-live]:not([aria-live=off])'))).toBeNull();
  });

  test('is the sum of the text and of what is attached, and of that alone where nothing is typed', async () => {
    await panel.open('26-attached');
    const chips = 410 + 2_300 + 6_800 + 1_100 + 130 + 90;
    await expect.poll(shown).toBe('adds ~11k');
    const name = () => send().getAttribute('aria-label');
    await panel.field().fill('Why does this fail?');
    await expect.poll(name).toBe('Send. Adds about 10.8 thousand tokens.');
    await panel.field().fill('a '.repeat(4_000));
    const all = chips + estimateText('a '.repeat(4_000));
    await expect.poll(name).toBe(`Send. Adds about ${formatSpoken(all, 'en')} tokens.`);
    await panel.field().fill('');
    await expect.poll(name).toBe('Send. Adds about 10.8 thousand tokens.');
  });

  test('of an earlier text is not shown where the host does not answer, and the next text is counted', async () => {
    await panel.open('02-thread');
    await panel.field().fill('Hello');
    await expect.poll(shown).toBe('adds ~1');
    await panel.page.evaluate(() => window.host.hold());
    await panel.field().fill(QUESTION);
    await expect.poll(shown, { timeout: 30_000 }).toBeUndefined();
    await panel.page.evaluate(() => window.host.release());
    await panel.field().fill('Hello again');
    await expect.poll(shown).toBe(`adds ~${estimateText('Hello again')}`);
  });

  test('is hidden for a command, which no model is sent', async () => {
    await panel.open('02-thread');
    await panel.field().fill('/compact');
    await panel.settled();
    await expect.poll(countedTexts).toEqual([['/compact']]);
    expect(await shown()).toBeUndefined();
    await panel.field().fill('/compact it, one may say, is /usr/bin');
    await panel.settled();
    expect(await shown()).toBeUndefined();
    await panel.field().fill('/usr/bin has none.');
    await expect.poll(shown).toBe(`adds ~${estimateText('/usr/bin has none.')}`);
  });

  test('is that of each thread’s own draft, also after a reload and of a draft typed elsewhere', async () => {
    await panel.open('02-thread');
    await panel.field().fill(QUESTION);
    await expect.poll(shown).toBe(`adds ~${estimateText(QUESTION)}`);
    await panel.open('03-gauge');
    expect(await shown()).toBeUndefined();
    await panel.page.reload();
    await panel.page.waitForSelector('spool-panel', { state: 'attached' });
    await panel.open('02-thread');
    await expect.poll(shown).toBe(`adds ~${estimateText(QUESTION)}`);
    const other = `${QUESTION} ${QUESTION}`;
    await panel.page.evaluate((text) => window.host.draft({ thread: '02-thread', text }), other);
    await expect.poll(shown).toBe(`adds ~${estimateText(other)}`);
  });

  test('says before Send by how much a draft is larger than there is room for', async () => {
    await panel.open('26e-draft-too-large');
    await expect.poll(() => size().getAttribute('data-state')).toBe('over');
    expect(await shown()).toBe('~6.8k');
    // 200,000 less the reserve of 16,384 and the 180,000 that the thread holds.
    const more = 6_800 + estimateText('Which of these lines is the first that is wrong?') - 3_616;
    expect(await size().getAttribute('title')).toContain(`: ~${formatTokens(more)} more than there is room for.`);
    expect(await send().getAttribute('aria-label')).toMatch(
      /^Send\. Adds about 6\.8 thousand tokens, 3\.2 thousand more than there is room for\.$/,
    );
    await panel.page.evaluate(() => window.host.attached('26e-draft-too-large', []));
    await expect.poll(() => size().getAttribute('data-state')).toBe('size');
  });

  test('a key in a draft of a million characters has only what changed counted', async () => {
    await panel.open('02-thread');
    await put(`${QUESTION}\n`.repeat(14_000));
    await expect.poll(shown).toMatch(/^~2\d\dk$/);
    const whole = (await countedTexts()).flat();
    expect(whole.join('')).toHaveLength(14_000 * (QUESTION.length + 1));
    await panel.field().press('End');
    await panel.field().pressSequentially('and');
    await expect.poll(async () => (await countedTexts()).length).toBeGreaterThan(1);
    const later = (await countedTexts()).slice(1).map((texts) => texts.join('').length);
    for (const length of later) expect(length).toBeLessThanOrEqual(16_080);
  });

  test.each([180, 260, 360])('stands beside Send, with nothing cut, at %i px', async (width) => {
    for (const state of ['26-attached', '26e-draft-too-large']) {
      await show(panel.page, state, 'vscode-dark', width);
      await expect.poll(shown).toMatch(width > 300 && state === '26-attached' ? /^adds ~11k$/ : /^~\d/);
      const [words, button, composer] = await Promise.all(
        [size(), send(), panel.page.locator('spool-composer .composer')].map((one) => one.boundingBox()),
      );
      if (!words || !button || !composer) throw new Error('something is not drawn');
      expect(words.x).toBeGreaterThanOrEqual(composer.x);
      expect(words.x + words.width).toBeLessThanOrEqual(button.x);
      expect(button.x + button.width).toBeLessThanOrEqual(composer.x + composer.width);
      expect(await size().evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    }
  });
});
