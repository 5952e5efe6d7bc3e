/** Log lines: what is written is read back, and whatever else is refused. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeEntry } from '../../../src/core/thread/decode-entry.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { runs } from '../../property/runs.ts';
import { perform, someOperations } from '../arbitrary/operations.ts';

describe('decodeEntry', () => {
  it('reads back every entry that a thread writes', () => {
    fc.assert(
      fc.property(someOperations, (operations) => {
        for (const entry of operations.reduce(perform, replay([])).entries) {
          const line: unknown = JSON.parse(JSON.stringify(entry));
          expect(decodeEntry(line)).toEqual({ ok: true, value: line });
        }
      }),
      runs(200),
    );
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => typeof decodeEntry(value).ok === 'boolean'));
  });

  it.each([
    [null, /./],
    [{ type: 'message' }, /id|at/],
    [{ type: 'dance', id: 1, at: 0 }, /type/],
    [{ type: 'note', id: 0, at: 0, text: 'x' }, /id/],
    [{ type: 'note', id: 1.5, at: 0, text: 'x' }, /id/],
    [{ type: 'message', id: 1, at: 0, origin: 'typed', blocks: [{ type: 'text' }] }, /blocks\.0\.text/],
    [{ type: 'undo', id: 2, at: 0, compaction: 'one' }, /compaction/],
    [{ type: 'restore', id: 2, at: 0 }, /to/],
    [{ type: 'restore', id: 2, at: 0, to: -1 }, /to/],
    [{ type: 'pin', id: 2, at: 0, message: 1 }, /pinned/],
    [{ type: 'pin', id: 2, at: 0, message: 1.5, pinned: true }, /message/],
    [{ type: 'queued', id: 2, at: 0, blocks: [{ type: 'text', text: 7 }] }, /blocks\.0\.text/],
    [{ type: 'unqueued', id: 2, at: 0, queued: 'the first' }, /queued/],
    [{ type: 'model', id: 2, at: 0, model: null }, /model/],
    [{ type: 'file', id: 2, at: 0, path: '/w/a', seal: 's' }, /before/],
    [{ type: 'file', id: 2, at: 0, path: '/w/a', before: { hash: '../../etc/passwd' }, seal: 's' }, /before\.hash/],
    [{ type: 'file', id: 2, at: 0, path: '/w/a', before: null, after: 'x', seal: 's' }, /after/],
    [{ type: 'file', id: 2, at: 0, path: 7, before: null, seal: 's' }, /path/],
    [{ type: 'file_restore', id: 2, at: 0, to: 1, state: 'half' }, /state/],
    [{ type: 'command_files', id: 2, at: 0, paths: [1], more: 0 }, /paths/],
    [{ type: 'summary_edit', id: 2, at: 0, compaction: 1, edit: -1, replacement: [] }, /edit/],
    [{ type: 'summary_edit', id: 2, at: 0, compaction: 1, edit: 0, replacement: 'text' }, /replacement/],
    [{ type: 'message', id: 2, at: 0, origin: 'typed', blocks: [], queued: true }, /queued/],
    [{ type: 'compaction_attempt', id: 2, at: 0, trigger: 'auto', end: 'lost' }, /end/],
  ])('says where %j differs from an entry', (value, where) => {
    const decoded = decodeEntry(value);
    expect(decoded.ok).toBe(false);
    if (!decoded.ok) expect(decoded.error).toMatch(where);
  });

  const said = { type: 'message', id: 2, at: 0, origin: 'model', blocks: [] };
  const call = { type: 'tool_use', id: 'c', name: 'look', input: {} };
  const step = {
    kind: 'native',
    from: 1,
    to: 2,
    turns: 1,
    toolResults: 0,
    messages: 2,
    tokensBefore: 9,
    tokensAfter: 3,
  };
  const compaction = { type: 'compaction', id: 3, at: 0, trigger: 'auto', strategy: 'summarize', steps: [], edits: [] };
  const usage = { input: 1, output: 2, cacheCreation: 0, cacheRead: 0, total: 3 };
  it.each<[string, object, object]>([
    ['a usage that is none', { ...said, usage: 'many' }, said],
    ['a usage without a count', { ...said, usage: { input: null, total: null } }, said],
    [
      'a bad count',
      { ...said, usage: { ...usage, input: '1', total: '12' } },
      { ...said, usage: { ...usage, input: 0, total: 2 } },
    ],
    [
      'a fraction',
      { ...said, usage: { ...usage, output: 1.5 } },
      { ...said, usage: { ...usage, output: 0, total: 1 } },
    ],
    ['a bad total', { ...said, usage: { ...usage, total: null } }, { ...said, usage }],
    ['a model that is no text', { ...said, model: 5 }, said],
    [
      'a signature and its maker that are no texts',
      { ...said, blocks: [{ ...call, signature: 5, by: {} }] },
      { ...said, blocks: [call] },
    ],
    [
      'a numeric id and name',
      { ...said, blocks: [{ ...call, id: 5, name: 6 }] },
      { ...said, blocks: [{ ...call, id: '5', name: '6' }] },
    ],
    [
      'a call without id and name',
      { ...said, blocks: [{ type: 'tool_use', input: 1 }] },
      { ...said, blocks: [{ ...call, id: '', name: '', input: 1 }] },
    ],
    [
      'a numeric id of a result, and sizes that are none',
      {
        ...said,
        blocks: [
          {
            type: 'tool_result',
            toolUseId: 5,
            content: [{ type: 'image', mediaType: 'a', data: '', width: null }],
            isError: 1,
            outputRef: { id: 'x', byteSize: '5' },
          },
        ],
      },
      {
        ...said,
        blocks: [
          {
            type: 'tool_result',
            toolUseId: '5',
            content: [{ type: 'image', mediaType: 'a', data: '' }],
            outputRef: { id: 'x' },
          },
        ],
      },
    ],
    [
      'a compaction measured with a bad report',
      {
        ...compaction,
        tokensBefore: null,
        tokensAfter: '5',
        usage: {},
        measured: 1,
        fellFrom: { strategy: 'native', reason: 'x', detail: {} },
        steps: [{ ...step, tokensBefore: null }],
      },
      { ...compaction, fellFrom: { strategy: 'native', reason: 'x' }, steps: [{ ...step, tokensBefore: 0 }] },
    ],
    [
      'words of a native compaction that are none',
      { ...said, blocks: [{ type: 'native', by: 'm', data: [1], text: [{}], tokens: -1 }] },
      { ...said, blocks: [{ type: 'native', by: 'm', data: [1], text: '' }] },
    ],
  ])('W1 reads a line with %s, as an earlier build wrote it', (_, line, entry) => {
    expect(decodeEntry(line)).toStrictEqual({ ok: true, value: entry });
  });

  it('W1 reads every line that a value of a server stands in, unless it stands for what must be there', () => {
    const places = ['model', 'usage', 'source', 'cut'];
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.jsonValue(), (place, value) => {
        expect(decodeEntry({ ...said, blocks: [call], [place]: value })).toMatchObject({
          ok: true,
          value: { blocks: [call] },
        });
      }),
    );
  });
});
