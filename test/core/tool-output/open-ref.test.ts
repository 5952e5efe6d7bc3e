/** R36: what any edit took out of the context is reachable by its ref, with exactly its lines. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planDeduplication } from '../../../src/core/compaction/outputs/deduplicate.ts';
import { planCollapse } from '../../../src/core/compaction/outputs/plan-collapse.ts';
import { planTrim } from '../../../src/core/compaction/outputs/trim.ts';
import type { Block } from '../../../src/core/message/message.ts';
import type { Edit } from '../../../src/core/thread/edit.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { messagesBetween, replay, type Thread } from '../../../src/core/thread/thread.ts';
import { openRef } from '../../../src/core/tool-output/open-ref.ts';
import { parseRef, refOfEdit } from '../../../src/core/tool-output/ref.ts';
import { deepFreeze } from '../arbitrary/deep-freeze.ts';
import { perform, someOperations } from '../arbitrary/operations.ts';
import { compacted, read, round, run, threadOf, typed } from './rounds.ts';
import { MemoryOutputs, PICTURE, RUNS } from './samples.ts';

async function textAt(ref: string, thread: Thread, outputs = new MemoryOutputs()): Promise<string> {
  const source = await openRef(ref, thread, outputs);
  if (!source.ok) throw new Error(`${ref}: ${source.error.type}`);
  let text = '';
  for await (const chunk of source.value.chunks()) text += chunk;
  return text;
}

describe('R36 a ref', () => {
  it.each([
    ['o_3f2a9c51b07d44e8', { type: 'output', id: 'o_3f2a9c51b07d44e8' }],
    ['e12', { type: 'entries', from: 12, to: 12 }],
    ['e12-40', { type: 'entries', from: 12, to: 40 }],
    ['e12.0', { type: 'blocks', entry: 12, from: 0, to: 0 }],
    ['e12.0-2', { type: 'blocks', entry: 12, from: 0, to: 2 }],
  ])('%s is an address', (text, ref) => {
    expect(parseRef(text)).toEqual(ref);
  });

  it.each([
    '',
    'e',
    'e-1',
    'e1.',
    'e1.2.3',
    '../x',
    'o_../../log.jsonl',
    'o_',
    'o_ABCDEFGH',
    'o_3f2a9c51b07d44e8\n',
    '12',
    'E12',
  ])('R38 %j is none', (text) => {
    expect(parseRef(text)).toBeUndefined();
  });

  const thread = threadOf(
    typed('go'),
    round(read('a.ts', 'one\ntwo\n'), run('cat x', { content: [{ type: 'text', text: 'é' }, PICTURE] })),
  );

  it('to a result alone gives its very text, to messages their blocks under their names', async () => {
    expect(await textAt('e3.0', thread)).toBe('one\ntwo\n');
    expect(await textAt('e3.1', thread)).toBe('é\n[image image/png]\n');
    const [a, b] = thread.messages.at(1)?.blocks.map((block) => (block.type === 'tool_use' ? block.id : '')) ?? [];
    const whole = [
      '--- e1 user ---',
      'go',
      '--- e2 assistant ---',
      `[call ${a}: read_file]`,
      'path: a.ts',
      `[call ${b}: bash]`,
      'command: cat x',
      '--- e3 tool results ---',
      `[result of ${a}]`,
      'one',
      'two',
      `[result of ${b}]`,
      'é',
      '[image image/png]',
    ];
    expect(await textAt('e1-3', thread)).toBe(`${whole.join('\n')}\n`);
    expect(await textAt('e1-2', thread)).toBe(`${whole.slice(0, 7).join('\n')}\n`);
    const source = await openRef('e1-3', thread, new MemoryOutputs());
    expect(source.ok && [...source.value.media]).toEqual([[14, PICTURE]]);
  });

  it('writes every kind of block, texts of an input line by line', async () => {
    const blocks: readonly Block[] = [
      { type: 'thinking', text: 'hm\nwell' },
      { type: 'redacted_thinking', data: 'AAAA' },
      { type: 'reminder', text: 'mind the tabs' },
      { type: 'document', mediaType: 'application/pdf', data: 'JVBERi0=', name: 'plan.pdf' },
      { type: 'image', mediaType: 'image/png', data: 'iVBORw0KGgo=', width: 3, height: 2 },
      { type: 'image', mediaType: 'image/png', data: 'iVBORw0KGgo=', width: 3 },
      { type: 'document', mediaType: 'text/plain', data: 'YQ==' },
      { type: 'attachment', kind: 'file', name: 'c.ts', text: 'one\ntwo' },
      { type: 'tool_use', id: 'w', name: 'write_file', input: { path: 'b.ts', content: 'x\ny', mode: 420 } },
      { type: 'tool_use', id: 'v', name: 'shell', input: 'ls' },
      { type: 'tool_use', id: 'u', name: 'list', input: [1, null] },
      { type: 'tool_result', toolUseId: 'w', content: [], isError: true },
      { type: 'text', text: '' },
      { type: 'checkpoint', id: 'abc123' },
    ];
    const kinds = replay([{ id: entryId(7), at: 0, type: 'message', origin: 'program', blocks }]);
    expect(await textAt('e7', kinds)).toBe(
      [
        '--- e7 program ---',
        'hm',
        'well',
        '[redacted thinking]',
        'mind the tabs',
        '[document plan.pdf application/pdf]',
        '[image image/png 3x2]',
        '[image image/png]',
        '[document text/plain]',
        '[attached c.ts]',
        'one',
        'two',
        '[call w: write_file]',
        'path: b.ts',
        'content:',
        'x',
        'y',
        'mode: 420',
        '[call v: shell]',
        'ls',
        '[call u: list]',
        '[1,null]',
        '[result of w, failed]',
        '<checkpoint:abc123>',
        '',
      ].join('\n'),
    );
    expect(await textAt('e7.0-1', kinds)).toBe('hm\nwell\n[redacted thinking]\n');
  });

  it('to a stored output opens it only when the thread names it, chunk by chunk, again and again', async () => {
    const outputs = new MemoryOutputs();
    await outputs.put(['first\n', 'second']);
    const outputRef = { id: 'o_0000000000000001' };
    const naming = threadOf(typed('go'), round(run('x', { outputRef }), run('y', 'whole')));
    expect(await textAt(outputRef.id, naming, outputs)).toBe('first\nsecond');
    const source = await openRef(outputRef.id, thread, outputs);
    expect(source).toMatchObject({ ok: false, error: { type: 'unknown-ref', known: [], more: 0 } });
  });

  it('unknown ones are answered with outputs and spans in the order of the thread, each once', async () => {
    const long = 'line\n'.repeat(99);
    const outputRef = { id: 'o_3f2a9c51b07d44e8' };
    const content = [{ type: 'text', text: long }] as const;
    const some = threadOf(
      typed('go'),
      round(run('a', long)),
      round(run('b', { content, outputRef })),
      round(run('c', long)),
      round(run('d', '')),
    );
    const after = compacted(some, planTrim(some, { budget: 0 }));
    expect(await openRef('x', after, new MemoryOutputs())).toMatchObject({
      error: { known: ['e3.0', outputRef.id, 'e5.0', 'e7.0'], more: 0 },
    });
  });

  it('that leads nowhere is refused with the newest known ones', async () => {
    const many = threadOf(
      typed('go'),
      ...Array.from({ length: 20 }, (_, i) => round(run(`${i}`, `${i} line\n`.repeat(99)))),
    );
    const after = compacted(many, planTrim(many, { budget: 0 }));
    for (const ref of ['../x', 'e999', 'e3.1', 'e3.7', 'e3.1-0', 'e9-5', 'o_3f2a9c51b07d44e8', 'nonsense'])
      expect(await openRef(ref, after, new MemoryOutputs())).toEqual({
        ok: false,
        error: {
          type: 'unknown-ref',
          ref,
          known: Array.from({ length: 12 }, (_, i) => `e${17 + 2 * i}.0`),
          more: 7,
        },
      });
  });
});

/** Every text in the blocks that an edit took out, as the lines that must be found in its source. */
function removedTexts(edit: Edit, thread: Thread): readonly string[] {
  const entries =
    edit.type === 'entries'
      ? messagesBetween(thread, edit.span.from, edit.span.to)
      : thread.messages
          .filter(({ id }) => id === edit.span.entry)
          .map((entry) => ({ ...entry, blocks: entry.blocks.slice(edit.span.from, edit.span.to + 1) }));
  const textsOf = (block: Block): readonly string[] => {
    if (block.type === 'tool_result') return block.content.flatMap(textsOf);
    return block.type === 'text' || block.type === 'thinking' || block.type === 'reminder' ? [block.text] : [];
  };
  return entries.flatMap(({ blocks }) => blocks.flatMap(textsOf));
}

describe('R36 on any thread', () => {
  it('every span that an edit took out is reachable by its ref, its lines exactly the original ones, in order', async () => {
    await fc.assert(
      fc.asyncProperty(someOperations, fc.integer({ min: 1, max: 4 }), async (operations, collapseAfterTurns) => {
        let thread = operations.reduce(perform, replay([]));
        thread = compacted(thread, planDeduplication(thread));
        thread = compacted(thread, planTrim(thread, { budget: 0 }));
        thread = compacted(thread, planCollapse(thread, { collapseAfterTurns }));
        deepFreeze(thread.entries);
        for (const edit of thread.compactions.flatMap(({ edits }) => edits)) {
          const texts = removedTexts(edit, thread).filter((text) => text !== '');
          if (texts.length === 0) continue;
          const source = `\n${await textAt(refOfEdit(edit), thread)}`;
          let at = 0;
          for (const text of texts) {
            const lines = `\n${text.endsWith('\n') ? text : `${text}\n`}`;
            const found = source.indexOf(lines, at);
            expect(found).toBeGreaterThanOrEqual(0);
            at = found + lines.length - 1;
          }
        }
      }),
      RUNS,
    );
  });

  it('every ref that a stub or marker names leads somewhere', async () => {
    let named = 0;
    await fc.assert(
      fc.asyncProperty(someOperations, async (operations) => {
        let thread = operations.reduce(perform, replay([]));
        thread = compacted(thread, [...planTrim(thread, { budget: 0 }), ...planDeduplication(thread)].slice(0, 5));
        thread = compacted(thread, planCollapse(thread, { collapseAfterTurns: 2 }));
        const replaced = JSON.stringify(
          thread.compactions.flatMap(({ edits }) => edits.map((edit) => edit.replacement)),
        );
        for (const [, ref = ''] of replaced.matchAll(/ref=([a-z0-9_.-]+)\]/g)) {
          await textAt(ref, thread);
          named++;
        }
      }),
      RUNS,
    );
    expect(named).toBeGreaterThan(RUNS.numRuns);
  });
});
