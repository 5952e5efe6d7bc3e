/** A message whose attachments alone are larger than the window is sent with less of them, and the person reads so. */
import { expect, it } from 'vitest';
import type { AttachmentBlock } from '../../../src/core/message/message.ts';
import { said } from './scripted-model.ts';
import { onDisk, open, outline, threadOf } from './windows.ts';

const lines = (count: number) => Array.from({ length: count }, (_, n) => `line ${n + 1} of the file`).join('\n');
const file: AttachmentBlock = { type: 'attachment', kind: 'file', name: 'src/large.ts', text: lines(20_000) };

it('is sent with the start and the end of its largest attachment', async () => {
  const window = open({ reply: () => said('Read it.'), window: 16_000 });
  await window.agent.send('What does it do?', [file]);
  await window.agent.whenIdle();
  expect(window.requests).toHaveLength(1);
  const sent = JSON.stringify(window.requests[0]?.messages.at(-1));
  expect(sent).toContain('What does it do?');
  expect(sent).toMatch(/characters left out to fit the context window; the rest is in src\/large\.ts from line \d+\]/);
  expect(outline(window).at(-1)).toBe('model: Read it.');
  expect(threadOf(window).queue).toEqual([]);
  expect(window.session.state.notice).toMatchObject({ severity: 'info', actions: ['selectModel'] });
  expect(window.session.state.notice?.text).toContain('src/large.ts');
  const kept = (await onDisk(window)).entries.filter(({ type }) => type === 'queued');
  expect(kept.map((entry) => JSON.stringify(entry).includes('line 9000 of'))).toEqual([true, false]);
});

it('waits as it is where its words alone are too large', async () => {
  const window = open({ reply: () => said('Read it.'), window: 16_000 });
  await window.agent.send(lines(20_000), [{ ...file, text: lines(50) }]);
  await window.agent.whenIdle();
  expect(window.requests).toHaveLength(0);
  expect(threadOf(window).queue).toHaveLength(1);
  expect(window.session.state.notice).toMatchObject({ severity: 'error' });
});
