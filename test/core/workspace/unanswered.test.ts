/** What the model is told when its call needs a question and no person can be asked. */
import { expect, it } from 'vitest';
import type { Reason } from '../../../src/core/permission/reason.ts';
import { reasonText } from '../../../src/core/workspace/reason-text.ts';
import { unansweredText } from '../../../src/core/workspace/unanswered.ts';
import { expectGolden } from '../../golden-file.ts';

const path = { path: 'a/b', name: 'b' };
const REASONS: readonly Reason[] = [
  { type: 'edit' },
  { type: 'outside', path: '../x\u202e' },
  { type: 'secret', ...path },
  { type: 'protected', ...path },
  { type: 'ambiguous-name', ...path },
  { type: 'own-storage', path: 'a' },
  { type: 'unsaved', path: 'a' },
  { type: 'shell' },
  { type: 'too-long', length: 9_000, limit: 8_192 },
  { type: 'too-many-words', count: 9_000, limit: 1_000 },
  { type: 'character', codePoint: 0x200b },
  { type: 'character', codePoint: 0x436 },
  { type: 'construct', construct: '$(…)', text: '$(rm x)' },
  { type: 'construct', construct: '>', text: '> x' },
  { type: 'construct', construct: '*', text: '*.ts' },
  { type: 'construct', construct: 'keyword', text: 'for' },
  { type: 'unreadable' },
  { type: 'builtin', name: 'cd' },
  { type: 'no-rule', words: ['rm', '-rf', 'line\nend'] },
  { type: 'flag', program: 'git log', flag: '--output=x' },
  { type: 'operand', program: 'cat', operand: 'a/../b' },
  { type: 'piped', program: 'xargs' },
  { type: 'repository', problem: { type: 'none' } },
  { type: 'repository', problem: { type: 'below' } },
  { type: 'repository', problem: { type: 'bare' } },
  { type: 'repository', problem: { type: 'unread-config' } },
  { type: 'repository', problem: { type: 'config-key', key: 'alias.x' } },
  { type: 'changed', files: Array.from({ length: 12 }, (_, n) => `f${n}`) },
];
const cwd = { given: '.', real: '/ws', inside: '' };
const asked = (reasons: readonly Reason[], command = 'ls') => {
  const shown = { command, cwd, background: false };
  const request = { type: 'command', shell: 'bash', ...shown } as const;
  return { asks: [{ type: 'ask', reasons, offers: [], request }], proposal: { type: 'command', ...shown } } as const;
};

it('golden: why a person would be asked', async () => {
  const text = [
    REASONS.map((reason) => reasonText(reason)).join('\n'),
    unansweredText(asked(REASONS.slice(0, 2), 'ls\u202e'), 'Ask Ann.'),
  ];
  await expectGolden('results/unanswered.md', text.join('\n\n'));
});

it('is short whatever the model gave, and says each reason once', () => {
  const long: Reason = { type: 'no-rule', words: ['x'.repeat(50_000)] };
  const many = Array.from({ length: 500 }, (_, n): Reason => ({ type: 'outside', path: `../${n}` }));
  const text = unansweredText(asked([long, long, ...many], '\u200b'.repeat(50_000)), '');
  expect(text.length).toBeLessThan(5_000);
  expect(text).toContain('There are 491 more reasons.');
  expect(text.match(/is not allowed without a question/g)).toHaveLength(1);
});
