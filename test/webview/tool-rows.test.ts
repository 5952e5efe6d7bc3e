/** The rows of tool calls in a real browser: what they were about, how they ended, and the to-do list. */
import { describe, expect, test } from 'vitest';
import { hasChromium } from '../gallery/browser.ts';
import { panelPage } from '../gallery/panel-page.ts';
import { command } from '../gallery/question-states.ts';

if (!hasChromium) console.warn('no chromium: the rows of tools are not tested');

describe.skipIf(!hasChromium)('the row of a tool', () => {
  const panel = panelPage();
  const row = (key: string) => panel.page.locator(`spool-tool[data-key="${key}"]`);
  const text = async (key: string) =>
    ((await row(key).locator('.card').textContent()) ?? '').replace(/\s+/g, ' ').trim();

  const lines: readonly (readonly [key: string, text: RegExp])[] = [
    ['2', /^Search attempts · src\/upload 41 lines/],
    ['3', /^Read src\/upload\/queue\.ts:1–214 214 lines/],
    ['4', /^Edit src\/upload\/queue\.ts 12 lines added, 3 lines removed\+12 −3 *~240 tokens/],
    ['5', /^Write src\/upload\/budget\.ts .*\+1,240 −0/],
    ['6', /^Delete src\/upload\/old-queue\.ts/],
    ['7', /^Move src\/a\.ts → src\/upload\/a\.ts/],
    ['8', /^Run npm test -- queue exit code 0 *38 lines/],
    ['9', /exit code 2/],
    ['10', /ended by SIGKILL/],
    ['11', /goes on in the background as c3/],
  ];

  test('says what was done, to what, and how it ended', async () => {
    await panel.open('22-tools');
    for (const [key, expected] of lines) expect(await text(key)).toMatch(expected);
  });

  test('of a command that failed has the sign of an error, one that did not has none', async () => {
    await panel.open('22-tools');
    expect(await row('8').locator('.fail').count()).toBe(0);
    expect(await row('9').locator('.fail').count()).toBe(1);
  });

  test('says what a person did about it, to a screen reader too, and has no sign of an error', async () => {
    await panel.open('22c-interventions');
    const expected = [
      ['20', 'Denied'],
      ['21', 'Denied'],
      ['22', 'Stopped'],
      ['23', 'Not run in Plan'],
      ['24', '2 of 3 changes'],
    ] as const;
    for (const [key, words] of expected) {
      expect((await row(key).locator('[data-intervention]').textContent())?.trim()).toBe(words);
      expect(await row(key).getAttribute('aria-label')).toContain(`, ${words}, `);
      expect(await row(key).locator('.fail').count()).toBe(0);
      expect(await text(key)).not.toContain('failed');
    }
    expect(await text('20')).toContain('You wrote: The budget is per part: change budget.ts.');
  });

  test('of a change opens its diff', async () => {
    await panel.open('22-tools');
    await row('4').locator('[data-action=open-diff]').click();
    expect(await panel.told('openDiff')).toEqual([{ key: '4' }]);
    expect(await row('3').locator('[data-action=open-diff]').count()).toBe(0);
  });

  test('opens the file, unless that is gone', async () => {
    await panel.open('22-tools');
    await row('4').locator('[data-action=open-file]').click();
    expect(await panel.told('openFile')).toEqual([{ path: 'src/upload/queue.ts' }]);
    expect(await row('6').locator('[data-action=open-file]').count()).toBe(0);
  });

  test('of a command that runs counts its time, and says when it waits for the person', async () => {
    await panel.open('22-tools');
    expect(await text('13')).toContain('running…');
    expect(await row('13').locator('[data-elapsed]').textContent()).toBe('1:00');
    const busy = { type: 'turn', phase: 'tools', since: 0 };
    await panel.change('22-tools', { busy, question: { ...command, call: 'c13' } });
    await expect.poll(() => text('13')).toContain('waits for your answer');
    // Another call of the same tool is asked about: this one may not have begun.
    await panel.change('22-tools', { busy, question: { ...command, call: 'c14' } });
    await expect.poll(() => text('13')).toContain('no result yet');
  });

  test('of a command that runs shows its last lines, and its terminal on demand', async () => {
    await panel.open('22d-live');
    expect(await row('13').locator('[data-live]').textContent()).toContain('part 8 is sent again');
    expect(await row('11').locator('[data-live]').textContent()).toBe('ready on http://localhost:5173');
    await row('11').locator('[data-action=show-terminal]').click();
    expect(await panel.told('showTerminal')).toEqual([{ id: 'c3' }]);
    await panel.page.evaluate(() => window.host.liveCommands([{ call: 'c11', id: 'c3', text: '', isRunning: false }]));
    await expect.poll(() => row('11').locator('[data-live]').count()).toBe(0);
    expect(await row('11').locator('[data-action=show-terminal]').count()).toBe(1);
    expect(await row('13').locator('[data-action=show-terminal]').count()).toBe(0);
  });

  test('of a restore says what was restored, and the newest can be undone', async () => {
    await panel.open('16-restored');
    const restores = panel.page.locator('.item.kick');
    expect((await restores.nth(1).textContent())?.trim()).toMatch(
      /^Restored: 3 files are as they were before\s+Undo Restore$/,
    );
    expect(await restores.nth(0).locator('button').count()).toBe(0);
    await restores.nth(1).locator('[data-action=undo-restore]').click();
    expect(await panel.told('runCommand')).toEqual([{ command: 'undoRestore' }]);
  });

  test('of a to-do list shows the newest list with its states, and of earlier ones how far they were', async () => {
    await panel.open('22-tools');
    expect(
      await row('12')
        .locator('[data-todo]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-todo'))),
    ).toEqual(['done', 'done', 'open']);
    expect(await row('12').locator('[data-todo]').first().textContent()).toContain(
      'done: Give each part a retry budget',
    );
    expect(await row('1').locator('[data-todo]').count()).toBe(0);
    expect(await text('1')).toMatch(/^To-do list .*1 of 3 done/);
    await row('1').locator('[data-action=toggle]').click();
    await expect.poll(() => row('1').locator('[data-todo]').count()).toBe(3);
  });
});
