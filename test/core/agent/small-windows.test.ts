/** What a compaction leaves where what must stay takes most of the window (cases C1–C5). */
import { describe, expect, it } from 'vitest';
import { runCompaction } from '../../../src/core/agent/run-compaction.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { limitsFor } from '../../../src/core/compaction/limits.ts';
import { planCompaction } from '../../../src/core/compaction/plan.ts';
import { ok } from '../../../src/core/lang/result.ts';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import type { Edit } from '../../../src/core/thread/edit.ts';
import type { CompactionEntry } from '../../../src/core/thread/entry.ts';
import { DEFAULT_PRICES } from '../../../src/core/tokens/prices.ts';
import { round, run, threadOf, typed } from '../tool-output/rounds.ts';
import { Loop, type ScriptedReply, type World } from './loop.ts';
import { scriptedModel, textOf } from './scripted-model.ts';

const GOOD = '<retain>- Never touch port 4711.</retain><summary>The work went on.</summary>';

/** Text of about so many tokens. */
const words = (tokens: number, label = 'text') => `${label} ${'answer '.repeat(tokens).trim()}`;

function limits(window: number) {
  const found = limitsFor({ window }, DEFAULT_CONFIG);
  if (!found.ok) throw new Error(found.error.type);
  return found.value;
}

function reads(turn: number, ...tokens: readonly number[]): ScriptedReply {
  const ids = tokens.map((_, at) => `c${turn}_${at}`);
  return {
    blocks: ids.map((id) => ({ type: 'tool_use', id, name: 'read_file', input: { path: `src/${id}.ts` } }) as const),
    results: ids.map((id, at) => ({
      type: 'tool_result',
      toolUseId: id,
      content: [{ type: 'text', text: words(tokens[at] ?? 0, id).replaceAll(/(?:\S+ ){20}/g, '$&\n') }],
    })),
  };
}

const said = (tokens: number): ScriptedReply => ({ blocks: [{ type: 'text', text: words(tokens, 'answer') }] });

const answered = (tokens: number) => [{ type: 'message', origin: 'model', blocks: said(tokens).blocks }] as const;

/** Every entry edit that takes more than 1,000 tokens, with what it put in their place. */
function emptied(edits: readonly Edit[], steps: CompactionEntry['steps']) {
  return edits.filter(
    (edit) =>
      edit.type === 'entries' &&
      edit.replacement.length === 0 &&
      steps.some(({ from, tokensBefore }) => from === edit.span.from && tokensBefore > 1_000),
  );
}

function checkAll(loop: Loop, summaries: number): void {
  for (const { edits, steps } of loop.thread.compactions) expect(emptied(edits, steps)).toEqual([]);
  const used = loop.thread.compactions.filter(({ strategy }) => strategy === 'summarize' || strategy === 'native');
  expect(used).toHaveLength(summaries);
  for (const request of loop.requests) expect(textOf(request).length).toBeGreaterThan(0);
}

describe('where what must stay takes more than the target', () => {
  it('C1 a reply that reads two large files leaves the summary that was paid for', async () => {
    const summarizer = scriptedModel([GOOD]);
    const reply: World['reply'] = (turn) => (turn === 5 ? reads(turn, 6_500, 6_500) : said(3_000));
    const loop = new Loop({ config: DEFAULT_CONFIG, window: 32_768, summarizer, reply });
    await loop.send('Never touch port 4711.');
    for (let turn = 2; turn <= 5; turn++) expect(await loop.send(`question ${turn}`)).toEqual({ type: 'done' });
    expect(summarizer.sent).toHaveLength(1);
    checkAll(loop, 1);
    expect(textOf(loop.requests.at(-1) ?? [])).toContain('The work went on.');
    expect(textOf(loop.requests.at(-1) ?? [])).toMatch(/ref=e1-\d+/);
    expect(loop.thread.compactions[0]).toMatchObject({ strategy: 'summarize', reason: 'fixed-part' });
  });

  it('C2 a system prompt and tools of 28k in 64k leave each summary that was paid for', async () => {
    const summarizer = scriptedModel([GOOD]);
    const loop = new Loop({
      config: DEFAULT_CONFIG,
      window: 65_536,
      fixed: 28_000,
      summarizer,
      reply: () => said(2_000),
    });
    for (let turn = 1; turn <= 40; turn++) expect(await loop.send(`question ${turn}`)).toEqual({ type: 'done' });
    expect(summarizer.sent.length).toBeGreaterThan(1);
    checkAll(loop, summarizer.sent.length);
  });

  it('C2 a pasted log of 42k in 100k leaves the summary', async () => {
    const summarizer = scriptedModel([GOOD]);
    const loop = new Loop({ config: DEFAULT_CONFIG, window: 100_000, summarizer, reply: () => said(4_000) });
    for (let turn = 1; turn <= 10; turn++) await loop.send(`question ${turn}`);
    expect(await loop.send(words(42_000, 'log'))).toEqual({ type: 'done' });
    expect(summarizer.sent).toHaveLength(1);
    checkAll(loop, 1);
    await loop.send('go on');
    expect(textOf(loop.requests.at(-1) ?? [])).toContain('The work went on.');
  });

  it('C2 the same by the provider itself, and as a person asks for it', async () => {
    const turns = Array.from({ length: 12 }, (_, i) => [typed(`q${i}`), answered(1_500)]);
    const thread = threadOf(...turns.flat());
    const base = { system: 28_000, tools: 0, instructions: 0 };
    const asked: string[] = [];
    const native = {
      id: 'scripted',
      modelKey: 'scripted',
      prices: DEFAULT_PRICES,
      compact: async () => {
        asked.push('native');
        return ok({ data: { type: 'compaction' }, text: 'It went on.', usage: tokenUsage({ output: 900 }) });
      },
    } as const;
    const input = { thread, limits: limits(65_536), base, trigger: 'auto' } as const;
    const byProvider = await runCompaction(
      { ...input, config: { ...DEFAULT_CONFIG, strategy: 'native' } },
      { model: undefined, native },
      { aborted: false },
    );
    expect(byProvider).toMatchObject({ type: 'compacted', draft: { strategy: 'native' } });
    expect(asked).toEqual(['native']);
    const model = scriptedModel([GOOD]);
    const byHand = { ...input, config: DEFAULT_CONFIG, trigger: 'manual', instructions: 'keep the names' } as const;
    expect(await runCompaction(byHand, { model }, { aborted: false })).toMatchObject({
      draft: { strategy: 'summarize' },
    });
  });

  it('C3 the last turn never takes the room of the summary, so that the ladder stops at the summary', async () => {
    const summarizer = scriptedModel([`<summary>${words(1_900, 'kept')}</summary>`]);
    const turns = Array.from({ length: 6 }, (_, i) => [typed(words(950, `q${i}`)), answered(900)]);
    const thread = threadOf(...turns.flat(), typed(words(20_000, 'paste')), answered(3_600));
    const input = { thread, limits: limits(60_000), config: DEFAULT_CONFIG, trigger: 'manual' } as const;
    const outcome = await runCompaction(input, { model: summarizer }, { aborted: false });
    expect(outcome).toMatchObject({ type: 'compacted', draft: { strategy: 'summarize' } });
    const without = planCompaction(input);
    expect(without).toMatchObject({ type: 'compaction', draft: { strategy: 'extract' } });
  });

  it('C4 a window of 8,192 goes on with summaries, none thrown away, one for a tenth of the trigger at most', async () => {
    const summarizer = scriptedModel([GOOD], { window: 8_192, warm: true });
    const loop = new Loop({ config: DEFAULT_CONFIG, window: 8_192, summarizer, reply: () => said(1_200) });
    for (let turn = 1; turn <= 20; turn++) expect(await loop.send(`question ${turn}`)).toEqual({ type: 'done' });
    expect(summarizer.sent.length).toBeGreaterThan(2);
    checkAll(loop, summarizer.sent.length);
    expect(loop.thread.compactions.filter(({ strategy }) => strategy === 'truncate')).toEqual([]);
  });

  it('C5 two runs that go have their notes and refs, however small the room is', () => {
    const turns = (from: number) =>
      Array.from({ length: 3 }, (_, i) => round(run(`${from + i}`, words(900, `r${from + i}`))));
    const thread = threadOf(
      typed('a'),
      ...turns(0),
      typed(words(1_200, 'ask')),
      ...turns(10),
      round(run('z', words(300))),
    );
    for (const strategy of ['extract', 'truncate'] as const) {
      const plan = planCompaction({
        thread,
        limits: { ...limits(8_192), target: 600 },
        config: { ...DEFAULT_CONFIG, strategy },
        trigger: 'manual',
      });
      if (plan.type !== 'compaction') throw new Error(plan.type);
      const entries = plan.draft.edits.flatMap((edit) => (edit.type === 'entries' ? [edit] : []));
      expect(entries).toHaveLength(2);
      for (const { replacement } of entries) expect(textOf(replacement)).toMatch(/ref=e\d+-\d+/);
    }
  });

  it('an automatic compaction that would free less than 5 % of the trigger is not made, unless the request doesn’t fit', async () => {
    const thread = threadOf(typed('a'), round(run('1', words(700))), typed(words(22_000, 'paste')));
    const model = scriptedModel([GOOD]);
    const input = {
      thread,
      limits: { ...limits(32_768), target: 1_000 },
      config: DEFAULT_CONFIG,
      trigger: 'auto',
    } as const;
    expect((await runCompaction(input, { model }, { aborted: false })).type).toBe('unchanged');
    const wide = { ...input, limits: { ...input.limits, floor: 100 } };
    expect(await runCompaction(wide, { model }, { aborted: false })).toEqual({
      type: 'unchanged',
      reason: 'too-little',
    });
    expect(model.sent).toEqual([]);
    const needed = { ...wide, mustFit: true };
    expect((await runCompaction(needed, { model }, { aborted: false })).type).toBe('compacted');
  });

  it('pays no second time before a tenth of the trigger has come', async () => {
    const summarizer = scriptedModel([`<summary>${words(900, 'done')}</summary>`]);
    const loop = new Loop({
      config: DEFAULT_CONFIG,
      window: 32_768,
      fixed: 22_800,
      summarizer,
      reply: () => said(400),
    });
    for (let turn = 1; turn <= 40; turn++) expect((await loop.send(`question ${turn}`)).type).toBe('done');
    const came = loop.thread.originals.reduce((sum, { tokens }) => sum + tokens, 0);
    const { trigger } = limits(32_768);
    expect(summarizer.sent.length).toBeGreaterThan(0);
    expect(summarizer.sent.length).toBeLessThanOrEqual(Math.ceil(came / (0.1 * trigger)));
    expect(loop.thread.compactions.some(({ fellFrom }) => fellFrom?.reason === 'paid-recently')).toBe(true);
  });
});

describe('the second automatic compaction within one turn', () => {
  it('tells once what takes the room', async () => {
    const reply: World['reply'] = (turn) => (turn < 12 ? reads(turn, 3_000) : said(10));
    const loop = new Loop({ config: DEFAULT_CONFIG, window: 16_384, fixed: 4_000, reply });
    await loop.send(`${words(200)} go`);
    const told = loop.log.flatMap((event) => (event.type === 'crowded' ? [event.by] : []));
    expect(loop.thread.compactions.length).toBeGreaterThan(2);
    expect(told).toHaveLength(1);
    expect(told[0]?.base).toBeGreaterThanOrEqual(3_900);
    expect(told[0]?.serverOverhead).toBe(0);
    expect(told[0]?.pins).toBe(0);
    expect(told[0]?.message).toBeGreaterThan(190);
    expect(told[0]?.round).toBeGreaterThan(2_900);
  });
});
