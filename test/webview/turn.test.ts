/** What the panel does around a turn, in a real browser: types, sends, queues, stops, streams, asks. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasChromium, openBrowser, openGallery, settled, show } from '../gallery/browser.ts';
import { type Gallery, serveGallery } from '../gallery/serve.ts';

if (!hasChromium) console.warn('no chromium: the turn is not tested');

describe.skipIf(!hasChromium)('around a turn, the panel', { timeout: 30_000 }, () => {
  let gallery: Gallery;
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    gallery = await serveGallery();
    browser = await openBrowser();
  }, 60_000);

  beforeEach(async () => {
    await page?.context().close();
    ({ page, complaints } = await openGallery(browser, gallery.address));
    return () => expect(complaints).toEqual([]);
  });

  afterAll(async () => {
    await browser?.close();
    gallery?.close();
  });

  const told = (method: string) =>
    page.evaluate((wanted) => window.host.told.filter((m) => m.method === wanted).map((m) => m.params), method);
  const open = (name: string, height?: number) => show(page, name, 'vscode-dark', 360, height);
  const field = () => page.locator('spool-composer textarea');
  const live = () => page.locator('spool-live');
  const pieces = (sent: Parameters<typeof window.host.pieces>[0]) =>
    page.evaluate((made) => window.host.pieces(made), sent);
  const said = () => page.locator('[role=status]').textContent();
  const action = () =>
    page.evaluate(() => {
      let at = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      return at?.getAttribute('data-action') ?? at?.localName;
    });
  /** A delta that changes nothing but the head. */
  const change = (name: string, more: object) =>
    page.evaluate(
      ([id, head]) => {
        const { total, statuses } = window.host.shown;
        const thread = { id, title: 'T', readOnly: false, canUndo: true, canRedo: false };
        window.host.change({ total, statuses, changed: [], thread, ...head });
      },
      [name, more] as const,
    );

  describe('where one types', () => {
    test('sends with Enter, breaks the line with Shift+Enter, and is empty once the host took it', async () => {
      await open('02-thread');
      await field().pressSequentially('one');
      await field().press('Shift+Enter');
      await field().pressSequentially('two');
      await field().press('Enter');
      await expect.poll(() => field().inputValue()).toBe('');
      expect(await told('send')).toEqual([{ text: 'one\ntwo' }]);
    });

    test('does not send while an input method composes, nor stops by its Escape', async () => {
      await open('12c-writing');
      await field().fill('にほん');
      for (const key of ['Enter', 'Escape']) {
        await field().evaluate((area, pressed) => {
          const options = { key: pressed, isComposing: true, bubbles: true, composed: true, cancelable: true };
          area.dispatchEvent(new KeyboardEvent('keydown', options));
        }, key);
      }
      await settled(page);
      expect(await told('send')).toEqual([]);
      expect(await told('stop')).toEqual([]);
      await field().press('Enter');
      expect(await told('send')).toEqual([{ text: 'にほん' }]);
    });

    test('keeps the text and shows why when the host does not take it', async () => {
      await open('02-thread');
      await page.evaluate(() => {
        window.host.refusal = 'No model is chosen yet.';
      });
      await field().fill('Go on.');
      await field().press('Enter');
      await expect.poll(() => page.locator('[data-state=refused]').textContent()).toContain('No model is chosen yet.');
      expect(await field().inputValue()).toBe('Go on.');
      expect(await said()).toBe('No model is chosen yet.');
      await field().press('End');
      await field().pressSequentially('!');
      expect(await page.locator('[data-state=refused]').count()).toBe(0);
    });

    test('sends once, however often Enter is pressed, and keeps what is typed before the answer', async () => {
      await open('02-thread');
      await page.evaluate(() => {
        window.host.delay = 300;
      });
      await field().fill('first');
      await field().press('Enter');
      await field().press('Enter');
      await field().press('End');
      await field().pressSequentially(' second');
      await expect.poll(() => field().inputValue()).toBe('second');
      expect(await told('send')).toEqual([{ text: 'first' }]);
    });

    test('has the draft of each thread again after a reload, and after another thread was open', async () => {
      await open('02-thread');
      await field().fill('half a thought');
      await open('03-gauge');
      expect(await field().inputValue()).toBe('');
      await page.reload();
      await page.waitForSelector('spool-panel', { state: 'attached' });
      await open('02-thread');
      expect(await field().inputValue()).toBe('half a thought');
    });

    test('grows with the text, up to a part of the panel', async () => {
      await open('02-thread', 600);
      const height = () => field().evaluate((area) => area.getBoundingClientRect().height);
      const one = await height();
      await field().fill('a\nb\nc\nd');
      const four = await height();
      await field().fill('a\n'.repeat(200));
      expect(one).toBeLessThan(40);
      expect(four).toBeGreaterThan(80);
      expect(await height()).toBeLessThanOrEqual(240);
    });

    test('cannot be typed in where another window writes the thread, and says so', async () => {
      await open('08e-read-only');
      expect(await field().isDisabled()).toBe(true);
      expect(await page.locator('[data-state=barred]').textContent()).toContain('another window');
    });

    test('takes the focus when the host asks', async () => {
      await open('02-thread');
      await page.evaluate(() => window.host.focus('composer'));
      await expect.poll(action).toBe('type');
    });
  });

  describe('commands', () => {
    const options = () => page.locator('[role=option]').evaluateAll((all) => all.map((one) => one.dataset.command));

    test('are listed by what is typed, and Enter completes one that takes more', async () => {
      await open('02-thread');
      await field().pressSequentially('/');
      expect(await options()).toEqual(['/compact', '/context', '/new', '/model', '/undo-compact']);
      await field().pressSequentially('co');
      expect(await options()).toEqual(['/compact', '/context']);
      await field().press('Enter');
      expect(await field().inputValue()).toBe('/compact ');
      expect(await options()).toEqual([]);
      await field().pressSequentially('keep the file names');
      await field().press('Enter');
      expect(await told('send')).toEqual([{ text: '/compact keep the file names' }]);
    });

    test('are chosen with the arrow keys, and sent at once when nothing can follow', async () => {
      await open('02-thread');
      await field().pressSequentially('/');
      await field().press('ArrowDown');
      expect(await field().getAttribute('aria-activedescendant')).toBe('command-1');
      expect(await page.locator('[aria-selected=true]').getAttribute('data-command')).toBe('/context');
      await field().press('Enter');
      expect(await told('send')).toEqual([{ text: '/context' }]);
    });

    test('close with Escape, which stops nothing then', async () => {
      await open('12c-writing');
      await field().pressSequentially('@');
      expect(await options()).toEqual(['@compact']);
      await field().press('Escape');
      expect(await options()).toEqual([]);
      expect(await told('stop')).toEqual([]);
      expect(await field().inputValue()).toBe('@');
    });

    test('are not listed for a path', async () => {
      await open('02-thread');
      await field().pressSequentially('/usr/lib');
      expect(await options()).toEqual([]);
    });
  });

  describe('while a turn runs', () => {
    test.each(['12a-waiting', '12e-tools', '12f-compacting-in-turn', '12g-compacting', '13-retry'])(
      'stops by the button, and by Escape from wherever the focus is: %s',
      async (name) => {
        await open(name);
        await page.locator('[data-action=stop]').click();
        expect(await told('stop')).toHaveLength(1);
        await page.locator('[data-row]').last().press('Escape');
        expect(await told('stop')).toHaveLength(2);
      },
    );

    test('has no Stop where nothing runs, nor for an import', async () => {
      for (const name of ['02-thread', '10b-importing']) {
        await open(name);
        expect(await page.locator('[data-action=stop]').count()).toBe(0);
        await field().press('Escape');
      }
      expect(await told('stop')).toEqual([]);
    });

    test('queues what is sent, and says so on the button', async () => {
      await open('12c-writing');
      await field().fill('And the reader?');
      await page.getByRole('button', { name: 'Queue, to be sent when this turn is over' }).click();
      expect(await told('send')).toEqual([{ text: 'And the reader?' }]);
    });

    test('takes a queued message back before what is being typed', async () => {
      await open('12c-writing');
      await field().fill('typed meanwhile');
      await page.locator('[data-queued="1"] [data-action=edit-queued]').click();
      await expect.poll(() => field().inputValue()).toBe('Also cover the jitter cap in a test.\n\ntyped meanwhile');
      expect(await told('unqueue')).toEqual([{ queued: 1 }]);
      await expect.poll(action).toBe('type');
    });

    test('removes a queued message, and says when it was sent meanwhile', async () => {
      await open('12c-writing');
      await page.locator('[data-queued="2"] [data-action=remove-queued]').click();
      await expect.poll(() => told('unqueue')).toEqual([{ queued: 2 }]);
      expect(await field().inputValue()).toBe('');
      await page.evaluate(() => {
        window.host.queued = null;
      });
      await page.locator('[data-queued="1"] [data-action=edit-queued]').click();
      await expect.poll(said).toBe('This message was sent meanwhile.');
    });

    test('counts the seconds while the page is seen', async () => {
      await open('12a-waiting');
      const time = () => page.locator('spool-turn [data-elapsed]').textContent();
      expect(await time()).toBe('0:03');
      await page.clock.setFixedTime(new Date('2026-11-27T14:20:05Z'));
      await expect.poll(time, { timeout: 3_000 }).toBe('0:08');
    });
  });

  describe('a reply that is being written', () => {
    const text = () => live().locator('.prose').first().textContent();

    test('grows by its pieces, and what is over stays the element that it was', async () => {
      await open('12a-waiting');
      await pieces({ reply: 1, pieces: [{ part: 0, type: 'text', text: 'One **bo' }] });
      await expect.poll(text).toContain('One **bo');
      await pieces({ reply: 1, pieces: [{ part: 0, type: 'text', text: 'ld** word.\n\nTw' }] });
      await expect.poll(text).toContain('Tw');
      await live()
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
      await pieces({ reply: 1, pieces: [{ part: 0, type: 'text', text: 'o words.' }] });
      await expect.poll(text).toBe('One bold word.Two words.');
      const first = live().locator('p').first();
      expect(await first.evaluate((one) => 'marked' in one)).toBe(true);
      expect(await page.evaluate(() => window.changes)).toBe(0);
      expect(await live().locator('strong').textContent()).toBe('bold');
    });

    test('is drawn at most once a frame, however many pieces come', async () => {
      await open('12a-waiting');
      await pieces({ reply: 1, pieces: [{ part: 0, type: 'text', text: 'a' }] });
      await expect.poll(text).toBe('a');
      const drawn = await page.evaluate(
        () =>
          new Promise<readonly [number, number]>((resolve) => {
            let frames = 0;
            let changes = 0;
            const prose = document
              .querySelector('spool-panel')
              ?.shadowRoot?.querySelector('spool-live')
              ?.shadowRoot?.querySelector('spool-stream')?.shadowRoot;
            const watch = new MutationObserver(() => {
              changes += 1;
            });
            if (prose) watch.observe(prose, { subtree: true, childList: true, characterData: true });
            const frame = () => {
              frames += 1;
              if (frames < 12) requestAnimationFrame(frame);
              else resolve([changes, frames]);
            };
            requestAnimationFrame(frame);
            for (let i = 0; i < 500; i += 1)
              window.host.pieces({ reply: 1, pieces: [{ part: 0, type: 'text', text: 'b' }] });
          }),
      );
      expect(drawn[0]).toBeGreaterThan(0);
      expect(drawn[0]).toBeLessThanOrEqual(drawn[1]);
      await expect.poll(text).toBe(`a${'b'.repeat(500)}`);
    });

    test('shows thinking folded, and calls in short', async () => {
      await open('12d-writing-a-call');
      await pieces({ reply: 2, pieces: [{ part: 1, type: 'call', text: 'x'.repeat(50_000) }] });
      await expect
        .poll(() => live().locator('.card').textContent())
        .toMatch(/edit_file.*writing the call, 50,\d{3} characters/s);
      expect((await live().locator('.card .mono').textContent())?.length).toBeLessThan(500);
      await open('12b-thinking');
      expect(await live().locator('spool-stream').count()).toBe(0);
      await live().locator('[data-action=toggle-live]').click();
      await expect.poll(text).toContain('The manifest has two versions.');
    });

    test('asks for a snapshot when a piece is missing, and takes no piece that is late', async () => {
      await open('12c-writing');
      const before = await told('ready');
      const whole = await text();
      await pieces({ reply: 0, pieces: [{ part: 0, type: 'text', text: 'late' }] });
      await settled(page);
      expect(await told('ready')).toEqual(before);
      await pieces({ reply: 1, pieces: [{ part: 7, type: 'text', text: 'too far' }] });
      await expect.poll(async () => (await told('ready')).length).toBe(before.length + 1);
      expect(await text()).toBe(whole);
    });

    test('gives way to its rows without moving what stands above them', async () => {
      await open('12c-writing', 500);
      const bottom = () =>
        page.locator('[role=log]').evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight);
      expect(await bottom()).toBeLessThan(2);
      const top = () =>
        live()
          .locator('p')
          .first()
          .evaluate((p) => p.getBoundingClientRect().top);
      await change('12c-writing', {
        busy: { type: 'turn', phase: 'writing', since: 0 },
        live: {
          reply: 1,
          parts: [{ type: 'text', text: 'Two things are left.' }],
        },
      });
      await settled(page);
      const before = await top();
      await page.evaluate(() => {
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
      await settled(page);
      expect(await live().count()).toBe(0);
      const after = await page.locator('[data-key="77"] p').evaluate((p) => p.getBoundingClientRect().top);
      expect(Math.abs(after - before)).toBeLessThan(2);
    });
  });

  describe('what is said', () => {
    test('is that a turn begins and ends, and what waits; never the reply', async () => {
      await open('02-thread');
      await change('02-thread', { busy: { type: 'turn', phase: 'waiting', since: 0 } });
      await expect.poll(said).toBe('Responding');
      await pieces({ reply: 1, pieces: [{ part: 0, type: 'text', text: 'Words.' }] });
      await settled(page);
      expect(await said()).toBe('Responding');
      await change('02-thread', {
        busy: { type: 'turn', phase: 'writing', since: 0 },
        queue: [{ id: 1, text: 'x', tokens: 1 }],
      });
      await expect.poll(said).toBe('1 message is queued');
      await change('02-thread', {});
      await expect.poll(said).toBe('The turn is over. No message is queued');
    });
  });

  describe('cards', () => {
    test('offer what to do, and fold what the provider said', async () => {
      await open('18-auth');
      await page.locator('[data-action=setApiKey]').click();
      expect(await told('noticeAction')).toEqual([{ action: 'setApiKey' }]);
      expect(await page.locator('spool-notice pre').count()).toBe(0);
      await page.locator('[data-action=details]').click();
      expect(await page.locator('spool-notice pre').textContent()).toContain('invalid x-api-key');
      await page.locator('[data-action=copy-details]').click();
      expect(await told('copyText')).toEqual([{ text: expect.stringContaining('401') }]);
    });

    test('the preview takes the focus when a person asked for it, and gives it to where one types', async () => {
      await open('15-preview');
      await expect.poll(action).toBe('h2');
      await page.locator('[data-action=instruct]').click();
      await expect.poll(action).toBe('instructions');
      await page.keyboard.type(' Keep the names. ');
      await page.locator('[data-action=compact]').click();
      expect(await told('answerPreview')).toEqual([{ answer: 'compact', instructions: 'Keep the names.' }]);
      await change('15-preview', {});
      await expect.poll(action).toBe('type');
    });

    test('the preview of a turn that asks leaves the focus where it is, and can be answered by going on without', async () => {
      await open('15b-ask');
      expect(await action()).toBe('body');
      await page.locator('[data-action=without]').click();
      expect(await told('answerPreview')).toEqual([{ answer: 'without' }]);
    });

    test('Escape in the preview means not now, and stops nothing', async () => {
      await open('15-preview');
      await page.keyboard.press('Escape');
      expect(await told('answerPreview')).toEqual([{ answer: 'dismiss' }]);
      expect(await told('stop')).toEqual([]);
    });
  });

  describe('another compaction in the place of one', () => {
    test('is made of the newest that shows, by instructions', async () => {
      await open('05c-expanded');
      await page.locator('[data-action=again]').click();
      await expect.poll(action).toBe('instructions');
      await page.keyboard.type('Keep every file name.');
      await page.locator('[data-action=again-now]').click();
      expect(await told('compactAgain')).toEqual([{ compaction: 130, instructions: 'Keep every file name.' }]);
    });

    test('is not offered for an older one, nor in a thread that is read-only', async () => {
      await open('05g-recorded-and-model');
      await page.locator('[data-key="130"] [data-action=toggle]').click();
      await page.locator('[data-key="140"] [data-action=toggle]').click();
      expect(await page.locator('[data-key="130"] [data-action=again]').count()).toBe(0);
      expect(await page.locator('[data-key="140"] [data-action=again]').count()).toBe(1);
      await open('08e-read-only');
      await page.locator('[data-action=again]').click({ force: true });
      expect(await page.locator('spool-instructions').count()).toBe(0);
    });
  });
});

declare global {
  interface Window {
    changes: number;
  }
}
