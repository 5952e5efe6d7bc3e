/** Markers of compactions, and what lies above them, in a real browser. */
import { describe, expect, test } from 'vitest';
import { hasChromium } from '../gallery/browser.ts';
import { panelPage } from '../gallery/panel-page.ts';

if (!hasChromium) console.warn('no chromium: the markers are not tested');

describe.skipIf(!hasChromium)('a compaction in the thread', () => {
  const panel = panelPage();
  const said = () => panel.page.locator('spool-marker section').textContent();
  const row = (key: string) => panel.page.locator(`[data-key="${key}"]`);

  test('P4 leaves what is kept above it in full, with a badge', async () => {
    await panel.open('05b-compacted');
    expect(await row('120').evaluate((one) => one.localName)).toBe('spool-message');
    expect(await row('120').locator('.badge').textContent()).toContain('kept');
    expect(await row('121').evaluate((one) => one.localName)).toBe('spool-short-row');
  });

  test.each([
    ['03b-estimated-by-hand', true],
    ['02-thread', false],
  ])('the gauge of %s says whether it is an estimate: %s', async (state, isEstimate) => {
    await panel.open(state);
    const name = await panel.page.locator('spool-gauge [data-action=context]').getAttribute('aria-label');
    expect(name?.includes('This is an estimate.')).toBe(isEstimate);
  });

  test('has rows above it whose speaker is named, as a heading too', async () => {
    await panel.open('05c-expanded');
    const rows = panel.page.locator('spool-short-row');
    const named = await rows.evaluateAll((all) =>
      all.map((one) => [one.ariaLabel, one.shadowRoot?.querySelector('h3')?.textContent]),
    );
    expect(named.length).toBeGreaterThan(2);
    expect(named.some(([, heading]) => heading?.startsWith('You, '))).toBe(true);
    for (const [name, heading] of named) {
      expect(name).toBeTruthy();
      // A call is no speech: its name says what was called.
      if (heading) expect(heading).toBe(name);
      else expect(name).toContain('tokens');
    }
  });

  test('says what an undo costs, and after it what happens next', async () => {
    await panel.open('05h-priced');
    expect(await said()).toContain('Undo puts ~117k back into the context: ~$0.44 once');
    await panel.open('06c-undone-past-the-limit');
    expect(await said()).toContain('before the next request you are asked whether to compact it');
    await panel.open('06f-undone-and-too-large');
    expect(await said()).toContain('it is compacted again before the next request');
  });

  test('P6 brings a preview into view by its top where it is taller than the view, with the focus in it', async () => {
    await panel.open('15-preview', 400);
    await expect.poll(panel.focused).toBe('h2');
    await panel.settled();
    await panel.settled();
    const { top, view } = await panel.page.evaluate(() => {
      const within = (root: ParentNode | null | undefined, name: string) => root?.querySelector(name);
      const shell = within(document, 'spool-panel')?.shadowRoot;
      const heading = within(within(shell, 'spool-preview')?.shadowRoot, 'h2');
      const log = within(within(shell, 'spool-thread')?.shadowRoot, '.log');
      return { top: heading?.getBoundingClientRect().top ?? -1, view: log?.getBoundingClientRect().top ?? 0 };
    });
    expect(top).toBeGreaterThanOrEqual(view);
  });

  test('P5 that changed nothing stays as a row, and is tried again by its buttons', async () => {
    await panel.open('06d-failed');
    const failed = panel.page.locator('spool-attempt[data-end=failed]');
    await expect.poll(() => failed.locator('section').textContent()).toContain('The summary came back empty.');
    await failed.locator('[data-action=retry-compaction]').click();
    await failed.locator('[data-action=without-model]').click();
    expect(await panel.told('retryCompaction')).toEqual([
      { attempt: 126, withoutModel: false },
      { attempt: 126, withoutModel: true },
    ]);
  });

  test('that runs shows its steps with their sizes', async () => {
    await panel.open('05i-compacting-by-steps');
    const running = panel.page.locator('spool-running');
    await expect.poll(() => running.ariaSnapshot()).toContain('148k → ~31k');
    expect(await running.ariaSnapshot()).toMatch(/Summarize 12 turns,? ?part 2 of 5,? ?in progress/);
    await running.locator('[data-action=cancel]').click();
    expect(await panel.told('stop')).toHaveLength(1);
  });

  test('has a summary that is edited in a field, which stays open where it is not saved', async () => {
    await panel.open('05l-editing');
    const field = panel.page.locator('spool-marker textarea');
    await field.waitFor();
    await expect.poll(panel.focused).toBe('summary-text');
    expect(await field.inputValue()).toContain('the whole of 130');
    await field.fill(' ');
    await panel.page.evaluate(() => {
      window.host.refusal = 'The summary was not saved: it is empty.';
    });
    await panel.page.keyboard.press('Control+Enter');
    await expect.poll(panel.said).toContain('it is empty');
    expect(await field.inputValue()).toBe(' ');
    await panel.page.keyboard.press('Escape');
    await field.fill('Other words.');
    await panel.page.evaluate(() => {
      window.host.refusal = undefined;
    });
    await panel.page.locator('[data-action=save-summary]').click();
    await expect.poll(() => field.count()).toBe(0);
    await expect.poll(panel.focused).toBe('edit-summary');
    expect(await panel.told('editSummary')).toEqual([
      { compaction: 130, text: ' ', edit: 0 },
      { compaction: 130, text: 'Other words.', edit: 0 },
    ]);
  });

  test('that a restore left behind says so, and offers no undo', async () => {
    await panel.open('16-restored');
    const marker = panel.page.locator('spool-marker[data-state=left]');
    await expect.poll(() => marker.locator('.badge').textContent()).toContain('left behind');
    await expect
      .poll(() => marker.locator('.marker-body').textContent())
      .toContain('A restore left this compaction behind');
    expect(await said()).not.toContain('Undo puts');
    expect(await marker.locator('[data-action=undo]').count()).toBe(0);
  });

  test('says that its summary was edited, and takes the edit back', async () => {
    await panel.open('05k-edited');
    await panel.page.locator('[data-action=restore-summary]').click();
    expect(await panel.told('restoreSummary')).toEqual([{ compaction: 130 }]);
  });

  test('has its newest summary edited by the command', async () => {
    await panel.open('05k-edited');
    await panel.page.evaluate(() => window.host.focus('summary'));
    await expect.poll(panel.focused).toBe('summary-text');
    await panel.page.locator('[data-action=cancel-edit]').click();
    await expect.poll(panel.focused).toBe('edit-summary');
  });

  test('keeps the focus at its button when that is pressed and becomes another', async () => {
    await panel.open('05c-expanded');
    const marker = panel.page.locator('spool-marker').last();
    const becomes = (state: 'undone' | 'done', inside?: number) =>
      marker.evaluate(
        (element, [now, outer]) => {
          Object.assign(element, { row: { ...Reflect.get(element, 'row'), state: now, inside: outer } });
        },
        [state, inside] as const,
      );
    const focused = () => marker.evaluate((element) => element.shadowRoot?.activeElement?.getAttribute('data-action'));
    await marker.locator('[data-action=undo]').focus();
    await panel.page.keyboard.press('Enter');
    expect(await panel.told('undoCompaction')).toHaveLength(1);
    await becomes('undone');
    await expect.poll(focused).toBe('redo');
    expect(await said()).toContain('restored');
    await panel.page.keyboard.press('Enter');
    await becomes('done');
    await expect.poll(focused).toBe('undo');
    await becomes('undone', 999);
    await expect.poll(said).toContain('A later compaction covers these turns');
    expect(await said()).not.toContain('restored');
  });

  test('takes a double click on Undo for one press', async () => {
    await panel.open('05c-expanded');
    await panel.page.locator('spool-marker').last().locator('[data-action=undo]').dblclick();
    expect(await panel.told('undoCompaction')).toHaveLength(1);
  });

  test('leaves the focus in the panel when the button that was pressed is disabled, so that Escape still stops', async () => {
    await panel.open('05c-expanded');
    await panel.page.locator('.foot [data-action=compactThread]').focus();
    await panel.page.keyboard.press('Enter');
    await panel.page.evaluate(() => window.host.show('05a-compacting'));
    await expect.poll(panel.focused).toBe('type');
    await panel.page.keyboard.press('Escape');
    expect(await panel.told('stop')).toHaveLength(1);
  });

  test('P13 has a name without dots', async () => {
    await panel.open('05b-compacted');
    const names = await panel.page.locator('spool-marker').ariaSnapshot();
    expect(names).toContain('Compacted');
    expect(names).not.toContain('\u00b7');
  });
});
