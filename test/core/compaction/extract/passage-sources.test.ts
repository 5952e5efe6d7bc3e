/** The passages of a head in their places. */
import { describe, expect, it } from 'vitest';
import { callsOf } from '../../../../src/core/compaction/extract/calls.ts';
import { sourcesOf } from '../../../../src/core/compaction/extract/passage-sources.ts';
import type { Block } from '../../../../src/core/message/message.ts';
import type { MessageEntry } from '../../../../src/core/thread/entry.ts';
import { entryId } from '../../../../src/core/thread/entry-id.ts';

const entry = (origin: MessageEntry['origin'], ...blocks: readonly Block[]): MessageEntry => {
  return { type: 'message', id: entryId(1), at: 0, origin, blocks };
};
const round = (command: string) => [
  entry('model', { type: 'tool_use', id: 'c', name: 'bash', input: { command } }),
  entry('tools', { type: 'tool_result', toolUseId: 'c', content: [{ type: 'text', text: 'the output' }] }),
];

describe('sourcesOf', () => {
  it.each([
    ['cat src/day.ts', 'read'],
    ["sed -n '10,20p' src/day.ts", 'read'],
    ['npm test', 'run'],
    ['echo done > src/day.ts', 'run'],
  ])('takes what `%s` gives for what a call of kind %s gives', (command, kind) => {
    const entries = round(command);
    const head = entries.map((one) => ({ type: 'message', entry: one }) as const);
    const found = sourcesOf(head, callsOf(entries)).map(({ at, call, passage }) => [at, call, passage.kind]);
    expect(found).toEqual([
      [0, kind, 'command'],
      [1, kind, 'result'],
    ]);
  });

  it('has what was said and earlier summaries without a call', () => {
    const said = entry('model', { type: 'text', text: 'Done so far.' });
    const sources = sourcesOf(
      [
        { type: 'summary', text: 'What was.' },
        { type: 'message', entry: said },
      ],
      [],
    );
    expect(sources.map(({ at, call, passage }) => [at, call, passage.kind])).toEqual([
      [0, undefined, 'summary'],
      [1, undefined, 'said'],
    ]);
  });
});
