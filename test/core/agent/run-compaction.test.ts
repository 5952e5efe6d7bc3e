/** Compaction by summary, driven by a scripted model (R43–R48, R53, reliability cases 12, 16, 25, 26). */
import { describe, expect, it } from 'vitest';
import type { CompactionOutcome } from '../../../src/core/agent/compaction-outcome.ts';
import { runCompaction } from '../../../src/core/agent/run-compaction.ts';
import { applyBoundary } from '../../../src/core/compaction/apply-boundary.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { RETAIN_LABEL } from '../../../src/core/compaction/summarize/retained.ts';
import { checkContext } from '../../../src/core/thread/check-context.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import { CALLS_MODEL, STRATEGIES } from '../../../src/core/thread/strategy.ts';
import { append, type Thread } from '../../../src/core/thread/thread.ts';
import { limitsWith, perform } from '../arbitrary/operations.ts';
import { work } from '../arbitrary/work.ts';
import { type ScriptedModel, scriptedModel, textOf } from './scripted-model.ts';

const GOOD = '<retain>- never drop a part</retain><summary>## Goal\nTen questions were answered.</summary>';
const running = { aborted: false };

function request(thread: Thread, trigger: 'manual' | 'auto' = 'auto', target = 4_000) {
  return { thread, config: DEFAULT_CONFIG, limits: limitsWith(target), trigger };
}

function applied(thread: Thread, outcome: CompactionOutcome): Thread {
  if (outcome.type !== 'compacted') throw new Error(outcome.type);
  const after = append(thread, applyBoundary(thread, outcome.draft, 0));
  expect(checkContext(projectContext(after).messages)).toEqual([]);
  return after;
}

describe('runCompaction with a model', () => {
  const thread = work(10);

  it('R43 R47 puts retain, summary and the last turns in this order; neither instruction nor reply enters the history', async () => {
    const model = scriptedModel([GOOD]);
    const outcome = await runCompaction(request(thread), { model }, running);
    const after = applied(thread, outcome);
    const [first] = projectContext(after).messages;
    const said = first?.blocks.map((b) => (b.type === 'text' ? b.text : b.type)) ?? [];
    expect(said[0]).toBe(`${RETAIN_LABEL}\n- never drop a part`);
    expect(said[1]).toMatch(/It is history[\s\S]*## Goal\nTen questions were answered\./);
    expect(textOf(projectContext(after).messages)).toContain('question 9');
    // The entry keeps the instruction for the marker, where a person can read it; no message has it.
    const all = JSON.stringify([after.messages, projectContext(after).messages]);
    for (const words of ['Put the summary between', '<retain>']) expect(all).not.toContain(words);
    const [compaction] = after.compactions;
    expect(compaction?.prompt).toContain('Put the summary between');
    expect(JSON.stringify({ ...compaction, prompt: undefined })).not.toContain('<retain>');
    expect(outcome).toMatchObject({ draft: { strategy: 'summarize', model: 'scripted', usage: { output: 10 } } });
  });

  it('R43 R44 asks about a transcript without tool blocks, and without tools', async () => {
    const model = scriptedModel([GOOD]);
    await runCompaction(request(thread), { model }, running);
    const [sent] = model.sent;
    expect(sent?.tools).toBe('none');
    expect(sent?.messages.every((m) => m.blocks.every((b) => b.type === 'text'))).toBe(true);
    expect(textOf(sent?.messages ?? [])).toMatch(/\(called read_file src\/part0\.ts\)/);
  });

  it('R43 asks after the very prefix of the thread when its cache is warm and it fits', async () => {
    const model = scriptedModel([GOOD], { warm: true });
    await runCompaction(request(thread), { model }, running);
    const [sent] = model.sent;
    const prefix = projectContext(thread).messages;
    expect(sent?.tools).toBe('thread');
    expect(sent?.messages.slice(0, prefix.length)).toEqual(prefix);
    expect(textOf(sent?.messages.slice(prefix.length) ?? [])).toMatch(
      /Summarize only what stands up to and including <checkpoint:[a-z0-9]{6}>/,
    );
  });

  it('R44 leaves calls that nobody answered out of that request', async () => {
    const open = perform(thread, {
      type: 'messages',
      drafts: [
        {
          type: 'message',
          origin: 'model',
          blocks: [
            { type: 'text', text: 'I look.' },
            { type: 'tool_use', id: 'z', name: 'run', input: {} },
          ],
        },
      ],
    });
    const model = scriptedModel([GOOD], { warm: true });
    applied(open, await runCompaction(request(open), { model }, running));
    const blocks = model.sent[0]?.messages.flatMap((m) => m.blocks) ?? [];
    expect(blocks.some((b) => b.type === 'tool_use' && b.id === 'z')).toBe(false);
    expect(blocks.some((b) => b.type === 'text' && b.text === 'I look.')).toBe(true);
    expect(checkContext(model.sent[0]?.messages ?? [])).toEqual([]);
  });

  it('case 12: a thread larger than the summarizer is asked about in parts, each with what was written so far', async () => {
    const big = work(60, 16_000);
    const model = scriptedModel(['<summary>so far: part one</summary>', GOOD], { window: 40_000 });
    applied(big, await runCompaction(request(big), { model }, running));
    expect(model.sent.length).toBeGreaterThan(2);
    expect(textOf(model.sent[1]?.messages ?? [])).toContain('so far: part one');
  });

  it('case 12: a summarizer that overflows all the same gets half, then extract takes over and says why', async () => {
    const model = scriptedModel([{ type: 'overflow', message: 'prompt is too long: 208380 tokens > 200000 maximum' }]);
    const outcome = await runCompaction(request(thread), { model }, running);
    expect(model.sent).toHaveLength(3);
    applied(thread, outcome);
    expect(outcome).toMatchObject({
      draft: {
        strategy: 'extract',
        fellFrom: { strategy: 'summarize', reason: 'model-failed', detail: expect.stringContaining('208380') },
      },
    });
  });

  it.each([
    ['""', ''],
    ['blanks', ' \n\t '],
    ['an empty summary', '<retain>- a</retain><summary>\n</summary>'],
  ])('case 25: never uses a summary of %s: the next strategy does it, and it is said', async (_, reply) => {
    const outcome = await runCompaction(request(thread), { model: scriptedModel([reply]) }, running);
    applied(thread, outcome);
    expect(outcome).toMatchObject({
      draft: { strategy: 'extract', fellFrom: { strategy: 'summarize', reason: 'empty-summary' } },
    });
  });

  it('a summary that would not shrink the context is refused', async () => {
    const longer = `<summary>${'every word of it again '.repeat(12_000)}</summary>`;
    const outcome = await runCompaction(request(thread), { model: scriptedModel([longer]) }, running);
    expect(outcome).toMatchObject({
      draft: {
        strategy: 'extract',
        fellFrom: { reason: 'summary-refused', detail: expect.stringContaining('smaller') },
      },
    });
  });

  it('a manual compaction reports a failed summary and changes nothing', async () => {
    const failing = scriptedModel([{ type: 'error', message: '529 overloaded' }]);
    expect(await runCompaction(request(thread, 'manual'), { model: failing }, running)).toEqual({
      type: 'summary-failed',
      strategy: 'summarize',
      reason: 'model-failed',
      detail: '529 overloaded',
      paid: { model: 'scripted' },
    });
  });

  it('case 26: a cancel during the call changes nothing', async () => {
    const signal = { aborted: false };
    const model: ScriptedModel = scriptedModel([GOOD]);
    const cancelling: typeof model = {
      ...model,
      complete: (sent, given) => {
        signal.aborted = true;
        return model.complete(sent, given);
      },
    };
    expect(await runCompaction(request(thread), { model: cancelling }, signal)).toEqual({
      type: 'cancelled',
      paid: { model: 'scripted', usage: expect.objectContaining({ output: 10 }) },
    });
  });

  it('R54 makes no call when nothing is old enough', async () => {
    const model = scriptedModel([GOOD]);
    const short = work(1, 32_000);
    const pending = perform(short, { type: 'restart' });
    expect((await runCompaction(request(pending, 'auto', 200_000), { model }, running)).type).toBe('unchanged');
    expect(model.sent).toHaveLength(0);
  });

  it('R53 without a model falls to extract and says so', async () => {
    const outcome = await runCompaction(request(thread), { model: undefined }, running);
    expect(outcome).toMatchObject({
      draft: { strategy: 'extract', fellFrom: { strategy: 'summarize', reason: 'no-model' } },
    });
  });

  it.each(
    STRATEGIES.filter((strategy) => strategy !== 'disabled').flatMap((strategy) => [
      [strategy, 'with a model', scriptedModel([GOOD])] as const,
      [strategy, 'without one', undefined] as const,
    ]),
  )('by %s, %s, is asked as a person says, or keeps that this was not followed', async (strategy, _, model) => {
    const instructions = ' keep the order ';
    const config = { ...DEFAULT_CONFIG, strategy };
    const outcome = await runCompaction({ ...request(thread, 'manual'), config, instructions }, { model }, running);
    const draft = outcome.type === 'compacted' ? outcome.draft : undefined;
    const isAsked = draft?.prompt?.includes('keep the order') === true;
    expect(isAsked).toBe(CALLS_MODEL[strategy] && model !== undefined);
    expect(draft?.unusedInstructions).toBe(isAsked ? undefined : 'keep the order');
  });
});

describe('R48 a second compaction by summary', () => {
  it('reads the first word for word, carries over what its reply forgot, and neither stacks', async () => {
    const thread = work(10);
    const once = applied(thread, await runCompaction(request(thread), { model: scriptedModel([GOOD]) }, running));
    const more = perform(once, {
      type: 'messages',
      drafts: work(10).messages.map(({ id: _, at: __, ...draft }) => draft),
    });
    const second = scriptedModel([
      '<retain>- use port 4711</retain><summary>Twenty questions were answered.</summary>',
    ]);
    const twice = applied(more, await runCompaction(request(more), { model: second }, running));
    expect(textOf(second.sent[0]?.messages ?? [])).toContain('## Goal\nTen questions were answered.');
    const context = textOf(projectContext(twice).messages);
    expect(context).toContain('- use port 4711\n- never drop a part');
    expect(context.split(RETAIN_LABEL)).toHaveLength(2);
    expect(context).not.toContain('Ten questions were answered.');
    expect(context).toContain('Twenty questions were answered.');
  });
});
