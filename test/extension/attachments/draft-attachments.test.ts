/** What is attached to drafts: one list for each thread, which outlives a restart, within its limit. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Attached } from '../../../src/core/message/attachment.ts';
import { DraftAttachments, MOST_ATTACHMENTS } from '../../../src/extension/attachments/draft-attachments.ts';
import { newFolder } from '../../new-folder.ts';

const file = (name: string): Attached => ({ type: 'attachment', kind: 'file', name, text: `the text of ${name}` });
const image: Attached = { type: 'image', mediaType: 'image/png', data: 'UE5H', name: 'shot.png' };

function open(folder = path.join(newFolder('drafts'), 'drafts')) {
  const failures: unknown[] = [];
  const window = { thread: undefined as string | undefined };
  const attachments = new DraftAttachments(
    folder,
    () => window.thread,
    (error) => failures.push(error),
  );
  const names = async (key?: string) => (await attachments.load(key)).map(({ block }) => block.name);
  return { folder, failures, window, attachments, names };
}

describe('the attachments of a draft', () => {
  it('are those of the open thread, each with its file', async () => {
    const { window, attachments, names } = open();
    await attachments.add([{ block: file('a.ts'), source: 'file:///w/a.ts' }]);
    window.thread = 't1';
    expect(attachments.list).toEqual([]);
    await attachments.add([{ block: image }]);
    expect(await names()).toEqual(['shot.png']);
    window.thread = undefined;
    expect(await names()).toEqual(['a.ts']);
    expect(attachments.list[0]?.source).toBe('file:///w/a.ts');
  });

  it('are there again after a restart', async () => {
    const { folder, attachments } = open();
    await attachments.add([{ block: file('a.ts'), source: 'file:///w/a.ts' }, { block: image }], 't1');
    await attachments.close();
    const again = open(folder);
    expect((await again.attachments.load('t1')).map(({ block, source }) => [block, source])).toEqual([
      [file('a.ts'), 'file:///w/a.ts'],
      [image, undefined],
    ]);
    await again.attachments.remove(
      (await again.attachments.load('t1')).map(({ id }) => id),
      't1',
    );
    await again.attachments.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('are as many as one message takes', async () => {
    const { attachments } = open();
    const many = Array.from({ length: MOST_ATTACHMENTS + 5 }, (_, n) => ({ block: file(`${n}.ts`) }));
    expect(await attachments.add(many)).toBe(MOST_ATTACHMENTS);
    expect(await attachments.add(many)).toBe(0);
  });

  it('keep their place when one is attached again', async () => {
    const { attachments, names } = open();
    await attachments.add([{ block: file('a.ts'), source: 'file:///w/a.ts' }, { block: file('b.ts') }]);
    const [first] = attachments.list;
    await attachments.replace(first?.id ?? 0, { block: { ...file('a.ts'), text: 'newer' } as Attached });
    expect(await names()).toEqual(['a.ts', 'b.ts']);
    expect(attachments.list[0]).toMatchObject({ id: first?.id, block: { text: 'newer' } });
  });

  it.each([
    ['no JSON', '{'],
    ['another shape', '{"list":[]}'],
    [
      'a block that is none',
      '{"sources":[null],"message":{"type":"queued","id":1,"at":0,"blocks":[{"type":"dance"}]}}',
    ],
  ])('are none, and said in the log, where their file is damaged: %s', async (_name, text) => {
    const { folder, failures, attachments, names } = open();
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 't1.json'), text);
    expect(await names('t1')).toEqual([]);
    expect(failures).toHaveLength(1);
    await attachments.add([{ block: image }], 't1');
    expect(await names('t1')).toEqual(['shot.png']);
    await attachments.close();
  });

  it('are kept for the newest drafts', async () => {
    const { folder, attachments } = open();
    for (let n = 0; n < 25; n++) await attachments.add([{ block: image }], `t${n}`);
    await attachments.close();
    expect(readdirSync(folder)).toHaveLength(20);
  });
});
