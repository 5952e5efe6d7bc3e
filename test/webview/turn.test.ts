/** What the panel shows of a turn, in a real browser: the reply as it is written, what is said, cards that ask. */
import { describe, expect, test } from 'vitest';
import { hasChromium } from '../gallery/browser.ts';
import { panelPage } from '../gallery/panel-page.ts';

if (!hasChromium) console.warn('no chromium: the turn is not tested');

describe.skipIf(!hasChromium)('around a turn, the panel', () => {
  const panel = panelPage();
  const replyStream = () => panel.page.locator('spool-reply-stream');

  describe('a reply that is being streamed', () => {
    const text = () => replyStream().locator('.prose').first().textContent();

    test('grows by its pieces, and what is over stays the element that it was', async () => {
      await panel.open('12a-waiting');
      await panel.pieces({ reply: 1, pieces: [{ part: 0, type: 'text', text: 'One **bo' }] });
      await expect.poll(text).toContain('One **bo');
      await panel.pieces({ reply: 1, pieces: [{ part: 0, type: 'text', text: 'ld** word.\n\nTw' }] });
      await expect.poll(text).toContain('Tw');
      await replyStream()
        .locator('p')
        .first()
        .evaluate((first) => {
          Object.assign(first, { marked: true });
          window.changes = 0;
          const count = (all: readonly unknown[]) => {
            window.changes += all.length;
          };
          new MutationObserver(count).observe(first, { subtree: true, childList: true, characterData: true });
        });
      await panel.pieces({ reply: 1, pieces: [{ part: 0, type: 'text', text: 'o words.' }] });
      await expect.poll(text).toBe('One bold word.Two words.');
      const first = replyStream().locator('p').first();
      expect(await first.evaluate((one) => 'marked' in one)).toBe(true);
      expect(await panel.page.evaluate(() => window.changes)).toBe(0);
      expect(await replyStream().locator('strong').textContent()).toBe('bold');
    });

    test('is drawn ten times a second at most, however many pieces come', async () => {
      await panel.open('12a-waiting');
      await panel.pieces({ reply: 1, pieces: [{ part: 0, type: 'text', text: 'a' }] });
      await expect.poll(text).toBe('a');
      const [changes, duration] = await panel.page.evaluate(
        () =>
          new Promise<readonly [number, number]>((resolve) => {
            let changes = 0;
            const prose = document
              .querySelector('spool-panel')
              ?.shadowRoot?.querySelector('spool-reply-stream')
              ?.shadowRoot?.querySelector('spool-markdown-stream')?.shadowRoot;
            const watch = new MutationObserver(() => {
              changes += 1;
            });
            if (prose) watch.observe(prose, { subtree: true, childList: true, characterData: true });
            // The page's own clock stands still.
            const now = () => Number(document.timeline.currentTime);
            const start = now();
            let frames = 0;
            const frame = () => {
              window.host.pieces({ reply: 1, pieces: [{ part: 0, type: 'text', text: 'b' }] });
              frames += 1;
              if (frames < 50) requestAnimationFrame(frame);
              else resolve([changes, now() - start]);
            };
            requestAnimationFrame(frame);
          }),
      );
      expect(changes).toBeGreaterThan(2);
      expect(changes).toBeLessThanOrEqual(duration / 100 + 2);
      await expect.poll(text).toBe(`a${'b'.repeat(50)}`);
    });

    test('is drawn again without the rest of the panel, and its end is told once', async () => {
      await panel.open('12c-writing', 500);
      await panel.page.evaluate(() => {
        const element = document.querySelector('spool-panel');
        window.changes = 0;
        const count = () => {
          window.changes += 1;
        };
        if (element) Object.assign(element, { updated: count });
        element?.addEventListener('spool-action', count);
      });
      const write = async (words: string) => {
        await panel.pieces({ reply: 1, pieces: [{ part: 1, type: 'text', text: words }] });
        await expect.poll(() => replyStream().locator('pre').textContent()).toContain(words.trim());
        await panel.settled();
      };
      const changes = () => panel.page.evaluate(() => window.changes);
      await write(`\n${'  first\n'.repeat(8)}`);
      expect(await changes()).toBeLessThanOrEqual(1);
      const log = panel.page.locator('[role=log]');
      await log.evaluate((box) => box.scrollBy(0, -60));
      await panel.settled();
      await log.evaluate((box) => box.scrollTo(0, box.scrollHeight));
      await panel.settled();
      const before = await changes();
      expect(before).toBeGreaterThanOrEqual(2);
      await write(`${'  second\n'.repeat(8)}`);
      expect(await changes()).toBe(before);
    });

    test('shows no piece twice that comes just before the whole reply', async () => {
      await panel.open('12a-waiting');
      await panel.pieces({ reply: 1, pieces: [{ part: 0, type: 'text', text: 'One' }] });
      await expect.poll(text).toBe('One');
      for (const whole of ['One two', 'One two three four']) {
        const words = whole.slice(whole.lastIndexOf(' '));
        await panel.pieces({ reply: 1, pieces: [{ part: 0, type: 'text', text: words }] });
        await panel.change('12a-waiting', {
          busy: { type: 'turn', phase: 'writing', since: 0 },
          replyStream: { reply: 1, parts: [{ type: 'text', text: whole }] },
        });
        await panel.pieces({ reply: 1, pieces: [{ part: 0, type: 'text', text: ' three' }] });
        await expect.poll(text).toBe(`${whole} three`);
      }
    });

    test('shows thinking folded, and calls in short', async () => {
      await panel.open('12d-writing-a-call');
      await panel.pieces({ reply: 2, pieces: [{ part: 1, type: 'call', text: 'x'.repeat(50_000) }] });
      await expect
        .poll(() => replyStream().locator('.card').textContent())
        .toMatch(/edit_file.*writing the call, 50,\d{3} characters/s);
      expect((await replyStream().locator('.card .mono').textContent())?.length).toBeLessThan(500);
      await panel.open('12b-thinking');
      expect(await replyStream().locator('spool-markdown-stream').count()).toBe(0);
      await replyStream().locator('[data-action=toggle-thinking]').click();
      await expect.poll(text).toContain('The manifest has two versions.');
    });

    test('asks for a snapshot when a piece is missing, and takes no piece that is late', async () => {
      await panel.open('12c-writing');
      const before = await panel.told('ready');
      const whole = await text();
      await panel.pieces({ reply: 0, pieces: [{ part: 0, type: 'text', text: 'late' }] });
      await panel.settled();
      expect(await panel.told('ready')).toEqual(before);
      await panel.pieces({ reply: 1, pieces: [{ part: 7, type: 'text', text: 'too far' }] });
      await expect.poll(async () => (await panel.told('ready')).length).toBe(before.length + 1);
      expect(await text()).toBe(whole);
    });

    test('is followed to its end, until the reader scrolls up', async () => {
      await panel.open('12c-writing', 500);
      const log = panel.page.locator('[role=log]');
      const place = () =>
        log.evaluate(({ scrollTop, scrollHeight, clientHeight }) => ({
          top: Math.round(scrollTop),
          rest: Math.round(scrollHeight - clientHeight - scrollTop),
        }));
      const write = async (words: string) => {
        await panel.pieces({ reply: 1, pieces: [{ part: 1, type: 'text', text: words }] });
        await expect.poll(() => replyStream().locator('pre').textContent()).toContain(words.trim());
        await panel.settled();
      };
      await write(`\n${'  first\n'.repeat(8)}`);
      expect((await place()).rest).toBeLessThan(2);
      await log.evaluate((box) => box.scrollBy(0, -60));
      await panel.settled();
      const { top } = await place();
      await write(`${'  second\n'.repeat(8)}`);
      expect((await place()).top).toBe(top);
      expect((await place()).rest).toBeGreaterThan(100);
    });

    test('gives way to its rows without moving what stands above them', async () => {
      await panel.open('12c-writing', 500);
      const bottom = () =>
        panel.page.locator('[role=log]').evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight);
      expect(await bottom()).toBeLessThan(2);
      const top = () =>
        replyStream()
          .locator('p')
          .first()
          .evaluate((p) => p.getBoundingClientRect().top);
      await panel.change('12c-writing', {
        busy: { type: 'turn', phase: 'writing', since: 0 },
        replyStream: {
          reply: 1,
          parts: [{ type: 'text', text: 'Two things are left.' }],
        },
      });
      await panel.settled();
      const before = await top();
      await panel.page.evaluate(() => {
        const { total, statuses } = window.host.shown;
        const body = { text: 'Two things are left.', more: 0 };
        const row = { type: 'assistant', key: '77', entry: 77, at: 0, tokens: 4, body } as never;
        window.host.change({
          total: total + 1,
          statuses: [{ count: total + 1, fate: 'kept', above: false }, ...statuses.slice(1)],
          changed: [{ index: total, row }],
          thread: { id: '12c-writing', title: 'T', readOnly: false, canUndo: true, canRedo: false },
          busy: { type: 'turn', phase: 'waiting', since: 0 },
        });
      });
      await panel.settled();
      expect(await replyStream().count()).toBe(0);
      const after = await panel.page.locator('[data-key="77"] p').evaluate((p) => p.getBoundingClientRect().top);
      expect(Math.abs(after - before)).toBeLessThan(2);
    });
  });

  describe('what is said', () => {
    test('has the price of a reply after its tokens, where a list has one', async () => {
      await panel.open('14-cut');
      const ends = await panel.page.locator('spool-message .meta').allTextContents();
      const prices = ends.map((end) => end.match(/~\$\S+/)?.[0]);
      expect(prices).toEqual([undefined, '~$0.021', undefined, undefined]);
    });

    test('has each word of the context card whole in a panel of 180 pixels', async () => {
      await panel.open('03-gauge');
      await panel.page.setViewportSize({ width: 180, height: 720 });
      const messages = panel.page.locator('spool-context-card [data-segment=messages] th');
      await expect.poll(() => messages.evaluate((cell) => cell.clientHeight)).toBeLessThan(30);
    });

    test('is that a turn begins and ends, and what waits; never the reply', async () => {
      await panel.open('02-thread');
      await panel.change('02-thread', { busy: { type: 'turn', phase: 'waiting', since: 0 } });
      await expect.poll(panel.said).toBe('Responding');
      await panel.pieces({ reply: 1, pieces: [{ part: 0, type: 'text', text: 'Words.' }] });
      await panel.settled();
      expect(await panel.said()).toBe('Responding');
      await panel.change('02-thread', {
        busy: { type: 'turn', phase: 'writing', since: 0 },
        queue: [{ id: 1, text: 'x', tokens: 1 }],
      });
      await expect.poll(panel.said).toBe('1 message is queued');
      await panel.change('02-thread', {});
      await expect.poll(panel.said).toBe('The turn is over. No message is queued');
    });
  });

  test('P12 says which try comes next, not which one failed', async () => {
    const words = () => panel.page.locator('spool-turn .lead').textContent();
    await panel.open('13a-first-retry');
    expect(await words()).toContain('try 2 of 8');
    await panel.open('13-retry');
    expect(await words()).toContain('try 3 of 8');
  });

  test('P9 shows a note of the program as such', async () => {
    await panel.open('14b-unanswered');
    const note = panel.page.locator('spool-message').last();
    expect(await note.getAttribute('aria-label')).toBe('Added by the program, 14:02');
    expect(await note.locator('.by').textContent()).toContain('added by the program');
    // It is no message of a person: one line until it is opened.
    expect((await note.boundingBox())?.height).toBeLessThan(30);
    await note.locator('[data-action=toggle]').click();
    expect(await note.locator('.thoughts').textContent()).toContain('The mode is Plan.');
  });

  test('P8 cuts a path that is too long before the name of its file', async () => {
    await panel.open('03-gauge');
    await panel.page.setViewportSize({ width: 260, height: 720 });
    const name = panel.page.locator('spool-context-card .path-name', { hasText: 'src/upload/queue.ts' }).first();
    const isCut = (part: string) => name.locator(part).evaluate((one) => one.scrollWidth > one.clientWidth + 1);
    expect([await isCut('.dir'), await isCut('.file')]).toEqual([true, false]);
  });

  describe('cards', () => {
    test('offer what to do, and fold what the provider said', async () => {
      await panel.open('18-overflow');
      await panel.page.locator('[data-action=compactAndRetry]').click();
      expect(await panel.told('noticeAction')).toEqual([{ action: 'compactAndRetry' }]);
      expect(await panel.page.locator('spool-notice pre').count()).toBe(0);
      await panel.page.locator('[data-action=details]').click();
      expect(await panel.page.locator('spool-notice pre').textContent()).toContain('prompt is too long');
      await panel.page.locator('[data-action=copy-details]').click();
      expect(await panel.told('copyText')).toEqual([{ text: expect.stringContaining('213400 tokens') }]);
    });

    test('P6 the preview takes the focus when a person asked for it, and gives it to where one types', async () => {
      await panel.open('15-preview');
      await expect.poll(panel.focused).toBe('h2');
      // By keyboard: under load a press of the pointer can meet a card that is still being drawn.
      await panel.page.locator('[data-action=instruct]').press('Enter');
      await expect.poll(panel.focused).toBe('instructions');
      await panel.page.keyboard.type(' Keep the names. ');
      await panel.page.locator('[data-action=compact]').press('Enter');
      const answer = { answer: 'compact', instructions: 'Keep the names.' };
      await expect.poll(() => panel.told('answerPreview')).toEqual([answer]);
      await panel.change('15-preview', {});
      await expect.poll(panel.focused).toBe('type');
    });

    test('the preview keeps the focus, and stays in sight, when the host turns to the thread after it', async () => {
      await panel.open('15-preview', 400);
      await expect.poll(panel.focused).toBe('h2');
      await panel.page.evaluate(() => window.host.focus('thread'));
      await panel.settled();
      await panel.settled();
      expect(await panel.focused()).toBe('h2');
      await expect.poll(() => panel.page.locator('spool-preview [data-action=compact]').isVisible()).toBe(true);
    });

    test('the preview of a turn that asks leaves the focus where it is, and can be answered by going on without', async () => {
      await panel.open('15b-ask');
      expect(await panel.focused()).toBe('body');
      await panel.page.locator('[data-action=without]').press('Enter');
      await expect.poll(() => panel.told('answerPreview')).toEqual([{ answer: 'without' }]);
    });

    test('Escape in the preview means not now, and stops nothing', async () => {
      await panel.open('15-preview');
      await panel.page.keyboard.press('Escape');
      expect(await panel.told('answerPreview')).toEqual([{ answer: 'dismiss' }]);
      expect(await panel.told('stop')).toEqual([]);
    });
  });

  describe('another compaction in the place of one', () => {
    test('is made of the newest that shows, by instructions', async () => {
      await panel.open('05c-expanded');
      await panel.page.locator('[data-action=again]').click();
      await expect.poll(panel.focused).toBe('instructions');
      await panel.page.keyboard.type('Keep every file name.');
      await panel.page.locator('[data-action=again-now]').click();
      expect(await panel.told('compactAgain')).toEqual([{ compaction: 130, instructions: 'Keep every file name.' }]);
    });

    test('is not offered for an older one, nor in a thread that is read-only', async () => {
      await panel.open('05g-recorded-and-model');
      await panel.page.locator('[data-key="130"] [data-action=toggle]').click();
      await panel.page.locator('[data-key="140"] [data-action=toggle]').click();
      expect(await panel.page.locator('[data-key="130"] [data-action=again]').count()).toBe(0);
      expect(await panel.page.locator('[data-key="140"] [data-action=again]').count()).toBe(1);
      await panel.open('08e-read-only');
      await panel.page.locator('[data-action=again]').click({ force: true });
      expect(await panel.page.locator('spool-instructions').count()).toBe(0);
    });
  });
});

declare global {
  interface Window {
    changes: number;
  }
}
