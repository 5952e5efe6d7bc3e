/** The tools for files as a model calls them: what they do, ask, refuse and answer. */
import { describe, expect, it } from 'vitest';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { append, nextId } from '../../../src/core/thread/thread.ts';
import { work } from '../arbitrary/work.ts';
import { MemoryFiles, session } from './memory-files.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, n) => `line ${n + 1}\n`).join('');
const edit = (old: string, replacement: string) => ({ path: 'a.ts', edits: [{ old, new: replacement }] });

describe('read_file', () => {
  it('numbers the lines, pages them, and says what is left', async () => {
    const { call } = session(new MemoryFiles({ 'a.ts': 'one\r\ntwo\r\nthree' }));
    expect(await call('read_file', { path: 'a.ts' })).toEqual({
      text: '1\tone\n2\ttwo\n3\tthree\n[a.ts, lines 1-3 of 3]',
      isError: false,
    });
    const page = await call('read_file', { path: 'a.ts', offset: 2, limit: 1 });
    expect(page.text).toBe('2\ttwo\n[a.ts, lines 2-2 of 3; next page: offset=3]');
    expect(await call('read_file', { path: 'a.ts', offset: 9 })).toMatchObject({ isError: true });
    expect(await call('read_file', { path: 'b.ts' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('There is no file b.ts.'),
    });
    expect(await call('read_file', { file: 'a.ts' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('"file"'),
    });
  });

  it('gives a line of 5 MB in windows', async () => {
    const { call } = session(new MemoryFiles({ 'a.ts': `x${'0123456789'.repeat(500_000)}` }));
    const first = await call('read_file', { path: 'a.ts' });
    expect(first.text.length).toBeLessThan(3000);
    const column = Number(/line 1 goes on: offset=1 column=(\d+) limit=1/.exec(first.text)?.[1]);
    const next = await call('read_file', { path: 'a.ts', column });
    expect(next.text.slice(2, 5)).toBe('0123456789'.repeat(1000).slice(column - 2, column + 1));
  });

  it('says what others changed since the last read, and which text is unsaved', async () => {
    const files = new MemoryFiles({ 'a.ts': numbers(20) });
    const { call } = session(files);
    await call('read_file', { path: 'a.ts' });
    expect((await call('read_file', { path: 'a.ts' })).text).not.toContain('changed');
    files.contents.set('a.ts', { text: numbers(20).replace('line 7\n', 'seven\n'), isDirty: true });
    const { text } = await call('read_file', { path: 'a.ts' });
    expect(text).toContain('unsaved');
    expect(text).toContain('changed since you last saw it: lines 7]');
  });

  it('reads nothing of a file that may not be read', async () => {
    const made = session(new MemoryFiles({ '.env': 'KEY=1' }));
    made.decide = () => ({ type: 'refuse', reason: { type: 'restricted' } });
    expect((await made.call('read_file', { path: '.env' })).text).not.toContain('KEY');
    expect(made.decided).toMatchObject([{ type: 'read', path: { inside: '.env' } }]);
  });
});

describe('edit_file', () => {
  it('changes exact text after it was asked, with the change that is shown', async () => {
    const made = session(new MemoryFiles({ 'a.ts': 'one\r\ntwo\r\nthree\r\n' }));
    const done = await made.call('edit_file', edit('one\ntwo', 'one\n$&\ntwo'));
    expect(done).toEqual({ text: 'Changed a.ts: lines 2.', isError: false });
    expect(made.files.contents.get('a.ts')?.text).toBe('one\r\n$&\r\ntwo\r\nthree\r\n');
    expect(made.questions).toMatchObject([
      {
        tool: 'edit_file',
        proposal: { changes: [{ before: 'one\r\ntwo\r\nthree\r\n', after: 'one\r\n$&\r\ntwo\r\nthree\r\n' }] },
      },
    ]);
  });

  it('shows nothing of a file that may not be read when the text is not found', async () => {
    const made = session(new MemoryFiles({ 'a.ts': 'the secret is 1234' }));
    made.decide = () => ({ type: 'refuse', reason: { type: 'plan' } });
    const answer = await made.call('edit_file', edit('the secret was 1234', 'x'));
    expect(answer.text).not.toContain('secret is');
    expect(made.decided).toMatchObject([{ type: 'read' }]);
  });

  it('writes only the accepted hunks, and says which were refused', async () => {
    const made = session(new MemoryFiles({ 'a.ts': numbers(9) }));
    made.answer = () => ({ type: 'allowed', approval: { hunks: new Set([1]) } });
    const edits = [
      { old: 'line 2\n', new: 'two\n' },
      { old: 'line 8\n', new: 'eight\n' },
    ];
    const done = await made.call('edit_file', { path: 'a.ts', edits });
    expect(made.files.contents.get('a.ts')?.text).toBe(numbers(9).replace('line 8', 'eight'));
    expect(done.text).toContain('refused 1 of 2 parts of the change, at lines 2 of');
    made.answer = () => ({ type: 'allowed', approval: { hunks: new Set() } });
    expect(await made.call('edit_file', edit('line 1\n', ''))).toMatchObject({ isError: true });
  });

  it('asks again, with the new text, when the file is changed between question and write', async () => {
    const made = session(new MemoryFiles({ 'a.ts': numbers(9) }));
    made.files.beforeWrite = () => {
      if (made.questions.length === 1) made.files.contents.set('a.ts', { text: `first\n${numbers(9)}` });
    };
    expect(await made.call('edit_file', edit('line 2\n', 'two\n'))).toMatchObject({ isError: false });
    expect(made.questions).toHaveLength(2);
    expect(made.files.contents.get('a.ts')?.text).toBe(`first\n${numbers(9).replace('line 2', 'two')}`);
    made.files.beforeWrite = () => {
      made.files.contents.delete('a.ts');
    };
    expect((await made.call('edit_file', edit('line 3\n', 'three\n'))).text).toContain('There is no file a.ts');
  });

  it('merges with what others changed elsewhere, and refuses where they changed the same lines', async () => {
    const made = session(new MemoryFiles({ 'a.ts': numbers(9) }));
    await made.call('read_file', { path: 'a.ts' });
    made.files.contents.set('a.ts', { text: numbers(9).replace('line 8', 'eight') });
    const done = await made.call('edit_file', edit('line 2\n', 'two\n'));
    expect(done.text).toContain('Others had changed the file elsewhere');
    expect(made.files.contents.get('a.ts')?.text).toBe(numbers(9).replace('line 8', 'eight').replace('line 2', 'two'));
    const clash = await made.call('edit_file', edit('line 8\n', 'acht\n'));
    expect(clash.isError).toBe(true);
    expect(clash.text).toContain('8\teight');
    await made.call('read_file', { path: 'a.ts' });
    expect(await made.call('edit_file', edit('eight\n', 'acht\n'))).toMatchObject({ isError: false });
  });

  it('does not change another place than the model saw, when its place was changed and a copy was made', async () => {
    const made = session(new MemoryFiles({ 'a.ts': `${numbers(9)}tail\n` }));
    await made.call('read_file', { path: 'a.ts' });
    made.files.contents.set('a.ts', { text: `${numbers(9).replace('line 2\n', 'two\n')}line 2\ntail\n` });
    expect(await made.call('edit_file', edit('line 2\n', 'zwei\n'))).toMatchObject({ isError: true });
  });

  it('says what a formatter changed, so that the next edit finds its text', async () => {
    const made = session(new MemoryFiles({ 'a.ts': 'a\nb\n' }));
    await made.call('read_file', { path: 'a.ts' });
    made.files.format = (text) => text.replace('b\n', 'b;\n');
    const done = await made.call('edit_file', edit('a\n', 'A\n'));
    expect(done.text).toContain('changed it further (a formatter, say): lines 2.');
    expect((await made.call('edit_file', edit('b\n', 'B\n'))).text).toContain('2\tb;');
  });

  it.each([
    ['no edits', { path: 'a.ts', edits: [] }, 'edits must be'],
    ['an edit without old', { path: 'a.ts', edits: [{ new: 'x' }] }, 'edits[0]: old is missing'],
    [
      'an argument with a wrong name',
      { path: 'a.ts', edits: [{ old: 'a', new: 'b', replace_all: true }] },
      'replace_all',
    ],
    ['a file that is not there', { path: 'b.ts', edits: [{ old: 'a', new: 'b' }] }, 'write_file makes'],
    ['no change', { path: 'a.ts', edits: [{ old: 'a', new: 'a' }] }, 'same text'],
    [
      'edits that undo each other',
      {
        path: 'a.ts',
        edits: [
          { old: 'a', new: 'q' },
          { old: 'q', new: 'a' },
        ],
      },
      'already',
    ],
  ])('answers %s in a sentence, and changes nothing', async (_, input, said) => {
    const made = session(new MemoryFiles({ 'a.ts': 'a\n' }));
    expect(await made.call('edit_file', input)).toMatchObject({ isError: true, text: expect.stringContaining(said) });
    expect(made.questions).toEqual([]);
  });

  it.each([
    [{ type: 'disk-full' } as const, 'disk is full'],
    [{ type: 'read-only' } as const, 'read-only'],
    [{ type: 'unencodable', encoding: 'shiftjis' } as const, 'shiftjis'],
    [{ type: 'link' } as const, 'link'],
  ])('tells that nothing was changed: %j', async (problem, said) => {
    const made = session(new MemoryFiles({ 'a.ts': 'a\n' }));
    made.files.failing = problem;
    const done = await made.call('edit_file', edit('a', 'b'));
    expect(done).toMatchObject({ isError: true, text: expect.stringContaining(said) });
    expect(done.text).toContain('Nothing was changed');
  });

  it('asks, saying that there is unsaved text, and refuses what would be damaged', async () => {
    const made = session(new MemoryFiles({ 'a.ts': 'a\n' }));
    made.files.contents.set('a.ts', { text: 'a\nunsaved\n', isDirty: true });
    await made.call('edit_file', edit('unsaved', 'b'));
    expect(made.decided).toMatchObject([{ type: 'write', kind: 'edit', isUnsaved: true }]);
    made.files.contents.set('a.ts', { text: 'a', obstacle: { type: 'lossy', encoding: 'utf8' } });
    expect((await made.call('edit_file', edit('a', 'b'))).text).toContain('not valid in its encoding');
  });
});

describe('write_file', () => {
  it('makes a new file, and rewrites what was read whole or written by itself', async () => {
    const made = session(new MemoryFiles({ 'a.ts': numbers(10) }));
    const write = (path: string, content: string) => made.call('write_file', { path, content });
    expect((await write('new/b.ts', 'x\ny')).text).toBe('Wrote the new file new/b.ts, 2 lines.');
    expect(await write('new/b.ts', 'z')).toMatchObject({ isError: false });
    expect((await write('a.ts', 'x')).text).toContain('you have not read it');
    await made.call('read_file', { path: 'a.ts', limit: 4 });
    expect((await write('a.ts', 'x')).text).toContain('line 5 on');
    await made.call('read_file', { path: 'a.ts', offset: 5 });
    expect((await write('a.ts', 'x')).text).toContain('less than half as long');
    expect(made.files.contents.get('a.ts')?.text).toBe('x');
    expect(
      made.decided.filter(({ type }) => type === 'write').map((request) => 'kind' in request && request.kind),
    ).toEqual(['create', 'edit', 'edit']);
  });

  it('keeps what others changed elsewhere, and never writes over a change that was not seen', async () => {
    const made = session(new MemoryFiles({ 'a.ts': numbers(9) }));
    await made.call('read_file', { path: 'a.ts' });
    made.files.contents.set('a.ts', { text: numbers(9).replace('line 8', 'eight') });
    const content = numbers(9).replace('line 2', 'two');
    expect((await made.call('write_file', { path: 'a.ts', content })).text).toContain('Others had changed');
    expect(made.files.contents.get('a.ts')?.text).toBe(content.replace('line 8', 'eight'));
    const clash = await made.call('write_file', { path: 'a.ts', content: content.replace('line 8', 'acht') });
    expect(clash).toMatchObject({ isError: true, text: expect.stringContaining('8\teight') });
  });

  it('does not count as seen what was read after the point that a restore leads back to', async () => {
    const made = session(new MemoryFiles({ 'a.ts': numbers(3) }));
    made.thread = work(2);
    await made.call('read_file', { path: 'a.ts' });
    made.thread = append(made.thread, { type: 'restore', to: entryId(1), id: nextId(made.thread), at: 0 });
    expect((await made.call('write_file', { path: 'a.ts', content: 'x' })).text).toContain('not read it');
  });
});

describe('move_file and delete_file', () => {
  it('act on the file that was shown, and never overwrite', async () => {
    const made = session(new MemoryFiles({ 'a.ts': 'a', 'b.ts': 'b' }));
    expect((await made.call('move_file', { from: 'a.ts', to: 'b.ts' })).text).toContain('exists already');
    expect(await made.call('move_file', { from: 'a.ts', to: 'c.ts' })).toMatchObject({ text: 'Moved a.ts to c.ts.' });
    expect(made.questions.at(-1)?.asks.map(({ request }) => 'path' in request && request.path.inside)).toEqual([
      'a.ts',
      'c.ts',
    ]);
    expect((await made.call('delete_file', { path: 'c.ts' })).text).toBe('Deleted c.ts. It is in the trash.');
    expect([...made.files.contents.keys()]).toEqual(['b.ts']);
    made.files.contents.set('b.ts', { text: 'b', isDirty: true });
    expect((await made.call('delete_file', { path: 'b.ts' })).text).toContain('unsaved');
    expect((await made.call('move_file', { from: 'b.ts', to: 'd.ts' })).text).toContain('unsaved');
  });

  it('ask again when the file was changed meanwhile', async () => {
    const made = session(new MemoryFiles({ 'a.ts': 'a' }));
    made.files.beforeWrite = () => {
      if (made.questions.length === 1) made.files.contents.set('a.ts', { text: 'other' });
    };
    expect(await made.call('delete_file', { path: 'a.ts' })).toMatchObject({ isError: false });
    expect(made.questions).toHaveLength(2);
  });

  it('ask for both paths, so that neither is outside unasked', async () => {
    const made = session(new MemoryFiles({ 'a.ts': 'a' }));
    made.decide = (request) =>
      'path' in request && request.path.real === undefined
        ? { type: 'refuse', reason: { type: 'illegal-path', path: request.path.given } }
        : { type: 'allow' };
    expect(await made.call('move_file', { from: 'a.ts', to: '../x.ts' })).toMatchObject({ isError: true });
    expect(made.files.contents.has('a.ts')).toBe(true);
  });
});
