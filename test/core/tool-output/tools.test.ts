/** R36: the two tools as a model calls them: pages, bounds, and what each refusal says. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planTrim } from '../../../src/core/compaction/outputs/trim.ts';
import type { Json } from '../../../src/core/lang/json.ts';
import { err, ok } from '../../../src/core/lang/result.ts';
import type { Thread } from '../../../src/core/thread/thread.ts';
import { TOOL_OUTPUT_CACHE } from '../../../src/core/tool-output/cache-tool.ts';
import { DEFAULT_TOOL_OUTPUT_CONFIG, type ToolOutputConfig } from '../../../src/core/tool-output/config.ts';
import { enterResult } from '../../../src/core/tool-output/enter-result.ts';
import type { RegexEngine } from '../../../src/core/tool-output/finder.ts';
import { TOOL_OUTPUT_CACHE_GREP } from '../../../src/core/tool-output/grep-tool.ts';
import { regexHits } from '../../../src/core/tool-output/hits.ts';
import type { CacheToolDefinition } from '../../../src/core/tool-output/tool.ts';
import { compacted, read, round, run, threadOf, typed } from './rounds.ts';
import { hardText, MemoryOutputs, PICTURE, RUNS, resultOf, textsOf } from './samples.ts';

const ID = 'o_0000000000000001';

/** Runs in the test itself; ends in time, as long as the test's pattern does. */
const regex: RegexEngine = {
  start: async (pattern, { ignoreCase }) => {
    try {
      const compiled = new RegExp(pattern, ignoreCase ? 'gi' : 'g');
      return ok({ overlap: 100, close: () => undefined, find: (text, wish) => regexHits(text, compiled, wish) });
    } catch (error) {
      return err(String(error));
    }
  },
};

async function worldWith(text: string, limits: Partial<ToolOutputConfig> = {}) {
  const outputs = new MemoryOutputs();
  await outputs.put(text.match(/.{1,1000}/gs) ?? []);
  const thread = threadOf(typed('go'), round(run('x', { outputRef: { id: ID } })));
  return { thread, outputs, regex, limits: { ...DEFAULT_TOOL_OUTPUT_CONFIG, ...limits } };
}

type World = Awaited<ReturnType<typeof worldWith>>;

async function call(tool: CacheToolDefinition, input: unknown, world: World) {
  const outcome = await tool.run(input, world);
  return { text: textsOf(outcome).join('\n'), failed: outcome.isError === true, content: outcome.content };
}

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `text of line ${i + 1}`).join('\n');

describe('R36 tool_output_cache', () => {
  it('gives numbered lines and says how to get the next page', async () => {
    const world = await worldWith(numbered(500));
    const first = await call(TOOL_OUTPUT_CACHE, { ref_id: ID }, world);
    expect(first.text.split('\n').slice(0, 2)).toEqual(['1\ttext of line 1', '2\ttext of line 2']);
    expect(first.text.split('\n').at(-1)).toBe(`[${ID}, lines 1-200; next page: offset=201]`);
    const last = await call(TOOL_OUTPUT_CACHE, { ref_id: ID, offset: 499, limit: 10 }, world);
    expect(last.text).toBe(`499\ttext of line 499\n500\ttext of line 500\n[${ID}, lines 499-500; the end]`);
    const one = await call(TOOL_OUTPUT_CACHE, { ref_id: ID, offset: 7, limit: 1 }, world);
    expect(one.text).toBe(`7\ttext of line 7\n[${ID}, line 7; next page: offset=8]`);
  });

  it.each<[unknown, string]>([
    [undefined, 'The input must be an object.'],
    [[], 'The input must be an object.'],
    ['o_1', 'The input must be an object.'],
    [{}, 'ref_id is missing: a text that is not empty.'],
    [{ ref_id: '' }, 'ref_id must be a text that is not empty, not "".'],
    [{ ref_id: 7 }, 'ref_id must be a text that is not empty, not 7.'],
    [{ ref_id: ID, offset: 0 }, 'offset must be a whole number from 1, not 0.'],
    [{ ref_id: ID, offset: 1.5 }, 'offset must be a whole number from 1, not 1.5.'],
    [{ ref_id: ID, limit: 2001 }, 'limit must be a whole number from 1 to 2000, not 2001.'],
    [{ ref_id: ID, lines: 5 }, 'Unknown key "lines". It takes ref_id, offset, limit, column.'],
    [{ ref_id: ID, offset: 4 }, `${ID} has fewer than 4 lines: choose a smaller offset.`],
    [{ ref_id: 'e3.9' }, `There is no output "e3.9" in this thread. Known refs: ${ID}.`],
    [{ ref_id: '../x' }, `There is no output "../x" in this thread. Known refs: ${ID}.`],
  ])('refuses %j', async (input, text) => {
    expect(await call(TOOL_OUTPUT_CACHE, input, await worldWith('a\nb\nc'))).toMatchObject({ text, failed: true });
  });

  it('takes null for a field that was left out', async () => {
    const world = await worldWith('a\nb');
    expect(await call(TOOL_OUTPUT_CACHE, { ref_id: ID, offset: null, column: null }, world)).toMatchObject({
      failed: false,
    });
  });

  it('says so when there is nothing to know a ref of, and when an output is empty', async () => {
    const world = { ...(await worldWith('')), thread: threadOf(typed('go')) };
    expect((await call(TOOL_OUTPUT_CACHE, { ref_id: 'x' }, world)).text).toBe(
      'There is no output "x" in this thread. Nothing of this thread was cut or compacted, so no ref is needed.',
    );
    expect((await call(TOOL_OUTPUT_CACHE, { ref_id: ID }, await worldWith(''))).text).toBe(`${ID} is empty.`);
  });

  it('case 10: a ref of 2 MB is read in pages, each within the limit of any result', async () => {
    const line = 'x'.repeat(99);
    const world = await worldWith(`${line}\n`.repeat(20_000));
    const all = await call(TOOL_OUTPUT_CACHE, { ref_id: ID, limit: 2000 }, world);
    expect(Buffer.byteLength(all.text)).toBeLessThanOrEqual(51_200);
    expect(all.text.split('\n').at(-1)).toBe(`[${ID}, lines 1-490; next page: offset=491]`);
    const next = await call(TOOL_OUTPUT_CACHE, { ref_id: ID, offset: 491, limit: 2000 }, world);
    expect(next.text.startsWith(`491\t${line}\n492\t`)).toBe(true);
  });

  it('windows a single long line until its end', async () => {
    const long = Array.from({ length: 3000 }, (_, i) => `${i},`).join('');
    const world = await worldWith(`first\n${long}\nlast`);
    let read = '';
    let input: Json = { ref_id: ID, offset: 2, limit: 1 };
    for (let page = 0; page < 20 && input; page++) {
      const { text } = await call(TOOL_OUTPUT_CACHE, input, world);
      const [shown = '', footer = ''] = text.split('\n');
      expect(shown.length).toBeLessThanOrEqual(2000);
      read += shown.slice('2\t'.length);
      const column = /goes on: offset=2 column=(\d+) limit=1/.exec(footer)?.[1];
      input = column === undefined ? null : { ref_id: ID, offset: 2, limit: 1, column: Number(column) };
    }
    expect(read).toBe(long);
  });

  it('cuts the first line of a page to the page, and reads on in it to its end', async () => {
    const full = '日本語'.repeat(700);
    const world = await worldWith(full, { maxMessageBytes: 1024, maxLineLength: 400 });
    let read = '';
    for (let column: number | undefined = 1; column !== undefined; ) {
      const page: Awaited<ReturnType<typeof call>> = await call(TOOL_OUTPUT_CACHE, { ref_id: ID, column }, world);
      expect(Buffer.byteLength(page.text)).toBeLessThanOrEqual(1024);
      const [shown = '', footer = ''] = page.text.split('\n');
      expect(Buffer.byteLength(shown)).toBeLessThan(1024 - 320);
      if (footer.includes('goes on')) expect(Buffer.byteLength(shown)).toBeGreaterThan(1024 - 320 - 4);
      read += shown.slice('1\t'.length);
      const next: string | undefined = /goes on: offset=1 column=(\d+) limit=1/.exec(footer)?.[1];
      column = next === undefined ? undefined : Number(next);
    }
    expect(read).toBe(full);
  });

  it('R37 gives pictures with the page that their line is on, four to a page', async () => {
    const picture = { content: [{ type: 'text', text: 'seen' } as const, PICTURE] };
    const thread: Thread = threadOf(
      typed('go'),
      round(...Array.from({ length: 6 }, (_, i) => read(`${i}.png`, picture))),
    );
    const world = { ...(await worldWith('')), thread };
    const first = await call(TOOL_OUTPUT_CACHE, { ref_id: 'e3' }, world);
    expect(first.content.filter(({ type }) => type === 'image')).toEqual([PICTURE, PICTURE, PICTURE, PICTURE]);
    const offset = Number(/next page: offset=(\d+)/.exec(first.text)?.[1]);
    const second = await call(TOOL_OUTPUT_CACHE, { ref_id: 'e3', offset }, world);
    expect(second.content.filter(({ type }) => type === 'image')).toEqual([PICTURE, PICTURE]);
  });

  it('on any text: pages enter the context as they are, and hold every line once, in order', async () => {
    const text = fc.tuple(hardText, fc.integer({ min: 1, max: 40 })).map(([one, times]) => `${one}\n`.repeat(times));
    const limits = fc.record({
      maxMessageBytes: fc.integer({ min: 1024, max: 4000 }),
      maxLineLength: fc.integer({ min: 200, max: 400 }),
      maxToolResultTokens: fc.option(fc.integer({ min: 256, max: 900 })),
    });
    await fc.assert(
      fc.asyncProperty(text, limits, async (full, changes) => {
        const world = await worldWith(full, changes);
        const seen: string[] = [];
        let offset: number | undefined = 1;
        while (offset !== undefined) {
          const page: Awaited<ReturnType<typeof call>> = await call(TOOL_OUTPUT_CACHE, { ref_id: ID, offset }, world);
          const block = resultOf(...page.content);
          const entered = await enterResult(block, world.limits, world.outputs);
          expect(entered).toEqual({ ok: true, value: block });
          const lines = page.text.split('\n');
          const cut = /line (\d+) goes on/.exec(lines.at(-1) ?? '')?.[1];
          for (const line of lines.slice(0, -1)) {
            const [number = '', ...rest] = line.split('\t');
            expect(Number(number)).toBe(seen.length + 1);
            const original: string = full.split('\n')[seen.length] ?? '';
            const shown = rest.join('\t');
            if (shown !== original) expect(original.startsWith(shown) && cut !== undefined).toBe(true);
            seen.push(original);
          }
          const next: string | undefined = /next page: offset=(\d+)/.exec(page.text)?.[1];
          offset = next === undefined ? undefined : Number(next);
        }
        expect(seen.join('\n')).toBe(full.replace(/\n$/, ''));
      }),
      RUNS,
    );
  });
});

describe('R36 tool_output_cache_grep', () => {
  it('finds literally unless told otherwise, with line numbers', async () => {
    const world = await worldWith('a.c\nabc\nA.C\na.c again');
    const grep = async (input: object) => (await call(TOOL_OUTPUT_CACHE_GREP, { ref_id: ID, ...input }, world)).text;
    const end = 'searched to the end, line 4]';
    expect(await grep({ pattern: 'a.c' })).toBe(`1\ta.c\n4\ta.c again\n[${ID}, 2 matches; ${end}`);
    expect(await grep({ pattern: 'a.c', ignore_case: true })).toBe(
      `1\ta.c\n3\tA.C\n4\ta.c again\n[${ID}, 3 matches; ${end}`,
    );
    expect(await grep({ pattern: '^a.c$', regex: true })).toBe(`1\ta.c\n2\tabc\n[${ID}, 2 matches; ${end}`);
    expect(await grep({ pattern: '^a.c$', regex: true, ignore_case: true, offset: 2, limit: 1 })).toBe(
      `2\tabc\n[${ID}, 1 match; more: offset=3]`,
    );
    expect(await grep({ pattern: 'a.c', offset: 1, column: 2 })).toBe(`4\ta.c again\n[${ID}, 1 match; ${end}`);
    expect(await grep({ pattern: '[(' })).toBe(`[${ID}, no match; ${end}`);
  });

  it.each<[unknown, RegExp]>([
    [{ ref_id: ID }, /^pattern is missing: a text that is not empty\.$/],
    [{ ref_id: ID, pattern: '' }, /^pattern must be a text that is not empty/],
    [{ ref_id: ID, pattern: 'a\nb' }, /^pattern must be one line/],
    [{ ref_id: ID, pattern: '(', regex: true }, /^pattern is no regular expression: /],
    [{ ref_id: ID, pattern: 'a', regex: 'yes' }, /^regex must be true or false, not "yes"\.$/],
    [{ ref_id: ID, pattern: 'a', limit: 501 }, /^limit must be a whole number from 1 to 500, not 501\.$/],
    [{ ref_id: ID, pattern: 'a', flags: 'i' }, /^Unknown key "flags"\. It takes ref_id, pattern, regex, ignore_case,/],
    [{ ref_id: 'e77', pattern: 'a' }, /^There is no output "e77" in this thread\. Known refs: o_0000000000000001\.$/],
  ])('refuses %j', async (input, text) => {
    const outcome = await call(TOOL_OUTPUT_CACHE_GREP, input, await worldWith('a'));
    expect(outcome.failed).toBe(true);
    expect(outcome.text).toMatch(text);
  });

  it('pages by matches and by bytes, and says where the next page begins', async () => {
    const world = await worldWith(`${'match '.repeat(50)}\n`.repeat(3000), { maxMessageBytes: 4096 });
    const { text } = await call(TOOL_OUTPUT_CACHE_GREP, { ref_id: ID, pattern: 'match' }, world);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096);
    expect(text.split('\n').at(-1)).toBe(`[${ID}, 12 matches; more: offset=13]`);
  });

  it('names the column of a match in a long line, from which the other tool reads on', async () => {
    const world = await worldWith(`${'-'.repeat(5000)}needle${'-'.repeat(5000)}`);
    const { text } = await call(TOOL_OUTPUT_CACHE_GREP, { ref_id: ID, pattern: 'needle' }, world);
    expect(text).toMatch(/^1:5001\t-+needle-+\n/);
    const read = await call(TOOL_OUTPUT_CACHE, { ref_id: ID, offset: 1, column: 5001 }, world);
    expect(read.text.startsWith('1\tneedle---')).toBe(true);
  });

  it('says so when the time is over, with how to go on, and frees its finder', async () => {
    let closed = 0;
    const slow: RegexEngine = {
      start: async () => ok({ overlap: 0, find: async () => undefined, close: () => void closed++ }),
    };
    const world = { ...(await worldWith('a\nb')), regex: slow };
    const { text, failed } = await call(TOOL_OUTPUT_CACHE_GREP, { ref_id: ID, pattern: 'x', regex: true }, world);
    expect(text).toBe(
      `[${ID}, no match so far; stopped after 2 s at line 1: use a simpler pattern, or go on with offset=1]`,
    );
    expect([failed, closed]).toEqual([false, 1]);
  });

  it('searches what was trimmed and what was compacted in the same way', async () => {
    const thread = threadOf(typed('go'), round(run('a', 'one\nneedle here\n'.repeat(40))), round(run('b', 'x')));
    const trimmed = compacted(thread, planTrim(thread, { budget: 0 }));
    const world = { ...(await worldWith('')), thread: trimmed };
    const of = async (ref_id: string) =>
      (await call(TOOL_OUTPUT_CACHE_GREP, { ref_id, pattern: 'needle', limit: 1 }, world)).text;
    expect(await of('e3.0')).toBe('2\tneedle here\n[e3.0, 1 match; more: offset=4]');
    expect(await of('e1-3')).toMatch(/^\d+\tneedle here\n\[e1-3, 1 match; more: offset=\d+\]$/);
  });

  it('both tools describe themselves and every field that they take', () => {
    const text = { type: 'string', description: expect.stringMatching(/^[A-Z].*\.$/) };
    const flag = { type: 'boolean', description: expect.stringMatching(/Left out: false\.$/) };
    const count = (most?: number) => {
      const description = expect.stringMatching(/^[A-Z].*\.$/);
      return { type: 'integer', minimum: 1, ...(most && { maximum: most }), description };
    };
    const of = (properties: object, ...required: readonly string[]) => {
      return { type: 'object', properties, required, additionalProperties: false };
    };
    expect(TOOL_OUTPUT_CACHE.inputSchema).toEqual(
      of({ ref_id: text, offset: count(), limit: count(2000), column: count() }, 'ref_id'),
    );
    expect(TOOL_OUTPUT_CACHE_GREP.inputSchema).toEqual(
      of(
        {
          ref_id: text,
          pattern: text,
          regex: flag,
          ignore_case: flag,
          offset: count(),
          column: count(),
          limit: count(500),
        },
        'ref_id',
        'pattern',
      ),
    );
    expect([TOOL_OUTPUT_CACHE.name, TOOL_OUTPUT_CACHE_GREP.name]).toEqual([
      'tool_output_cache',
      'tool_output_cache_grep',
    ]);
    for (const { description } of [TOOL_OUTPUT_CACHE, TOOL_OUTPUT_CACHE_GREP]) {
      expect(description).toContain('ref_id');
      expect(description).toBe(description.trim());
    }
  });

  it('both say that a page is 200 lines or 50 matches where nothing else is asked for', async () => {
    const world = await worldWith('match\n'.repeat(600));
    expect((await call(TOOL_OUTPUT_CACHE, { ref_id: ID }, world)).text).toContain('lines 1-200;');
    expect((await call(TOOL_OUTPUT_CACHE_GREP, { ref_id: ID, pattern: 'match' }, world)).text).toContain(
      ', 50 matches;',
    );
    expect(JSON.stringify(TOOL_OUTPUT_CACHE.inputSchema)).toContain('Left out: 200.');
    expect(JSON.stringify(TOOL_OUTPUT_CACHE_GREP.inputSchema)).toContain('Left out: 50.');
  });

  it.each([
    [{ ref_id: ID, offset: -1 }, 'offset must be a whole number from 1, not -1.'],
    [{ ref_id: ID, column: 0 }, 'column must be a whole number from 1, not 0.'],
    [{ ref_id: ID, limit: '5' }, 'limit must be a whole number from 1 to 2000, not "5".'],
    [{ ref_id: ID, offset: 'x'.repeat(200) }, `offset must be a whole number from 1, not "${'x'.repeat(79)}.`],
    [null, 'The input must be an object.'],
  ])('refuses %j, shortening what is long', async (input, text) => {
    expect(await call(TOOL_OUTPUT_CACHE, input, await worldWith('a'))).toMatchObject({ text, failed: true });
  });

  it('names how many older refs there are beside those that it lists', async () => {
    const thread = threadOf(
      typed('go'),
      ...Array.from({ length: 20 }, (_, i) => round(run(`${i}`, `${i} line\n`.repeat(99)))),
    );
    const world = { ...(await worldWith('')), thread: compacted(thread, planTrim(thread, { budget: 0 })) };
    const { text } = await call(TOOL_OUTPUT_CACHE, { ref_id: 'e999' }, world);
    expect(text).toMatch(
      /^There is no output "e999" in this thread\. Known refs: e17\.0, .*, e39\.0 and 7 older ones\.$/,
    );
  });
});
