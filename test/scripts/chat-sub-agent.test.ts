/** Sub-agents over the official SDK: what they are offered, what the thread that asked gets, and what is left of them in the store. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Json } from '../../src/core/lang/json.ts';
import { field } from '../../src/core/lang/json-fields.ts';
import { agentsIn, asks, calls, openTrial, resultsIn, says } from './chat-sub-agent/drive.ts';

const FILES = {
  'a.ts': 'export const heron = 1;\n',
  '.env': 'TOKEN=abc\n',
  'notes.md': 'The herons wait.\n'.repeat(80),
};
let trial: Awaited<ReturnType<typeof openTrial>>;
const open = async (files: Readonly<Record<string, string>> = FILES) => {
  trial = await openTrial(files);
  return trial;
};
afterEach(() => trial?.close());

const namesOf = (body: Json | undefined) => {
  const tools = field(body, 'tools');
  return Array.isArray(tools) ? tools.map((tool: Json) => String(field(field(tool, 'function'), 'name'))) : [];
};

describe('ask_agent', () => {
  it('runs a thread of its own that reads, and hands back one answer', async () => {
    const { run, entriesOf, ownEntriesOf } = await open();
    const { code, stderr, thread, bodies } = await run({
      thread: (n) => (n === 1 ? asks('Where is the heron?') : says('Thanks.')),
      agent: (n) =>
        n === 1 ? calls(['search_text', { pattern: 'heron =' }], ['read_file', { path: 'a.ts' }]) : says('In a.ts:1.'),
    });
    expect([code, stderr]).toEqual([0, '']);
    const entries = await entriesOf(thread);
    expect(resultsIn(entries)).toEqual(['In a.ts:1.']);
    const [begun, ended] = agentsIn(entries);
    expect([begun?.state, ended?.state, ended?.rounds, ended?.model]).toEqual([
      'begun',
      'done',
      2,
      'openai-compatible/m1',
    ]);
    expect(ended?.usage?.total).toBeGreaterThan(1_000);
    const own = await ownEntriesOf(thread, begun?.thread ?? '');
    expect(resultsIn(own)).toEqual([expect.stringContaining('a.ts'), expect.stringContaining('heron = 1')]);
    const [first] = bodies.filter(({ of }) => of === 'agent');
    expect(namesOf(first?.body)).toEqual(
      'tool_output_cache tool_output_cache_grep read_file list_files find_files search_text'.split(' '),
    );
    expect(JSON.stringify(first?.body)).toContain('Where is the heron?');
    expect(JSON.stringify(first?.body)).not.toContain('Look.');
  });

  it('two of one reply run at the same time, and each answers its own call', async () => {
    const { run, entriesOf } = await open();
    let both = 0;
    const { thread } = await run({
      thread: (n) => (n === 1 ? asks('Find HERON.', 'Find OTTER.') : says('Thanks.')),
      agent: (_, body) => {
        const isOne = JSON.stringify(body).includes('HERON');
        const isFirst = !JSON.stringify(body).includes('tool_call_id');
        if (isFirst) both++;
        return isFirst ? calls(['list_files', {}]) : says(`${isOne ? 'One' : 'Two'} of ${both}.`);
      },
    });
    expect(resultsIn(await entriesOf(thread))).toEqual(['One of 2.', 'Two of 2.']);
  });

  it('has no rules of the person, asks nobody, and is refused what a person must allow', async () => {
    const { run, entriesOf, ownEntriesOf } = await open();
    const { thread } = await run({
      thread: (n) => (n === 1 ? asks('Read .env and /etc/hostname.') : says('Thanks.')),
      agent: (n) =>
        n === 1
          ? calls(
              ['read_file', { path: '.env' }],
              ['read_file', { path: '/etc/hostname' }],
              ['write_file', { path: 'b', content: '' }],
              ['ask_agent', { task: 'Do it.' }],
            )
          : says('I could not read .env.'),
    });
    const entries = await entriesOf(thread);
    const own = await ownEntriesOf(thread, agentsIn(entries)[0]?.thread ?? '');
    const [secret, outside, writes, asksAgain] = resultsIn(own);
    expect(secret).toMatch(/permission of a person[\s\S]*The agent that gave you the task can ask/);
    expect(outside).toMatch(/permission of a person/);
    expect(writes).toContain('There is no tool write_file');
    expect(asksAgain).toContain('There is no tool ask_agent');
    expect(JSON.stringify(own)).not.toContain('TOKEN=abc');
    expect(entries.some(({ type }) => type === 'permission')).toBe(false);
  });

  it('an answer of 1 MB enters the thread as a page, and the rest is read by its ref', async () => {
    const { run, entriesOf } = await open();
    const { thread } = await run({
      thread: (n) => (n === 1 ? asks('Write a lot.') : says('Thanks.')),
      agent: () => says('The heron stands in the reeds.\n'.repeat(33_000)),
    });
    const entries = await entriesOf(thread);
    const [text = ''] = resultsIn(entries);
    expect(text.length).toBeLessThan(9_000);
    expect(text).toMatch(/ref_id=o_/);
    expect(JSON.stringify(entries)).toContain('"byteSize":1023000');
  });

  it.each([
    [401, { error: { message: 'Incorrect API key provided' } }, 'Incorrect API key provided'],
    [
      400,
      {
        error: {
          message: "This model's maximum context length is 8 tokens. However, your messages resulted in 9000 tokens.",
        },
      },
      'maximum context length',
    ],
    [404, { error: { message: 'no such model' } }, 'no such model'],
  ])('whose provider answers %s tells the thread why, which goes on', async (status, body, why) => {
    const { run, entriesOf } = await open();
    const { code, thread } = await run({
      thread: (n) => (n === 1 ? asks('Look.') : says('Then not.')),
      agent: () => ({ status, body }),
    });
    const entries = await entriesOf(thread);
    expect(resultsIn(entries)[0]).toContain(`The sub-agent failed: `);
    expect(resultsIn(entries)[0]).toContain(why);
    expect([code, agentsIn(entries).map(({ state }) => state)]).toEqual([0, ['begun', 'failed']]);
  });

  it('whose provider is busy waits and goes on', async () => {
    const { run, entriesOf } = await open();
    const { thread } = await run({
      thread: (n) => (n === 1 ? asks('Look.') : says('Thanks.')),
      agent: (n) =>
        n === 1 ? { status: 429, body: { error: { message: 'Rate limit reached' } } } : says('One heron.'),
    });
    expect(resultsIn(await entriesOf(thread))).toEqual(['One heron.']);
  });

  it('that says nothing is a failed call', async () => {
    const { run, entriesOf } = await open();
    const { thread } = await run({
      thread: (n) => (n === 1 ? asks('Look.') : says('Then not.')),
      agent: () => says(''),
    });
    expect(resultsIn(await entriesOf(thread))[0]).toContain('The sub-agent failed');
  });

  it('compacts its own thread by itself, and leaves that of the person alone', async () => {
    const { run, entriesOf, ownEntriesOf } = await open();
    const { thread } = await run(
      {
        thread: (n) => (n === 1 ? asks('Read notes.md line by line.') : says('Thanks.')),
        agent: (n, body) =>
          field(body, 'tool_choice') === 'none' || n > 34
            ? says('The herons wait.')
            : calls(['read_file', { path: 'notes.md', offset: n }]),
      },
      ...['--window', '16000'],
    );
    const entries = await entriesOf(thread);
    const own = await ownEntriesOf(thread, agentsIn(entries)[0]?.thread ?? '');
    expect(own.filter(({ type }) => type === 'compaction').length).toBeGreaterThan(0);
    expect(entries.filter(({ type }) => type === 'compaction')).toEqual([]);
    expect(resultsIn(entries)).toEqual(['The herons wait.']);
  });

  it('that asks on and on is asked for its answer at its limit of rounds', async () => {
    const { run, entriesOf } = await open();
    const { thread, bodies } = await run({
      thread: (n) => (n === 1 ? asks('Look.') : says('Thanks.')),
      agent: (_, body) => (field(body, 'tool_choice') === 'none' ? says('Nothing yet.') : calls(['list_files', {}])),
    });
    const entries = await entriesOf(thread);
    expect(resultsIn(entries)[0]).toBe(
      '[The sub-agent reached its limit of 40 rounds; this is what it had found until then.]\n\nNothing yet.',
    );
    expect(bodies.filter(({ of }) => of === 'agent')).toHaveLength(40);
    expect(agentsIn(entries).at(-1)).toMatchObject({ state: 'limited', rounds: 40 });
  });

  it('is not offered in a window under 16,000 tokens, nor without a workspace', async () => {
    const { run } = await open();
    const script = { thread: () => says('Done.'), agent: () => says('never') };
    const small = await run(script, '--window', '15999');
    const large = await run(script, '--window', '16000');
    expect(namesOf(small.bodies[0]?.body)).not.toContain('ask_agent');
    expect(namesOf(large.bodies[0]?.body).at(-1)).toBe('ask_agent');
  });

  it('reads in the mode plan', async () => {
    const { run, entriesOf } = await open();
    const { thread } = await run(
      {
        thread: (n) => (n === 1 ? asks('Look.') : says('Thanks.')),
        agent: (n) => (n === 1 ? calls(['read_file', { path: 'a.ts' }]) : says('One heron.')),
      },
      ...['--mode', 'plan'],
    );
    expect(resultsIn(await entriesOf(thread))).toEqual(['One heron.']);
  });

  it.each([[{}], [{ task: ' ' }], [{ task: 1 }], [{ task: 'x', model: 'y' }], ['Look.']])(
    'refuses %j by what it takes, and begins nothing',
    async (input) => {
      const { run, entriesOf } = await open();
      const { thread } = await run({
        thread: (n) => (n === 1 ? calls(['ask_agent', input]) : says('Then not.')),
        agent: () => says('never'),
      });
      const entries = await entriesOf(thread);
      expect(resultsIn(entries)[0]).toMatch(/task|object|JSON/);
      expect(agentsIn(entries)).toEqual([]);
    },
  );
});
