/** A recording answers in no thread but its own; what is typed in another one waits for a model, or goes to a new thread. */
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/core/thread/entry.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import type { Disk } from '../../../src/extension/storage/disk.ts';
import { DISK } from '../../../src/extension/storage/disk.ts';
import { newThreadId } from '../../../src/extension/storage/thread-folder.ts';
import { longThread } from '../session/long-thread.ts';
import { said } from './scripted-model.ts';
import { open, outline, threadOf, type Window } from './windows.ts';

const CARD = { severity: 'info', actions: ['playRecording', 'selectModel'] };

const imported = longThread(20).map(
  (entry): Entry => (entry.type === 'message' ? { ...entry, source: 'imported' } : entry),
);

/** A window with a thread that is larger than the model's window takes; new threads speak with `usual`. */
async function openImported(script: { usual?: () => string; disk?: Disk; entries?: readonly Entry[] } = {}) {
  const { usual = () => 'replay/one', disk = DISK, entries = imported } = script;
  const window = open({ reply: (n) => said(`Reply ${n}`), window: 4_000, usual, disk });
  const id = newThreadId();
  await window.store.create({ thread: id, createdAt: 1 }, entries);
  await window.session.open(id);
  return { window, id };
}

async function say(window: Window, text: string): Promise<void> {
  expect(await window.agent.send(text)).toEqual({ taken: true });
  await window.agent.whenIdle();
}

const textsOf = (entries: readonly Entry[]) =>
  replay(entries).queue.flatMap(({ blocks }) => blocks.map((block) => block.type === 'text' && block.text));

describe('a message in an imported thread, where there is only a recording', () => {
  it('is kept, offers the two ways on, and compacts nothing', async () => {
    const { window, id } = await openImported();
    await expect.poll(() => window.session.state.model).toBeUndefined();
    await say(window, 'Hello');
    await say(window, 'Are you there?');
    expect(window.requests).toEqual([]);
    expect(window.session.state).toMatchObject({ notice: CARD, busy: undefined });
    const { entries } = await window.store.read(id);
    expect(entries.slice(0, imported.length)).toEqual(imported);
    expect(entries.slice(imported.length).map(({ type }) => type)).toEqual(['queued', 'queued']);
    expect(textsOf(entries)).toEqual(['Hello', 'Are you there?']);
  });

  it('goes on in a new thread with the recording, and is no longer queued in the old one', async () => {
    const { window, id } = await openImported();
    await say(window, 'Hello');
    await say(window, 'Are you there?');
    expect(await window.agent.playRecording()).toMatchObject({ type: 'opened' });
    await window.agent.whenIdle();
    expect(window.session.state.open?.id).not.toBe(id);
    expect(outline(window).filter((line) => line !== 'queued')).toEqual([
      'title',
      'typed: Hello',
      'typed: Are you there?',
      'model: Reply 1',
    ]);
    expect(threadOf(window)).toMatchObject({ model: 'replay/one', isModelChosen: false, title: 'Hello', queue: [] });
    expect(textsOf((await window.store.read(id)).entries)).toEqual([]);
    expect(window.session.state.notice).toBeUndefined();
  });

  it.each(['through the card', 'after the card was closed'])(
    'goes on here with the model that is selected %s',
    async (how) => {
      const { window, id } = await openImported();
      await say(window, 'Hello');
      if (how !== 'through the card') window.session.notify(undefined);
      expect(await window.agent.switchModel('scripted/oak')).toBeUndefined();
      await window.agent.whenIdle();
      expect(window.session.state).toMatchObject({ open: { id }, notice: undefined });
      expect(outline(window).slice(-2)).toEqual(['typed: Hello', 'model: Reply 1']);
    },
  );

  it('stays queued where the disk has no room for a new thread', async () => {
    const disk = { ...DISK };
    const { window, id } = await openImported({ disk });
    await say(window, 'Hello');
    disk.mkdir = async () => {
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    };
    expect(await window.agent.playRecording()).toMatchObject({ type: 'disk', reason: 'ENOSPC' });
    expect(window.session.state.open?.id).toBe(id);
    expect(threadOf(window).queue).toHaveLength(1);
    expect(window.requests).toEqual([]);
  });

  it('is in the new thread before it leaves the old one', async () => {
    const disk = { ...DISK };
    const { window, id } = await openImported({ disk });
    await say(window, 'Hello');
    let atRename: readonly unknown[] = [];
    disk.rename = async (from, to) => {
      await DISK.rename(from, to);
      // The index of the old thread comes when that is left.
      if (!String(to).endsWith('search.bin')) atRename = textsOf((await window.store.read(id)).entries);
    };
    await window.agent.playRecording();
    expect(atRename).toEqual(['Hello']);
    await window.agent.whenIdle();
    expect(outline(window)).toContain('typed: Hello');
  });
});

describe('a recording', () => {
  it('can be selected for no thread of another model', async () => {
    const { window } = await openImported({ usual: () => 'scripted/birch', entries: longThread(2) });
    expect(await window.agent.switchModel('replay/one')).toMatchObject(CARD);
    expect(threadOf(window).isModelChosen).toBe(false);
  });

  it('plays in a new thread of its own where another model is the usual one', async () => {
    const { window } = await openImported({ usual: () => 'scripted/birch' });
    await window.agent.playRecording();
    expect(threadOf(window)).toMatchObject({ model: 'replay/upload-queue', isModelChosen: true, messages: [] });
    await say(window, 'Hello');
    expect(threadOf(window).messages.at(-1)?.model).toBe('replay/upload-queue');
  });
});
