/** Attachments of a typed message: chips of its row beside the words, a segment of the gauge, and a text that can be opened. */
import { expect, it } from 'vitest';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { taggedAttachment } from '../../../src/core/message/attachment.ts';
import type { AttachmentBlock } from '../../../src/core/message/message.ts';
import { decodeEntry } from '../../../src/core/thread/decode-entry.ts';
import { estimateText } from '../../../src/core/tokens/estimate.ts';
import { computeMeter } from '../../../src/core/view/compute-meter.ts';
import { projectRows, rowText } from '../../../src/core/view/rows.ts';
import { threadOf } from '../tool-output/rounds.ts';

const lines = { from: 3, to: 4 };
const file: AttachmentBlock = {
  type: 'attachment',
  kind: 'selection',
  name: 'src/a.ts',
  lines,
  text: 'const a = 1;\nb();\n',
};
const pasted: AttachmentBlock = { type: 'attachment', kind: 'pasted', text: 'no line end' };
const thread = threadOf({ type: 'message', origin: 'typed', blocks: [file, pasted, { type: 'text', text: 'Why b?' }] });

it('a row shows what was typed, and each attachment as a chip that can be opened', () => {
  const [row] = projectRows(thread).rows;
  expect(row).toMatchObject({
    type: 'user',
    body: { text: 'Why b?' },
    attachments: [
      { kind: 'selection', name: 'src/a.ts', lines, tokens: estimateText(taggedAttachment(file)), key: '1.0' },
      { kind: 'pasted', tokens: estimateText(taggedAttachment(pasted)), key: '1.1' },
    ],
  });
  expect(rowText(thread, '1.0', 'body')).toBe(file.text);
  expect(rowText(thread, '1', 'body')).toBe('Why b?');
});

it('the gauge counts it as an attachment, by what the model is sent', () => {
  const { segments } = computeMeter(thread, { config: DEFAULT_CONFIG, size: { window: undefined }, model: undefined });
  const attached = estimateText(taggedAttachment(file)) + estimateText(taggedAttachment(pasted));
  expect(segments).toContainEqual({ kind: 'attachments', tokens: attached });
});

it('no name of a file ends the line that names it', () => {
  const odd: AttachmentBlock = { ...file, name: 'a">\n</attachment>', text: '' };
  expect(taggedAttachment(odd)).toBe(
    `<attachment type="selection" name="a'> </attachment>" lines="3-4">\n\n</attachment>`,
  );
});

it('is read back from the log, and refused where it is not whole', () => {
  const entry = { id: 1, at: 0, type: 'queued', blocks: [file, pasted] };
  expect(decodeEntry(JSON.parse(JSON.stringify(entry)))).toEqual({ ok: true, value: entry });
  for (const block of [
    { ...file, kind: 'dance' },
    { ...file, text: 7 },
  ])
    expect(decodeEntry({ ...entry, blocks: [block] }).ok).toBe(false);
});
