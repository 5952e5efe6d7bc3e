/** Where one types, in a real browser: sends, queues, completes commands, stops, and loses nothing. */
import { describe, expect, test } from 'vitest';
import { hasChromium, show } from '../gallery/browser.ts';
import { panelPage } from '../gallery/panel-page.ts';

if (!hasChromium) console.warn('no chromium: the composer is not tested');

describe.skipIf(!hasChromium)('the composer', () => {
  const panel = panelPage();
  const queued = (id: number, action: string) => panel.page.locator(`[data-queued="${id}"] [data-action=${action}]`);

  test('names Restricted Mode in place of the mode, says why, and leads to trust', async () => {
    await panel.open('21b-restricted');
    expect(await panel.page.locator('[data-action=mode]').count()).toBe(0);
    await panel.page.getByRole('button', { name: /^Restricted Mode: the agent has no tools/ }).click();
    expect(await panel.told('runCommand')).toEqual([{ command: 'setMode' }]);
  });

  describe('where one types', () => {
    test('sends with Enter, breaks the line with Shift+Enter, and is empty once the host took it', async () => {
      await panel.open('02-thread');
      await panel.field().pressSequentially('one');
      await panel.field().press('Shift+Enter');
      await panel.field().pressSequentially('two');
      await panel.field().press('Enter');
      await expect.poll(() => panel.field().inputValue()).toBe('');
      expect(await panel.told('send')).toEqual([{ text: 'one\ntwo' }]);
    });

    test('does not send while an input method composes, nor stops by its Escape', async () => {
      await panel.open('12c-writing');
      await panel.field().fill('にほん');
      for (const key of ['Enter', 'Escape']) {
        await panel.field().evaluate((area, pressed) => {
          const options = { key: pressed, isComposing: true, bubbles: true, composed: true, cancelable: true };
          area.dispatchEvent(new KeyboardEvent('keydown', options));
        }, key);
      }
      await panel.settled();
      expect(await panel.told('send')).toEqual([]);
      expect(await panel.told('stop')).toEqual([]);
      await panel.field().press('Enter');
      expect(await panel.told('send')).toEqual([{ text: 'にほん' }]);
    });

    test('keeps the text and shows why when the host does not take it', async () => {
      await panel.open('02-thread');
      await panel.page.evaluate(() => {
        window.host.refusal = 'No model is chosen yet.';
      });
      await panel.field().fill('Go on.');
      await panel.field().press('Enter');
      await expect
        .poll(() => panel.page.locator('[data-state=refused]').textContent())
        .toContain('No model is chosen yet.');
      expect(await panel.field().inputValue()).toBe('Go on.');
      expect(await panel.said()).toBe('No model is chosen yet.');
      await panel.field().press('End');
      await panel.field().pressSequentially('!');
      expect(await panel.page.locator('[data-state=refused]').count()).toBe(0);
    });

    test('sends once, however often Enter is pressed, and keeps what is typed before the answer', async () => {
      await panel.open('02-thread');
      await panel.page.evaluate(() => window.host.hold());
      await panel.field().fill('first');
      await panel.field().press('Enter');
      await panel.field().press('Enter');
      await panel.field().press('End');
      await panel.page.keyboard.insertText(' second');
      await panel.page.evaluate(() => window.host.release());
      await expect.poll(async () => (await panel.field().inputValue()).trim()).toBe('second');
      expect(await panel.told('send')).toEqual([{ text: 'first' }]);
    });

    test('has the draft of each thread again after a reload, and after another thread was open', async () => {
      await panel.open('02-thread');
      await panel.field().fill('half a thought');
      await panel.open('03-gauge');
      expect(await panel.field().inputValue()).toBe('');
      await panel.page.reload();
      await panel.page.waitForSelector('spool-panel', { state: 'attached' });
      await panel.open('02-thread');
      expect(await panel.field().inputValue()).toBe('half a thought');
    });

    test('grows with the text, up to a part of the panel', async () => {
      await panel.open('02-thread', 600);
      const height = () => panel.field().evaluate((area) => area.getBoundingClientRect().height);
      const one = await height();
      await panel.field().fill('a\nb\nc\nd');
      const four = await height();
      await panel.field().fill('a\n'.repeat(200));
      expect(one).toBeLessThan(40);
      expect(four).toBeGreaterThan(80);
      expect(await height()).toBeLessThanOrEqual(240);
    });

    test('cannot be typed in where another window writes the thread, and says so', async () => {
      await panel.open('08e-read-only');
      await panel.page.locator('.banner [data-action=takeOverThread]').click();
      expect(await panel.told('runCommand')).toEqual([{ command: 'takeOverThread' }]);
      expect(await panel.field().isDisabled()).toBe(true);
      expect(await panel.page.locator('[data-state=barred]').textContent()).toContain('another window');
    });

    test('takes the focus when the host asks', async () => {
      await panel.open('02-thread');
      await panel.page.evaluate(() => window.host.focus('composer'));
      await expect.poll(panel.focused).toBe('type');
    });
  });

  describe('commands', () => {
    const options = () =>
      panel.page.locator('[role=option]').evaluateAll((all) => all.map((one) => one.dataset.option));

    test('lists the workspace’s prompts with their tokens, and puts the chosen one into the draft', async () => {
      await panel.open('19b-prompts');
      await panel.field().fill('/re');
      await expect.poll(options).toEqual(['/review', '/release-notes']);
      const [review = '', notes = ''] = await panel.page.locator('[role=option]').allInnerTexts();
      expect(review.replace(/\s+/g, ' ')).toBe('/review <file> Review a file for races and lost errors · ~412 tokens');
      expect(notes).toContain('~1.3k tokens');
      await panel.field().press('Enter');
      expect(await panel.field().inputValue()).toBe('/review ');
      expect(await panel.told('send')).toEqual([]);
      await panel.page.evaluate(() => {
        window.host.inserted = 'Review src/a.ts for races.';
      });
      await panel.field().pressSequentially('src/a.ts');
      await panel.field().press('Enter');
      await expect.poll(() => panel.field().inputValue()).toBe('Review src/a.ts for races.');
      expect(await panel.told('send')).toEqual([{ text: '/review src/a.ts' }]);
      expect(await panel.said()).toMatch(/^The prompt is in the message now\./);
      await panel.field().press('Enter');
      await expect.poll(() => panel.field().inputValue()).toBe('');
      expect(await panel.told('send')).toHaveLength(2);
    });

    test('that have places to fill in: the first is selected, Tab goes on, and Send says once what is left', async () => {
      await panel.open('02-thread');
      const draft = `Make \${input:name} in \${input:dir}.`;
      await panel.page.evaluate((text) => {
        window.host.inserted = text;
      }, draft);
      await panel.field().pressSequentially('/make ');
      await panel.field().press('Enter');
      await expect.poll(() => panel.field().inputValue()).toBe(draft);
      const selected = () =>
        panel.field().evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd));
      await expect.poll(selected).toBe(`\${input:name}`);
      expect(await panel.said()).toMatch(/2 places to fill in/);
      await panel.page.keyboard.insertText('Login');
      await panel.field().press('Enter');
      const refused = panel.page.locator('[data-state=refused]');
      await expect.poll(() => refused.textContent()).toContain(`Fill in \${input:dir} first.`);
      await expect.poll(selected).toBe(`\${input:dir}`);
      expect(await panel.told('send')).toHaveLength(1);
      await refused.locator('[data-action=send-anyway]').click();
      await expect.poll(() => panel.told('send')).toHaveLength(2);
      expect((await panel.told('send'))[1]).toEqual({ text: `Make Login in \${input:dir}.` });
    });

    test('Tab leaves the field after the last place, and Shift+Tab at any time', async () => {
      await panel.open('02-thread');
      await panel.page.evaluate(() => {
        window.host.inserted = `\${input:a} and \${input:b}`;
      });
      await panel.field().pressSequentially('/make ');
      await panel.field().press('Enter');
      await expect.poll(() => panel.said()).toMatch(/2 places/);
      const isInField = () => panel.field().evaluate((area) => area.matches(':focus'));
      for (const stays of [true, false]) {
        await panel.field().press('Tab');
        expect(await isInField()).toBe(stays);
      }
      await panel.field().focus();
      await panel.field().press('Shift+Tab');
      expect(await isInField()).toBe(false);
    });

    test('are listed by what is typed, and Enter completes one that takes more', async () => {
      await panel.open('02-thread');
      await panel.field().pressSequentially('/');
      await expect.poll(options).toEqual(['/compact', '/context', '/export', '/new', '/model', '/undo-compact']);
      await panel.field().pressSequentially('co');
      await expect.poll(options).toEqual(['/compact', '/context']);
      await panel.field().press('Enter');
      expect(await panel.field().inputValue()).toBe('/compact ');
      await expect.poll(options).toEqual([]);
      await panel.field().pressSequentially('keep the file names');
      await panel.field().press('Enter');
      expect(await panel.told('send')).toEqual([{ text: '/compact keep the file names' }]);
    });

    test('are chosen with the arrow keys, and sent at once when nothing can follow', async () => {
      await panel.open('02-thread');
      await panel.field().pressSequentially('/');
      await expect.poll(options).toHaveLength(6);
      await panel.field().press('ArrowDown');
      expect(await panel.field().getAttribute('aria-activedescendant')).toBe('option-1');
      expect(await panel.page.locator('[aria-selected=true]').getAttribute('data-option')).toBe('/context');
      await panel.field().press('Enter');
      expect(await panel.told('send')).toEqual([{ text: '/context' }]);
    });

    test('close with Escape, which stops nothing then', async () => {
      await panel.open('12c-writing');
      await panel.field().pressSequentially('@');
      await expect.poll(options).toContain('@compact');
      await panel.field().press('Escape');
      await expect.poll(options).toEqual([]);
      expect(await panel.told('stop')).toEqual([]);
      expect(await panel.field().inputValue()).toBe('@');
    });

    test('are not listed for a path', async () => {
      await panel.open('02-thread');
      await panel.field().pressSequentially('/usr/lib');
      await expect.poll(options).toEqual([]);
    });
  });

  describe('brings back what was sent', () => {
    test('by the arrow keys in an empty field, and nothing over a draft', async () => {
      await panel.open('05b-compacted');
      const field = panel.field();
      const value = () => field.inputValue();
      await field.press('ArrowUp');
      await expect.poll(value).not.toBe('');
      const newest = await value();
      await field.press('ArrowUp');
      await expect.poll(value).not.toBe(newest);
      await field.press('ArrowDown');
      await expect.poll(value).toBe(newest);
      await field.press('ArrowDown');
      await expect.poll(value).toBe('');
      await field.fill('a draft');
      await field.press('ArrowUp');
      await field.press('ArrowDown');
      expect(await value()).toBe('a draft');
      expect(await panel.told('send')).toEqual([]);
    });
  });

  describe('while a turn runs', () => {
    test.each(['12a-waiting', '12e-tools', '12f-compacting-in-turn', '12g-compacting', '13-retry'])(
      'stops by the button, and by Escape from wherever the focus is: %s',
      async (name) => {
        await panel.open(name);
        await panel.page.locator('[data-action=stop]').click();
        expect(await panel.told('stop')).toHaveLength(1);
        await panel.page.locator('[data-row]').last().press('Escape');
        expect(await panel.told('stop')).toHaveLength(2);
      },
    );

    test('has no Stop where nothing runs, nor for an import', async () => {
      for (const name of ['02-thread', '10b-importing']) {
        await panel.open(name);
        expect(await panel.page.locator('[data-action=stop]').count()).toBe(0);
        await panel.field().press('Escape');
      }
      expect(await panel.told('stop')).toEqual([]);
    });

    test('queues what is sent, and says so on the button', async () => {
      await panel.open('12c-writing');
      await panel.field().fill('And the reader?');
      await panel.page.getByRole('button', { name: 'Queue, to be sent when this turn is over' }).click();
      expect(await panel.told('send')).toEqual([{ text: 'And the reader?' }]);
    });

    test('P3 edits a queued message in place: Enter saves, Escape and a blank text leave it', async () => {
      await panel.open('12c-writing');
      const edit = () => queued(1, 'edit-queued').click();
      const field = queued(1, 'text-queued');
      await edit();
      await field.fill('Also cover the cap.');
      await field.press('Shift+Enter');
      expect(await panel.told('editQueued')).toEqual([]);
      await field.press('Backspace');
      await field.press('Enter');
      expect(await panel.told('editQueued')).toEqual([{ queued: 1, text: 'Also cover the cap.' }]);
      await expect.poll(() => queued(1, 'edit-queued').evaluate((one) => one.matches(':focus'))).toBe(true);
      await edit();
      await field.fill('never mind');
      await field.press('Escape');
      await edit();
      await field.fill('  ');
      await field.press('Enter');
      expect(await panel.told('editQueued')).toHaveLength(1);
      expect(await panel.told('stop')).toEqual([]);
    });

    test('puts an edit into the draft where the message was sent meanwhile', async () => {
      await panel.open('12c-writing');
      await panel.field().fill('typed meanwhile');
      await panel.page.evaluate(() => {
        window.host.queued = null;
      });
      await queued(1, 'edit-queued').click();
      await queued(1, 'text-queued').fill('too late');
      await queued(1, 'text-queued').press('Enter');
      await expect.poll(panel.said).toBe('This message was sent meanwhile.');
      await expect.poll(() => panel.field().inputValue()).toBe('too late\n\ntyped meanwhile');
    });

    test('moves a queued message, and offers no move beyond the ends', async () => {
      await panel.open('12c-writing');
      expect(await queued(1, 'move-queued-up').count()).toBe(0);
      expect(await queued(2, 'move-queued-down').count()).toBe(0);
      await queued(2, 'move-queued-up').click();
      expect(await panel.told('moveQueued')).toEqual([{ queued: 2, by: -1 }]);
    });

    test('P3 offers to send what waits only while nothing runs', async () => {
      await panel.open('12c-writing');
      const send = panel.page.locator('[data-action=send-queued]');
      expect(await send.count()).toBe(0);
      await panel.change('12c-writing', { queue: [{ id: 1, text: 'Also cover the cap.', tokens: 5 }] });
      await send.click();
      expect(await panel.told('sendQueued')).toEqual([{}]);
    });

    test('removes a queued message, and says when it was sent meanwhile', async () => {
      await panel.open('12c-writing');
      await queued(2, 'remove-queued').click();
      await expect.poll(() => panel.told('unqueue')).toEqual([{ queued: 2 }]);
      expect(await panel.field().inputValue()).toBe('');
      await panel.page.evaluate(() => {
        window.host.queued = null;
      });
      await queued(1, 'remove-queued').click();
      await expect.poll(panel.said).toBe('This message was sent meanwhile.');
    });

    test('offers another model from the second failed try on', async () => {
      await panel.open('13-retry');
      await panel.page.locator('spool-turn [data-action=otherModel]').click();
      await expect.poll(() => panel.told('noticeAction')).toEqual([{ action: 'otherModel' }]);
      await panel.open('13a-first-retry');
      await expect.poll(() => panel.page.locator('spool-turn [data-action=cancel]').count()).toBe(1);
      expect(await panel.page.locator('spool-turn [data-action=otherModel]').count()).toBe(0);
    });

    test('has the words of the gauge beside its buttons, not below them, at 180 px', async () => {
      for (const state of ['02-thread', '03b-estimated-by-hand', '08c-over-limit']) {
        await show(panel.page, state, 'vscode-dark', 180);
        const foot = panel.page.locator('.foot');
        const [words, button] = await Promise.all([
          foot.locator('.short').boundingBox(),
          foot.locator('vscode-button').boundingBox(),
        ]);
        expect(words && button && words.x + words.width <= button.x, state).toBe(true);
      }
    });

    test('counts the seconds while the page is seen', async () => {
      await panel.open('12a-waiting');
      const time = () => panel.page.locator('spool-turn [data-elapsed]').textContent();
      expect(await time()).toBe('0:03');
      await panel.page.clock.setFixedTime(new Date('2026-11-27T14:20:05Z'));
      await expect.poll(time).toBe('0:08');
    });
  });
});
