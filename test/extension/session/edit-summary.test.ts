/** A person edits the summary of a compaction, and takes the edit back. */
import { describe, expect, it } from 'vitest';
import { planReplace } from '../../../src/core/compaction/replace/plan-replace.ts';
import { checkpointIds } from '../../../src/core/thread/checkpoint.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import { projectRows, rowText } from '../../../src/core/view/rows.ts';
import { summaryEditText } from '../../../src/extension/words/summary-edit-text.ts';
import { openWindow, said } from '../agent/scripted-model.ts';
import { ENGLISH } from '../english.ts';

async function compactedWindow() {
  const window = openWindow({
    window: 60_000,
    config: { strategy: 'extract', targetTokens: 4_000 },
    reply: (n) => said(`Answer ${n}. ${'It goes on and on about the queue. '.repeat(120)}`),
  });
  await window.session.create(undefined);
  for (let n = 0; n < 8; n++) {
    await window.agent.send(`Question ${n}?`);
    await window.agent.whenIdle();
  }
  const outcome = await window.agent.compact();
  if (outcome.type !== 'compacted') throw new Error(outcome.type);
  const thread = () => {
    const { open } = window.session.state;
    if (!open) throw new Error('no thread is open');
    return open.thread;
  };
  const marker = () => projectRows(thread()).rows.find(({ type }) => type === 'marker');
  return { ...window, id: outcome.compaction, thread, marker };
}

describe('the summary of a compaction', () => {
  it('reads as a person wrote it, also to the model, and again as it was', async () => {
    const { session, id, thread, marker } = await compactedWindow();
    const before = JSON.stringify(projectContext(thread()));
    expect(marker()).toMatchObject({ editable: { edits: [0, 1], longest: 0 } });
    expect(marker()).not.toHaveProperty('edited');
    expect(await session.editSummary(id, 'The queue is what matters.')).toEqual({ type: 'saved' });
    expect(marker()).toMatchObject({ edited: true, summary: { text: expect.stringContaining('what matters') } });
    expect(rowText(thread(), String(id), 'edit')).toBe('The queue is what matters.');
    expect(JSON.stringify(projectContext(thread()))).toContain('The queue is what matters.');
    expect(await session.editSummary(id)).toEqual({ type: 'saved' });
    expect(marker()).not.toHaveProperty('edited');
    expect(JSON.stringify(projectContext(thread()))).toBe(before);
    const { length } = thread().entries;
    expect(await session.editSummary(id)).toEqual({ type: 'saved' });
    expect(thread().entries.length).toBe(length);
  });

  it('is any of several, and all read again as they were', async () => {
    const { session, thread } = await compactedWindow();
    await session.undo();
    const ids = checkpointIds(thread().messages);
    const replacements = [
      { to: ids[1] ?? '', summary: 'It began.' },
      { from: ids[3] ?? '', to: ids[5] ?? '', summary: 'It went on and on.' },
    ];
    const planned = planReplace({ thread: thread(), replacements, trigger: 'manual' });
    if (!planned.ok) throw new Error(planned.error.type);
    const id = await session.append(planned.value);
    if (typeof id !== 'number') throw new Error(id.type);
    const before = JSON.stringify(projectContext(thread()));
    expect(await session.editSummary(id, 'The beginning.', 0)).toEqual({ type: 'saved' });
    expect(await session.editSummary(id, 'The middle.', 1)).toEqual({ type: 'saved' });
    expect(JSON.stringify(projectContext(thread()))).toMatch(/The beginning\..*The middle\./);
    expect(summaryEditText(await session.editSummary(id, 'Nothing.', 99), ENGLISH)).toMatch(/no summary in words/);
    expect(await session.editSummary(id)).toEqual({ type: 'saved' });
    expect(JSON.stringify(projectContext(thread()))).toBe(before);
  });

  it.each([
    ['empty', ' \n', /it is empty/],
    ['larger than the window', 'word '.repeat(80_000), /Make it shorter/],
  ])('is not saved where it is %s', async (_, text, why) => {
    const { session, id, thread } = await compactedWindow();
    const before = thread();
    expect(summaryEditText(await session.editSummary(id, text), ENGLISH)).toMatch(why);
    expect(thread()).toBe(before);
  });

  it('is not edited once the compaction was undone', async () => {
    const { session, id } = await compactedWindow();
    await session.undo();
    expect(summaryEditText(await session.editSummary(id, 'Other words.'), ENGLISH)).toMatch(/was undone/);
    expect(summaryEditText(await session.editSummary(4_711, 'Other words.'), ENGLISH)).toMatch(/no summary in words/);
  });
});
