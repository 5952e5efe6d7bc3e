/** Threads that are large in one way each, as a damaged or hostile log may hold them. */

import type { Block, ToolResultBlock, ToolUseBlock } from '../../../src/core/message/message.ts';
import type { CompactionEntry, Draft, Entry, MessageEntry } from '../../../src/core/thread/entry.ts';
import { type EntryId, entryId } from '../../../src/core/thread/entry-id.ts';

/** Makes a log of `count` of what its name says. */
type Shape = (count: number) => readonly Entry[];

const text = (value: string): Block => ({ type: 'text', text: value });
const call = (id: string): ToolUseBlock => ({ type: 'tool_use', id, name: 'read', input: { path: 'a.ts' } });
const result = (toolUseId: string, more: Partial<ToolResultBlock> = {}): ToolResultBlock => ({
  type: 'tool_result',
  toolUseId,
  content: [{ type: 'text', text: 'a line of the file\n'.repeat(4) }],
  ...more,
});

type Undated = Draft extends infer D ? (D extends Entry | Draft ? Omit<D, 'at'> : never) : never;

function log(drafts: readonly Undated[]): readonly Entry[] {
  return drafts.map((draft, i) => ({ ...draft, id: entryId(i + 1), at: i }) as Entry);
}

const typed = (...blocks: readonly Block[]): Undated => ({ type: 'message', origin: 'typed', blocks });
const model = (...blocks: readonly Block[]): Undated => ({ type: 'message', origin: 'model', blocks });
const tools = (...blocks: readonly Block[]): Undated => ({ type: 'message', origin: 'tools', blocks });

const compaction = (edits: CompactionEntry['edits']): Omit<CompactionEntry, 'id' | 'at'> => ({
  type: 'compaction',
  trigger: 'manual',
  strategy: 'extract',
  steps: [],
  edits,
  tokensBefore: 100,
  tokensAfter: 10,
});

const times = <T>(count: number, make: (i: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const ends = (...blocks: readonly Undated[]): readonly Undated[] => [...blocks, typed(text('and now?'))];
const summary = (from: number, to: number, said = 'What was done before.'): CompactionEntry['edits'][number] => ({
  type: 'entries',
  span: { from: from as EntryId, to: to as EntryId },
  fate: 'summarized',
  replacement: [{ role: 'user', blocks: [text(said)] }],
});

export const SHAPES: Readonly<Record<string, Shape>> = {
  'calls of one id in one message': (n) =>
    log(ends(typed(text('go')), model(...times(n, () => call('c'))), tools(...times(n, () => result('c'))))),
  'rounds of one id': (n) =>
    log(ends(typed(text('go')), ...times(n / 2, () => [model(call('c')), tools(result('c'))]).flat())),
  'calls of one id in messages of their own': (n) =>
    log(ends(typed(text('go')), ...times(n / 2, () => model(call('c'))), ...times(n / 2, () => tools(result('c'))))),
  'results without calls': (n) => log(ends(typed(text('go')), ...times(n, (i) => tools(result(`r${i}`))))),
  'results without calls in one message': (n) =>
    log(ends(typed(text('go')), tools(...times(n, (i) => result(`r${i}`))))),
  'calls without results in one message': (n) => log(ends(typed(text('go')), model(...times(n, (i) => call(`c${i}`))))),
  'one checkpoint id': (n) =>
    log(
      ends(
        ...times(n / 2, () => [typed(text('go'), { type: 'checkpoint', id: 'aaaaaa' }), model(text('done'))]).flat(),
      ),
    ),
  'refs of one output': (n) =>
    log(
      ends(
        typed(text('go')),
        ...times(n / 2, (i) => [model(call(`c${i}`)), tools(result(`c${i}`, { outputRef: { id: 'out_1' } }))]).flat(),
      ),
    ),
  'reads of other lines of one file': (n) =>
    log(
      ends(
        typed(text('go')),
        ...times(n / 2, (i) => [
          model({ ...call(`c${i}`), input: { path: 'a.ts', offset: 10 * i + 1, limit: 10 } }),
          tools(result(`c${i}`)),
        ]).flat(),
      ),
    ),
  'edits of one file': (n) =>
    log(
      ends(
        typed(text('go')),
        ...times(n / 4, (i) => [
          model({ ...call(`c${i}`), name: 'edit', input: { path: 'a.ts', old_string: `a${i}`, new_string: `b${i}` } }),
          tools(result(`c${i}`)),
          model(call(`d${i}`)),
          tools(result(`d${i}`, { content: [{ type: 'text', text: `${i} is a line of the file\n`.repeat(9) }] })),
        ]).flat(),
      ),
    ),
  'empty messages': (n) => log(ends(typed(text('go')), ...times(n, () => model()))),
  'blocks in one message': (n) => log(ends(typed(text('go')), model(...times(n, (i) => text(`part ${i}`))))),
  'retained lines': (n) =>
    log(
      ends(
        typed(text('go')),
        ...times(20, () => [model(text('x')), typed(text('y'))]).flat(),
        compaction([
          {
            ...(summary(1, 40) as Extract<CompactionEntry['edits'][number], { type: 'entries' }>),
            replacement: [
              {
                role: 'user',
                blocks: [text(`What must not be lost:\n${times(n, (i) => `- line ${i} of what is kept`).join('\n')}`)],
              },
            ],
          },
        ]),
        ...times(20, () => [model(text('x')), typed(text('y'))]).flat(),
      ),
    ),
  'nested compactions': (n) =>
    log(
      times(n / 4, (i) => [typed(text(`step ${i}`)), model(text('done')), compaction([summary(1, 3 * i + 1)])]).flat(),
    ),
  'disjoint compactions': (n) =>
    log(
      times(n / 4, (i) => [
        typed(text(`step ${i}`)),
        model(text('done')),
        compaction([summary(3 * i + 1, 3 * i + 2)]),
      ]).flat(),
    ),
  'compactions all undone': (n) =>
    log([
      ...times(n / 4, (i) => [
        typed(text(`step ${i}`)),
        model(text('done')),
        compaction([summary(3 * i + 1, 3 * i + 2)]),
      ]).flat(),
      ...times(n / 4, (i): Undated => ({ type: 'undo', compaction: (3 * i + 3) as EntryId })),
    ]),
  'undo and redo': (n) =>
    log([
      typed(text('go')),
      model(text('done')),
      compaction([summary(1, 2)]),
      ...times(n / 2, (i): Undated => ({ type: i % 2 ? 'redo' : 'undo', compaction: 3 as EntryId })),
      typed(text('and now?')),
    ]),
  'restore jumps': (n) =>
    log([
      typed(text('go')),
      ...times(n / 2, (i): readonly Undated[] => [
        { type: 'restore', to: (2 * i + 1) as EntryId },
        model(text(`a${i}`)),
      ]).flat(),
    ]),
  'restore jumps to the start': (n) =>
    log([
      typed(text('go')),
      ...times(n / 2, (): readonly Undated[] => [{ type: 'restore', to: 1 as EntryId }, model(text('a'))]).flat(),
    ]),
  'edits of blocks in one message': (n) =>
    log([
      typed(text('go')),
      model(...times(n, (i) => call(`c${i}`))),
      tools(...times(n, (i) => result(`c${i}`))),
      compaction(
        times(n, (i) => ({
          type: 'blocks',
          span: { entry: 3 as EntryId, from: i, to: i },
          fate: 'trimmed',
          replacement: [result(`c${i}`, { content: [{ type: 'text', text: '[trimmed]' }] })],
        })),
      ),
      typed(text('and now?')),
    ]),
  'summary edits': (n) =>
    log([
      typed(text('go')),
      model(text('done')),
      compaction([summary(1, 2)]),
      ...times(
        n / 10,
        (i): Undated => ({
          type: 'summary_edit',
          compaction: 3 as EntryId,
          edit: 0,
          replacement: [{ role: 'user', blocks: [text(`v${i}`)] }],
        }),
      ),
      typed(text('and now?')),
    ]),
  pins: (n) =>
    log([
      ...times(n / 4, (i) => [typed(text(`step ${i}`)), model(text('done'))]).flat(),
      ...times(n / 4, (i): Undated => ({ type: 'pin', message: (2 * i + 1) as EntryId, pinned: true })),
    ]),
  queued: (n) => log([typed(text('go')), ...times(n, (i): Undated => ({ type: 'queued', blocks: [text(`q${i}`)] }))]),
  models: (n) =>
    log([
      typed(text('go')),
      ...times(n / 2, (i): readonly Undated[] => [{ type: 'model', model: `m${i}` }, model(text('a'))]).flat(),
    ]),
  'reports of many models': (n) =>
    log([
      typed(text('go')),
      ...times(
        n,
        (i): Undated => ({
          ...(model(text('a')) as MessageEntry),
          model: `m${i % 500}`,
          usage: { input: 10, output: 1, cacheCreation: 0, cacheRead: 0, total: 11 },
        }),
      ),
    ]),
};
