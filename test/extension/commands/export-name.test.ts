/** The name that Export Thread… suggests for a file: from the title, and another one for each form. */
import { expect, it, vi } from 'vitest';
import { exportName } from '../../../src/extension/commands/threads/export-thread.ts';

vi.mock('vscode', () => ({}));

it('takes from the title what a file can be named, and keeps the forms apart', () => {
  expect(exportName('What does src/queue.ts do?', 'markdown')).toBe('What does src queue ts do.md');
  expect(exportName('What does src/queue.ts do?', 'spool')).toBe('What does src queue ts do.jsonl');
  expect(exportName('What does src/queue.ts do?', 'claude-code')).toBe('What does src queue ts do.claude-code.jsonl');
  expect(exportName('…', 'spool')).toBe('thread.jsonl');
});
