/** The model's search in other threads: over a real store, asked for each time unless a rule allows it, and within this workspace. */
import { describe, expect, it } from 'vitest';
import { decide } from '../../../src/core/permission/decide.ts';
import type { PermissionState } from '../../../src/core/permission/request.ts';
import { THREADS_RULE } from '../../../src/core/permission/rule.ts';
import type { Entry } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import type { Answer } from '../../../src/core/workspace/authority.ts';
import { gated } from '../../../src/core/workspace/gate.ts';
import { searchThreadsTool } from '../../../src/core/workspace/threads/search-threads-tool.ts';
import { openStore } from '../../../src/extension/storage/thread-store.ts';
import { storedArchive } from '../../../src/extension/workspace/stored-archive.ts';
import { expectGolden } from '../../golden-file.ts';
import { newFolder } from '../../new-folder.ts';

const said = (id: number, origin: 'typed' | 'model', text: string): Entry => ({
  type: 'message',
  origin,
  id: entryId(id),
  at: 0,
  blocks: [{ type: 'text', text }],
});
const HERE = 'file:///w';

async function setUp(answer: Answer = { type: 'allowed', approval: {} }, rules: PermissionState['rules'] = []) {
  const root = newFolder('archive');
  const store = openStore(root);
  const put = (thread: string, workspace: string, ...entries: readonly Entry[]) =>
    store.create({ thread, createdAt: 0, workspace }, entries);
  const asked: unknown[] = [];
  const state = (mode: PermissionState['mode']) =>
    ({ mode, isTrusted: true, rules, ownFolders: [], changedSince: () => [] }) as unknown as PermissionState;
  const run = async (input: unknown, mode: PermissionState['mode'] = 'ask') => {
    const tool = gated(
      searchThreadsTool(
        storedArchive(store, () => HERE),
        'now',
      ),
      {
        decide: (request) => decide(request, state(mode)),
        ask: async (question) => {
          asked.push(question.proposal, ...question.asks.map(({ reasons, offers }) => [reasons, offers]));
          return answer;
        },
      },
    );
    const { signal } = new AbortController();
    const outcome = await tool.run(input as never, { call: 'c', signal, thread: replay([]) } as never);
    const [block] = outcome.content;
    return { text: block?.type === 'text' ? block.text : '', isError: outcome.isError === true };
  };
  return { store, put, run, asked };
}

describe('search_threads', () => {
  it('is described to the model', async () => {
    const tool = searchThreadsTool({ find: async () => [], read: async () => undefined }, '');
    const schema = JSON.stringify(tool.inputSchema, null, 2);
    await expectGolden('threads/tool-search_threads.md', `${tool.description}\n\n${schema}\n`);
  });

  it('finds the threads of this workspace alone, without the one that asks, and reads one from the match on', async () => {
    const { put, run } = await setUp();
    await put(
      'one',
      HERE,
      said(1, 'typed', 'Which queue?'),
      said(2, 'model', 'We chose the Ring Buffer.'),
      said(3, 'typed', 'Good.'),
    );
    await put('other', 'file:///elsewhere', said(1, 'typed', 'a ring buffer elsewhere'));
    await put('now', HERE, said(1, 'typed', 'a ring buffer now'));
    const { text } = await run({ query: 'ring buffer' });
    expect(text.replace(/\d{4}-\d\d-\d\d/, 'DATE')).toBe(
      '“Which queue?”, DATE, ref=thread:one:2\n  We chose the Ring Buffer.',
    );
    const read = await run({ ref: 'thread:one:2' });
    expect(read.text.split('\n').slice(1)).toEqual([
      '',
      '[2] Agent: We chose the Ring Buffer.',
      '',
      '[3] Person: Good.',
    ]);
    expect(await run({ ref: 'thread:other:1' })).toEqual({
      text: 'This workspace has no such thread now. Search again.',
      isError: true,
    });
    expect((await run({ query: 'tape' })).text).toBe(
      'No message of another thread of this workspace holds these words.',
    );
  });

  it('pages a long thread, and names what a message leaves out', async () => {
    const { put, run } = await setUp();
    await put('long', HERE, ...Array.from({ length: 12 }, (_, i) => said(i + 1, 'typed', `${i} `.repeat(4_000))));
    const { text } = await run({ ref: 'thread:long' });
    expect(text.length).toBeLessThan(17_000);
    const next = Number(/offset=(\d+)/.exec(text)?.[1]);
    expect(next).toBeGreaterThan(1);
    expect(text).toContain('characters more]');
    expect((await run({ ref: 'thread:long', offset: next })).text).toContain(`\n\n[${next}] Person: ${next - 1} `);
    expect(await run({ ref: 'thread:long', offset: 13 })).toEqual({
      text: 'The thread has 12 messages.',
      isError: true,
    });
  });

  it.each([
    [{}, 'Give either'],
    [{ query: 'a', ref: 'thread:a' }, 'Give either'],
    [{ query: 'a'.repeat(201) }, 'has 201 characters'],
    [{ ref: 'thread:../../etc' }, '`ref` must be one that a search returned'],
    [{ ref: 'tool-output:1' }, '`ref` must be one that a search returned'],
    [{ query: 3 }, 'query'],
    [null, ''],
  ])('refuses %j and asks nobody', async (input, why) => {
    const { run, asked } = await setUp();
    const { text, isError } = await run(input);
    expect(isError).toBe(true);
    expect(text).toContain(why);
    expect(asked).toEqual([]);
  });

  it('asks in every mode with the words that it looks for, and gives nothing where the person says no', async () => {
    const { put, run, asked } = await setUp({ type: 'denied', reason: 'private' });
    await put('one', HERE, said(1, 'typed', 'a secret plan'));
    for (const mode of ['ask', 'edit', 'plan'] as const) {
      const { text } = await run({ query: 'secret' }, mode);
      expect(text).toContain('They wrote: private');
      expect(text).not.toContain('plan');
    }
    expect(asked).toHaveLength(6);
    expect(asked.slice(0, 2)).toEqual([
      expect.objectContaining({ type: 'external', id: 'search_threads', source: 'Spool', input: { query: 'secret' } }),
      [[{ type: 'threads' }], [{ rule: THREADS_RULE }]],
    ]);
  });

  it('asks no more once a rule allows it', async () => {
    const { put, run, asked } = await setUp({ type: 'denied' }, [THREADS_RULE]);
    await put('one', HERE, said(1, 'typed', 'a plan'));
    expect((await run({ query: 'plan' })).text).toContain('ref=thread:one:1');
    expect(asked).toEqual([]);
  });
});
