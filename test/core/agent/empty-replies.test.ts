/** Replies without a word, and calls that were cut by the output limit: what is asked again, and when the person is. */
import { describe, expect, it } from 'vitest';
import type { ModelEvent } from '../../../src/core/agent/model-event.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import { checkContext } from '../../../src/core/thread/check-context.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import { Loop } from './loop.ts';

const done: ModelEvent = { type: 'end', reason: 'done' };
const length: ModelEvent = { type: 'end', reason: 'length' };
const empty: ModelEvent = { type: 'error', error: { kind: 'empty', message: 'MALFORMED_FUNCTION_CALL' } };
const says = (text: string): ModelEvent => ({ type: 'text', text });
const usage = (output: number): ModelEvent => ({ type: 'usage', usage: tokenUsage({ input: 100, output }) });
const call = (json: string, id = 'a', name = 'read_file'): readonly ModelEvent[] => [
  { type: 'call', id, name },
  ...(json === '' ? [] : [{ type: 'input', id, json } as const]),
];

function loopOf(...replies: readonly (readonly ModelEvent[])[]) {
  const heard: string[] = [];
  const loop = new Loop({
    config: DEFAULT_CONFIG,
    window: 100_000,
    reply: () => ({ blocks: [{ type: 'text', text: 'never' }] }),
    events: (turn) => replies[turn - 1],
    watch: (what) => void heard.push(what),
  });
  return { loop, heard };
}

const textIn = ({ thread }: Loop) => JSON.stringify(projectContext(thread).messages);

describe('W21 a reply without a word', () => {
  it.each<[string, readonly ModelEvent[]]>([
    ['of nothing', [done]],
    ['with usage', [usage(0), done]],
    ['of blanks', [says('\n'), done]],
    ['of thoughts', [{ type: 'thinking', text: 'Hm.' }, done]],
    ['that says it has calls', [{ type: 'end', reason: 'calls' }]],
    ['that has not the form of one', [says('I '), empty]],
  ])('%s is asked for once more', async (_, first) => {
    const { loop, heard } = loopOf(first, [says('Seven.'), done]);
    expect(await loop.send('How many?')).toEqual({ type: 'done' });
    expect(loop.requests).toHaveLength(2);
    expect(loop.requests[1]).toEqual(loop.requests[0]);
    expect(heard).toContain('retry');
    expect(loop.thread.messages.map(({ origin }) => origin)).toEqual(['typed', 'model']);
  });

  it('again ends the turn with an error, and the thread goes on', async () => {
    const { loop } = loopOf([done], [usage(0), done], [says('Seven.'), done]);
    expect(await loop.send('How many?')).toMatchObject({ type: 'failed', error: { kind: 'empty' } });
    expect(loop.requests).toHaveLength(2);
    expect(await loop.send()).toEqual({ type: 'done' });
    expect(checkContext(projectContext(loop.thread).messages)).toEqual([]);
  });

  it('at its output limit is not asked for again', async () => {
    const { loop } = loopOf([{ type: 'thinking', text: 'Hm.' }, length]);
    expect(await loop.send('How many?')).toEqual({ type: 'done' });
    expect(loop.requests).toHaveLength(1);
  });
});

describe('W22 a call that is cut by the output limit', () => {
  it.each<[string, readonly ModelEvent[], RegExp]>([
    [
      'in its input',
      [...call('{"path":"x'), usage(4096), length],
      /cut at 4096 tokens.*in the middle of this call.*less in one call/,
    ],
    ['before its input', [...call(''), usage(4096), length], /cut at 4096 tokens/],
    ['without usage', [...call('{"pa'), length], /cut at \d+ tokens/],
    ['where the server says that it is done', [...call('{"pa'), usage(99_000), done], /cut at 99000 tokens/],
    ['of the compact tool', [...call('{"repl', 'a', 'compact'), usage(4096), length], /cut at 4096 tokens/],
  ])('%s is not made, and the model reads why', async (_, cut, words) => {
    const { loop } = loopOf(cut, [says('Smaller.'), done]);
    expect(await loop.send('go')).toEqual({ type: 'done' });
    expect(loop.ran).toEqual([]);
    expect(textIn(loop)).toMatch(words);
  });

  it('leaves the whole calls of its reply', async () => {
    const { loop } = loopOf(
      [...call('{"path":"x"}'), ...call('{"pa', 'b'), usage(4096), length],
      [says('Smaller.'), done],
    );
    expect(await loop.send('go')).toEqual({ type: 'done' });
    expect(loop.ran).toEqual(['{"path":"x"}']);
  });

  it('for the second time in a turn asks the person', async () => {
    const cut = [...call('{"path":"x'), usage(4096), length];
    const { loop } = loopOf(cut, [...call('{"path":"y"}', 'b'), { type: 'end', reason: 'calls' }], cut, [
      says('Smaller.'),
      done,
    ]);
    expect(await loop.send('go')).toEqual({ type: 'output-limit', tokens: 4096 });
    expect(loop.requests).toHaveLength(3);
    expect(checkContext(projectContext(loop.thread).messages)).toEqual([]);
    expect(await loop.send()).toEqual({ type: 'done' });
  });

  it('is another thing than an input that is no JSON', async () => {
    const { loop } = loopOf([...call('rm -r'), usage(40), { type: 'end', reason: 'calls' }], [says('Well.'), done]);
    await loop.send('go');
    expect(textIn(loop)).toContain('no JSON');
  });
});
