/** What becomes of the files that are attached to a draft: the same, changed, gone, and when that is looked at. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredAttachment } from '../../../src/extension/attachments/attachment-files.ts';
import { newFolder } from '../../new-folder.ts';
import { FakeUri, host, resetHost } from './fake-vscode.ts';

vi.mock('vscode', async () => (await import('./fake-vscode.ts')).fakeVscode);

const { DraftAttachments } = await import('../../../src/extension/attachments/draft-attachments.ts');
const { SourceWatch } = await import('../../../src/extension/attachments/source-watch.ts');

let root = '';
const opened: (() => unknown)[] = [];
const fileOf = (name: string) => path.join(root, name);
const attached = (name: string, text: string, lines?: { from: number; to: number }): StoredAttachment => ({
  block: { type: 'attachment', kind: 'file', name, text, ...(lines && { lines }) },
  source: FakeUri.file(fileOf(name)).toString(),
});

async function watched(...list: readonly StoredAttachment[]) {
  const attachments = new DraftAttachments(path.join(newFolder('watched'), 'drafts'), () => 't1', vi.fn());
  await attachments.add(list);
  const onDidChange = vi.fn();
  const watch = new SourceWatch(attachments, onDidChange);
  opened.push(
    () => watch.dispose(),
    () => attachments.close(),
  );
  watch.follow();
  const states = () => attachments.list.map(({ id }) => watch.states.get(id));
  return { attachments, watch, states, onDidChange };
}

beforeEach(() => {
  resetHost();
  root = path.join(newFolder('sources'), 'ws');
  mkdirSync(root);
  host.folders = [root];
  writeFileSync(fileOf('a.ts'), 'one\ntwo\n');
});

afterEach(async () => {
  for (const end of opened.splice(0)) await end();
});

describe('the file of an attachment', () => {
  it('is the same, changed or gone', async () => {
    const { states, onDidChange } = await watched(attached('a.ts', 'one\ntwo\n'));
    await expect.poll(states).toEqual(['same']);
    writeFileSync(fileOf('a.ts'), 'other');
    host.watchers[0]?.changed.fire(undefined);
    await expect.poll(states).toEqual(['changed']);
    rmSync(fileOf('a.ts'));
    host.watchers[0]?.changed.fire(undefined);
    await expect.poll(states).toEqual(['gone']);
    expect(onDidChange).toHaveBeenCalledTimes(3);
  });

  it('is the same where the attached lines have moved', async () => {
    const { states } = await watched(attached('a.ts', 'two', { from: 2, to: 2 }));
    writeFileSync(fileOf('a.ts'), 'zero\none\ntwo\n');
    await expect.poll(states).toEqual(['same']);
  });

  it('is looked at when its editor changes, with what is not saved', async () => {
    const { states } = await watched(attached('a.ts', 'one\ntwo\n'));
    await expect.poll(states).toEqual(['same']);
    const uri = FakeUri.file(fileOf('a.ts'));
    host.documents = [{ uri, isDirty: true, isClosed: false, encoding: 'utf8', getText: () => 'typed' }];
    host.edited.fire({ document: { uri } });
    await expect.poll(states).toEqual(['changed']);
  });

  it('counts as the same where it may not be read', async () => {
    host.isTrusted = false;
    const { states } = await watched(attached('a.ts', 'old'));
    await expect.poll(states).toEqual(['same']);
  });
});

describe('the watch', () => {
  it('has one watcher for a file, with a pattern that only its name matches', async () => {
    writeFileSync(fileOf('[a]{b}*.ts'), 'x');
    await watched(attached('[a]{b}*.ts', 'x'), attached('[a]{b}*.ts', 'x', { from: 1, to: 1 }));
    expect(host.watchers.map(({ pattern }) => pattern)).toEqual([`${root}/?a??b??.ts`]);
  });

  it('lets go of files that are no longer attached, and of all at its end', async () => {
    const { attachments, watch } = await watched(attached('a.ts', 'x'), attached('b.ts', 'x'));
    await attachments.remove([attachments.list[0]?.id ?? 0]);
    watch.follow();
    expect(host.watchers.map(({ isDisposed }) => isDisposed)).toEqual([true, false]);
    watch.dispose();
    expect(host.watchers.map(({ isDisposed }) => isDisposed)).toEqual([true, true]);
    expect([host.edited.listeners.size, host.closed.listeners.size]).toEqual([0, 0]);
  });

  it('watches no file for what has none', async () => {
    const { states } = await watched({ block: { type: 'attachment', kind: 'pasted', text: 'x' } });
    expect(host.watchers).toEqual([]);
    expect(states()).toEqual([undefined]);
  });
});
