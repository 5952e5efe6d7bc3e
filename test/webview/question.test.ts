/** The card that asks for permission, in a real browser: what a press sends, which presses it ignores, and where the focus is. */
import { describe, expect, test } from 'vitest';
import type { QuestionView } from '../../src/core/protocol/question.ts';
import { hasChromium } from '../gallery/browser.ts';
import { panelPage } from '../gallery/panel-page.ts';
import { command, edit } from '../gallery/question-states.ts';

if (!hasChromium) console.warn('no chromium: the question is not tested');

describe.skipIf(!hasChromium)('a question', () => {
  const panel = panelPage();
  const card = () => panel.page.locator('spool-question');
  const button = (action: string) => card().locator(`[data-action=${action}]`);
  const answers = () => panel.told('answerQuestion');
  /** The action of the innermost element with one that has the focus. */
  const focused = () =>
    panel.page.evaluate(() => {
      let action: string | null = null;
      for (let at = document.activeElement; at; at = at.shadowRoot?.activeElement ?? null)
        action = at.getAttribute('data-action') ?? action;
      return action;
    });
  const busy = { type: 'turn', phase: 'tools', since: 0 };
  const ask = (question: QuestionView, state = '20a-command') => panel.change(state, { busy, mode: 'ask', question });

  /** Waits until the card takes presses: it was seen for long enough. */
  async function ready(): Promise<void> {
    await panel.page.waitForSelector('spool-question[takes-presses]', { state: 'attached' });
  }

  /** Presses a button until the press counts: not while something moves. */
  async function press(action: string): Promise<void> {
    const before = (await answers()).length;
    const pressed = async () => {
      await button(action).click();
      return (await answers()).length;
    };
    await expect.poll(pressed).toBe(before + 1);
  }

  async function open(state: string, height?: number): Promise<void> {
    await panel.open(state, height);
    await ready();
  }

  describe('is answered', () => {
    test('once', async () => {
      await open('20a-command');
      await press('allow-once');
      expect(await answers()).toEqual([{ id: 1, answer: 'once' }]);
    });

    test('for the thread and for good by the offer that is chosen, at first the narrowest', async () => {
      await open('20a-command');
      await press('allow-thread');
      await ask({ ...command, id: 5 });
      await ready();
      await card().locator('[data-offer="0"]').check();
      await press('allow-always');
      expect(await answers()).toEqual([
        { id: 1, answer: 'thread', offer: 1 },
        { id: 5, answer: 'always', offer: 0 },
      ]);
    });

    test('for later only where something is offered', async () => {
      await open('20c-edit');
      expect(await button('allow-once').count()).toBe(1);
      expect(await button('allow-thread').count()).toBe(0);
      expect(await button('allow-always').count()).toBe(0);
    });

    test('by a denial with one press', async () => {
      await open('20a-command');
      await press('deny');
      expect(await answers()).toEqual([{ id: 1, answer: 'deny' }]);
    });

    test('by a denial with a reason, which Enter sends and Escape gives up', async () => {
      await open('20a-command');
      await button('deny-why').click();
      await expect.poll(focused).toBe('reason');
      await panel.page.keyboard.type('not now');
      await panel.page.keyboard.press('Escape');
      await expect.poll(focused).toBe('deny-why');
      expect(await button('reason').count()).toBe(0);
      expect(await panel.told('stop')).toEqual([]);
      await panel.page.keyboard.press('Enter');
      await expect.poll(focused).toBe('reason');
      await panel.page.keyboard.type(' Use the script instead. ');
      await panel.page.keyboard.press('Enter');
      expect(await answers()).toEqual([{ id: 1, answer: 'deny', reason: 'Use the script instead.' }]);
    });

    test('one time, however often it is pressed', async () => {
      await open('20a-command');
      await button('allow-once').dblclick();
      await button('deny').click({ force: true });
      expect(await answers()).toEqual([{ id: 1, answer: 'once' }]);
    });

    test('with the parts of a change that are selected', async () => {
      await open('20c-edit');
      expect(await card().locator('.hunk pre > span:not(.line)').count()).toBe(0);
      expect((await card().locator('.minus, .plus').allTextContents()).join('\n')).toMatch(/^removed: -.*\nadded: \+/);
      await card().locator('[data-hunk="0"]').uncheck();
      expect(await card().locator('[data-taken]').textContent()).toBe('1 of 2 parts selected');
      await press('allow-once');
      expect(await answers()).toEqual([{ id: 2, answer: 'once', hunks: [1] }]);
    });

    test('by no part of a change only as a denial', async () => {
      await open('20c-edit');
      await button('take-none').click();
      await ready();
      await button('allow-once').click({ force: true });
      expect(await answers()).toEqual([]);
      await button('take-all').click();
      await press('allow-once');
      expect(await answers()).toEqual([{ id: 2, answer: 'once' }]);
    });

    test('after a look at the change in an editor', async () => {
      await open('20h-hostile-edit');
      await button('review').nth(1).click();
      expect(await panel.told('reviewQuestion')).toEqual([{ id: 2, change: 1 }]);
      expect(await answers()).toEqual([]);
    });
  });

  describe('takes no press that was meant for something else', () => {
    /** Shows a question and presses at once, before a timer of the page can run. */
    const pressAtOnce = (question: QuestionView, detail: number) =>
      panel.page.evaluate(
        async ([next, clicks]) => {
          const at = document.querySelector('spool-panel') as unknown as Drawn;
          at.state = { ...at.state, head: { ...at.state.head, question: next } };
          await at.updateComplete;
          const shown = at.shadowRoot.querySelector('spool-question') as unknown as Drawn;
          await shown.updateComplete;
          for (const button of shown.shadowRoot.querySelectorAll('.answers vscode-button'))
            button.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, detail: clicks }));
        },
        [question, detail] as const,
      );

    test.each([
      ['a click', 1],
      ['a key', 0],
    ])('%s on a card that has just appeared', async (_, detail) => {
      await open('20a-command');
      await panel.open('12e-tools');
      await pressAtOnce(command, detail);
      expect(await card().count()).toBe(1);
      expect(await answers()).toEqual([]);
    });

    test('a click on the question before this one', async () => {
      await open('20a-command');
      await pressAtOnce({ ...command, id: 7 }, 1);
      expect(await answers()).toEqual([]);
      await press('allow-once');
      expect(await answers()).toEqual([{ id: 7, answer: 'once' }]);
    });

    test('a click where the buttons have moved to since', async () => {
      await open('20a-command');
      await panel.page.evaluate(() => {
        const shown = document.querySelector('spool-panel')?.shadowRoot?.querySelector('spool-question');
        shown?.shadowRoot?.querySelector('.reasons')?.remove();
        shown?.shadowRoot
          ?.querySelector('[data-action=allow-once]')
          ?.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, detail: 1 }));
      });
      expect(await answers()).toEqual([]);
    });

    test('a key of the composer: it gets the focus by no way of its own', async () => {
      await panel.open('12e-tools');
      await panel.field().fill('half a thought');
      await panel.field().focus();
      await ask(command, '12e-tools');
      await ready();
      expect(await focused()).toBe('type');
      await panel.page.keyboard.press('Enter');
      await expect.poll(() => panel.told('send')).toEqual([{ text: 'half a thought' }]);
      expect(await answers()).toEqual([]);
    });

    test('a key that answered the question before: the focus goes to the heading', async () => {
      await open('20a-command');
      await button('allow-once').focus();
      await panel.page.keyboard.press('Enter');
      await expect.poll(answers).toEqual([{ id: 1, answer: 'once' }]);
      await ask({ ...edit, id: 8 });
      await expect.poll(focused).toBe('question');
      await ready();
      await panel.page.keyboard.press('Enter');
      await panel.page.keyboard.press('Space');
      expect(await answers()).toHaveLength(1);
    });

    test('a key that is still held when the focus goes to the composer', async () => {
      await panel.open('20a-command');
      await panel.field().fill('half a thought');
      await ready();
      await button('allow-once').focus();
      await panel.page.keyboard.down('Enter');
      await panel.change('20a-command', { busy, mode: 'ask' });
      await expect.poll(focused).toBe('type');
      await panel.page.keyboard.down('Enter');
      await panel.settled();
      await panel.page.keyboard.up('Enter');
      expect(await panel.told('send')).toEqual([]);
      expect(await panel.field().inputValue()).toBe('half a thought');
    });
  });

  describe('is found', () => {
    test('by the keyboard: it is the stop before the text field', async () => {
      await open('20a-command');
      await panel.field().focus();
      await panel.page.keyboard.press('Shift+Tab');
      expect(await focused()).toBe('deny-why');
    });

    test('when the host turns to it, by its heading, which no key presses', async () => {
      await panel.open('20a-command', 400);
      await panel.page.locator('[role=log]').evaluate((log) => log.scrollTo(0, 0));
      await panel.settled();
      await panel.page.evaluate(() => window.host.focus('question'));
      await expect.poll(focused).toBe('question');
      await panel.page.keyboard.press('Enter');
      expect(await answers()).toEqual([]);
    });

    test('from further up in the thread', async () => {
      await panel.open('20c-edit', 400);
      await panel.page.locator('[role=log]').evaluate((log) => log.scrollTo(0, 0));
      const latest = panel.page.locator('[data-action=latest]');
      await expect.poll(() => latest.textContent()).toContain('Show the question');
      await latest.click();
      await press('allow-once');
      expect(await answers()).toHaveLength(1);
    });

    test('by a screen reader, in a few words', async () => {
      await panel.open('20g-hostile-command');
      const alert = card().locator('[role=alert]');
      const text = (await alert.textContent()) ?? '';
      expect(text).toContain('Permission: Run a command in the background? echo aaa');
      expect(text.length).toBeLessThan(300);
    });

    test('or, where its card can not be loaded, by a notice that says what to do', async () => {
      await panel.page.route('**/chunks/spool-question*', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("damaged")' }),
      );
      await panel.open('12e-tools');
      await ask(command, '12e-tools');
      const notice = panel.page.locator('spool-notice');
      await expect
        .poll(() => notice.locator('.words').allTextContents())
        .toEqual([expect.stringContaining('Reload the window')]);
      await panel.page.unroute('**/chunks/spool-question*');
    });

    test('instead of the status of the turn, which waits for the person', async () => {
      await panel.open('20a-command');
      expect(await panel.page.locator('spool-turn').count()).toBe(0);
    });
  });

  describe('shows', () => {
    test('the whole of a long command, and its end beside it', async () => {
      await panel.open('20g-hostile-command');
      const box = card().locator('.command');
      expect((await box.textContent())?.length).toBeGreaterThan(8_000);
      expect(await box.textContent()).toMatch(/rm -rf ~\/everything$/);
      expect(await card().locator('[data-size]').textContent()).toMatch(
        /1,203 lines, .* characters.*rm -rf ~\/everything$/,
      );
      expect(await box.evaluate((pre) => pre.scrollWidth - pre.clientWidth)).toBe(0);
    });

    test('what stands after a run of blanks in the same line', async () => {
      await panel.open('20a-command');
      const text = `ls${' '.repeat(4_000)}; rm -rf ~`;
      await ask({ ...command, id: 9, subject: { type: 'command', text, isBackground: false } });
      const box = card().locator('.command');
      await expect.poll(() => box.textContent()).toBe(text);
      expect(await box.evaluate((pre) => pre.scrollHeight - pre.clientHeight)).toBe(0);
      expect(await card().locator('[data-size]').textContent()).toContain('; rm -rf ~');
    });

    test('400 parts of a change, each of which can be left out', async () => {
      await panel.open('20c-edit');
      const hunks = Array.from({ length: 400 }, (_, hunk) => ({
        hunk,
        line: hunk * 9 + 1,
        lines: ['-a', '+b'],
        isClipped: false,
      }));
      const change = { kind: 'edit', path: 'a.ts', added: 400, removed: 400, hunks } as const;
      await ask({ ...edit, id: 9, subject: { type: 'change', changes: [change] } }, '20c-edit');
      await expect.poll(() => card().locator('[data-hunk]').count()).toBe(400);
      await card().locator('[data-hunk="399"]').uncheck();
      await press('allow-once');
      const [answer] = (await answers()) as [{ hunks: number[] }];
      expect(answer.hunks).toEqual(Array.from({ length: 399 }, (_, hunk) => hunk));
    });

    test('a long change in a box of its own: the thread ends with the card', async () => {
      await panel.open('20h-hostile-edit');
      const [asked, composer] = await panel.page.evaluate(() => {
        const shown = document.querySelector('spool-panel')?.shadowRoot;
        return ['spool-question', 'spool-composer'].map((name) => shown?.querySelector(name)?.getBoundingClientRect());
      });
      expect((composer?.top ?? 0) - (asked?.bottom ?? 0)).toBeLessThan(40);
    });

    test('the heading in whole words beside a long folder', async () => {
      await panel.open('20g-hostile-command');
      const heading = await card()
        .locator('h3')
        .evaluate((h3) => h3.getBoundingClientRect().height);
      expect(heading).toBeLessThan(80);
    });

    test('the sentences of the host as text, words between backticks as code', async () => {
      await panel.open('20g-hostile-command');
      const reasons = card().locator('.reasons li');
      expect(await reasons.count()).toBe(100);
      expect(await reasons.nth(3).textContent()).toContain('The command has $(…), part 3 of <b>many</b> xxx.');
      expect(await reasons.nth(3).locator('.mono').allTextContents()).toEqual(['$(…)', 'xxx']);
    });

    test('another question of the same number as another one', async () => {
      await open('20a-command');
      await press('allow-once');
      await ask({ ...command, subject: { type: 'command', text: 'make it', isBackground: false } });
      await expect.poll(() => card().locator('.command').textContent()).toBe('make it');
      await ready();
      await press('deny');
    });

    test('its place in the queue', async () => {
      await panel.open('20c-edit');
      expect(await card().locator('.order').textContent()).toContain('1 of 3');
    });
  });

  describe('modes', () => {
    const mode = () => panel.page.locator('spool-mode [data-action=mode]');
    const option = (name: string) => panel.page.locator(`spool-mode [data-mode=${name}]`);

    test('are not offered where there are no tools for the workspace', async () => {
      await panel.open('02-thread');
      expect(await mode().count()).toBe(0);
    });

    test('are chosen with the pointer', async () => {
      await panel.open('21-modes');
      expect(await option('edit').getAttribute('aria-checked')).toBe('true');
      await option('plan').click();
      expect(await panel.told('setMode')).toEqual([{ mode: 'plan' }]);
      expect(await option('plan').count()).toBe(0);
    });

    test('are chosen with the keyboard, and only by Enter', async () => {
      await panel.open('20a-command');
      await mode().focus();
      await panel.page.keyboard.press('Enter');
      await expect.poll(() => option('ask').evaluate((one) => one.matches(':focus'))).toBe(true);
      await panel.page.keyboard.press('ArrowDown');
      expect(await panel.told('setMode')).toEqual([]);
      await panel.page.keyboard.press('Escape');
      await expect.poll(focused).toBe('mode');
      expect(await panel.told('stop')).toEqual([]);
      await panel.page.keyboard.press('ArrowDown');
      await expect.poll(() => option('ask').evaluate((one) => one.matches(':focus'))).toBe(true);
      await panel.page.keyboard.press('End');
      await panel.page.keyboard.press('Enter');
      expect(await panel.told('setMode')).toEqual([{ mode: 'plan' }]);
    });

    test('close when something else is pressed', async () => {
      await panel.open('21-modes');
      await panel.field().click();
      await expect.poll(() => option('ask').count()).toBe(0);
    });
  });
});

/** What is read of an element of Lit. */
interface Drawn {
  state: { readonly head: object };
  readonly updateComplete: Promise<boolean>;
  readonly shadowRoot: ShadowRoot;
}
