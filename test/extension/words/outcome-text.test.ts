/** What a person is told: every failure names what, where and what to do. */
import { describe, expect, it } from 'vitest';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { damageText } from '../../../src/extension/session/report-damage.ts';
import { importText } from '../../../src/extension/words/import-text.ts';
import { compactText, openText, undoText } from '../../../src/extension/words/outcome-text.ts';
import { ENGLISH } from '../english.ts';

const report = { format: undefined, messages: 3, threads: undefined, odd: [], oddLines: 0, leftOut: undefined };

describe('a compaction', () => {
  it.each([
    [
      { type: 'compacted', compaction: entryId(9), tokensBefore: 148_000, tokensAfter: 31_000 },
      'info',
      'Compacted: 148k → 31k tokens.',
    ],
    [
      { type: 'compacted', compaction: entryId(9), tokensBefore: 900, tokensAfter: 800, reason: 'fixed-part' },
      'info',
      'Compacted: 900 → 800 tokens. What must stay is larger than the target.',
    ],
    [
      {
        type: 'compacted',
        compaction: entryId(9),
        tokensBefore: 900,
        tokensAfter: 800,
        unused: { fellFrom: 'no-room' },
      },
      'warning',
      'Compacted: 900 → 800 tokens. Your instructions were not used, as no model wrote a summary: what must stay leaves too little room for one.',
    ],
    [
      { type: 'compacted', compaction: entryId(9), tokensBefore: 900, tokensAfter: 800, unused: {} },
      'warning',
      /not used, .*: the setting spool\.compaction\.strategy asks for none\.$/,
    ],
    [{ type: 'no-limits', problem: { type: 'window-unknown', model: 'm-1' } }, 'error', /m-1 .*Set Context Window…/],
    [{ type: 'no-limits', problem: { type: 'window-unknown', model: undefined } }, 'error', /Set Context Window…/],
    [
      { type: 'no-limits', problem: { type: 'reserve-too-large', window: 8_000, reserve: 9_000 } },
      'error',
      /spool\.model\.reserveTokens .*9,000 .*8,000/,
    ],
    [{ type: 'refused', reason: 'switched-off' }, 'warning', /spool\.compaction\.enabled/],
    [{ type: 'refused', reason: 'strategy-disabled' }, 'warning', /spool\.compaction\.strategy/],
    [{ type: 'unchanged', reason: 'under-target' }, 'info', /already at or under/],
    [
      { type: 'failed', gate: { gate: 'order', detail: 'entry 3 after 4' } },
      'error',
      /order: entry 3 after 4.*as it was/,
    ],
    [{ type: 'held' }, 'warning', /Another window writes.*Take it over/],
    [
      { type: 'disk', reason: 'ENOSPC', file: '/t/log.jsonl' },
      'error',
      '/t/log.jsonl: The disk is full. Make room and try again. The thread is as it was.',
    ],
    [
      { type: 'disk', reason: 'LOG_GONE', file: '/t/log.jsonl' },
      'error',
      /^The file was deleted or moved while .*is shown here\. The file: \/t\/log\.jsonl$/,
    ],
    [{ type: 'no-thread' }, 'info', /Open or import/],
  ] as const)('that ends as %j', (outcome, severity, text) => {
    const said = compactText(outcome, ENGLISH);
    expect(said.severity).toBe(severity);
    expect(said.text).toMatch(text);
  });
});

it('says nothing where the thread shows it', () => {
  expect(undoText({ type: 'undone', compaction: entryId(1) }, ENGLISH)).toBeUndefined();
  const stale = (type: 'not-live' | 'not-undone' | 'left-behind') =>
    undoText({ type: 'impossible', problem: { type, id: entryId(1) } }, ENGLISH)?.severity;
  // A double click asks for what is already so.
  expect([stale('not-live'), stale('not-undone'), stale('left-behind')]).toEqual([undefined, undefined, 'warning']);
  expect(openText({ type: 'opened', id: 't', file: '/t', readOnly: false }, ENGLISH)).toBeUndefined();
  expect(importText({ type: 'cancelled' }, ENGLISH)).toBeUndefined();
  expect(importText({ type: 'imported', id: 't', file: '/t', report }, ENGLISH)).toBeUndefined();
});

it('names file, line and what to do when an import fails or leaves lines out', () => {
  const odd = [{ line: 5, detail: 'not JSON' }];
  expect(
    importText({ type: 'imported', id: 't', file: '/t', report: { ...report, odd, oddLines: 3 } }, ENGLISH)?.text,
  ).toBe('3 lines were left out or read in part; the first is line 5: not JSON');
  const threads = { count: 3, thread: 1 };
  expect(importText({ type: 'imported', id: 't', file: '/t', report: { ...report, threads } }, ENGLISH)?.text).toBe(
    'The file holds 3 threads, the longest first; this is thread 1.',
  );
  expect(importText({ type: 'disk', reason: 'ENOENT', file: '/x.jsonl' }, ENGLISH)?.text).toBe(
    '/x.jsonl: The file is not there. Nothing was imported.',
  );
});

it('says of a damaged log that it is open, which line is skipped and why', () => {
  const skipped = [
    { line: 4, why: 'torn', detail: 'not whole JSON' },
    { line: 9, why: 'foreign', detail: 'no entry of this log' },
  ] as const;
  expect(damageText({ file: '/t/log.jsonl', skipped: [] }, true, ENGLISH)).toBeUndefined();
  expect(damageText({ file: '/t/log.jsonl', skipped: skipped.slice(0, 1) }, true, ENGLISH)).toBe(
    '/t/log.jsonl, line 4: the line is not whole, as after a crash. The line is skipped. All else of the thread is there.',
  );
  const more = 'This and 1 more line are skipped';
  expect(damageText({ file: '/t/log.jsonl', skipped }, true, ENGLISH)).toContain(
    `${more}; the log channel lists them.`,
  );
  expect(damageText({ file: '/t/log.jsonl', skipped }, false, ENGLISH)).toContain(`${more}. `);
});
