/** A thread as Markdown: complete, with fences that no output can end. */
import { expect, it } from 'vitest';
import type { Entry } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { threadMarkdown } from '../../../src/extension/documents/thread-markdown.ts';
import { ENGLISH } from '../english.ts';
import { ENTRIES, typed } from '../storage/sample-entries.ts';

it('holds what was said, called and answered, and each compaction', () => {
  const text = [...threadMarkdown(replay(ENTRIES), ENGLISH)].join('');
  expect(text).toMatch(/^# Größe der Warteschlange 🧵\n\n## You · /);
  expect(text).toContain('Why does the queue grow?\nIt should not.');
  expect(text).toContain('> Thinking\n>\n> hm');
  expect(text).toContain('**Tool read_file**');
  expect(text).toContain('```\n𝒳 = 1\n```');
  expect(text).toContain('Compact');
});

it('keeps an output with fences in one fence', () => {
  const result: Entry = {
    id: entryId(2),
    at: 2,
    type: 'message',
    origin: 'tools',
    blocks: [{ type: 'tool_result', toolUseId: 'c', content: [{ type: 'text', text: 'a\n`````\nb' }] }],
  };
  const text = [...threadMarkdown(replay([typed(1, 'x'), result]), ENGLISH)].join('');
  expect(text).toContain('``````\na\n`````\nb\n``````');
});
