/** Sizes that misled other tools: images, base64, Japanese, one character again and again, a gauge (reliability cases 31–35; R40, R50). */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { CLOSED_BREAKER } from '../../../src/core/agent/breaker.ts';
import { nextCall } from '../../../src/core/agent/next-call.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { limitsFor } from '../../../src/core/compaction/limits.ts';
import { shouldAutoCompact } from '../../../src/core/compaction/trigger.ts';
import type { Block, ImageBlock } from '../../../src/core/message/message.ts';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import { gaugeState } from '../../../src/core/protocol/gauge-state.ts';
import { measure } from '../../../src/core/thread/measure.ts';
import { append, nextId, type Thread } from '../../../src/core/thread/thread.ts';
import { estimateText } from '../../../src/core/tokens/estimate.ts';
import { TOOL_OUTPUT_CACHE } from '../../../src/core/tool-output/cache-tool.ts';
import { DEFAULT_TOOL_OUTPUT_CONFIG } from '../../../src/core/tool-output/config.ts';
import { enterResult } from '../../../src/core/tool-output/enter-result.ts';
import { computeMeter } from '../../../src/core/view/compute-meter.ts';
import { Loop } from '../agent/loop.ts';
import { work } from '../arbitrary/work.ts';
import { base64Text } from '../tokens/estimate-samples.ts';
import { png } from '../tokens/image-samples.ts';
import { round, run, threadOf, typed } from '../tool-output/rounds.ts';
import { MemoryOutputs, resultOf, textsOf } from '../tool-output/samples.ts';
import { smaller, WAYS } from './sendable.ts';

const near = (tokens: number, truth: number) => Math.abs(tokens / truth - 1);

describe('case 31: a screenshot of 2 MB', () => {
  const screenshot: ImageBlock = {
    type: 'image',
    mediaType: 'image/png',
    data: png(1024, 768) + 'A'.repeat(2_000_000),
  };
  const rule = (1024 * 768) / 750;
  const shown = (blocks: readonly Block[]) => ({ type: 'message', origin: 'typed', blocks }) as const;
  const without = threadOf(typed('look'), round(run('ls', 'ok')));

  it.each([
    ['in the first message', threadOf(shown([{ type: 'text', text: 'look' }, screenshot]), round(run('ls', 'ok')))],
    [
      'in an old result',
      threadOf(typed('look'), round(run('ls', { content: [{ type: 'text', text: 'ok' }, screenshot] }))),
    ],
  ])('%s counts by the provider’s rule within 30 per cent, and is no reason to compact', (_, thread) => {
    expect(near(thread.tokens - without.tokens, rule)).toBeLessThan(0.3);
    const limits = limitsFor({ window: 200_000 }, DEFAULT_CONFIG);
    const call = nextCall({
      thread,
      config: DEFAULT_CONFIG,
      limits,
      pendingTokens: 0,
      breaker: CLOSED_BREAKER,
      now: 0,
    });
    expect(call).toEqual({ type: 'send' });
  });
});

it('case 32: 1 MB of base64 in a command’s output is cut on entry, and its end can be reached by its ref', async () => {
  const output = base64Text(750_000);
  const outputs = new MemoryOutputs();
  const entered = await enterResult(resultOf(output), DEFAULT_TOOL_OUTPUT_CONFIG, outputs);
  if (!entered.ok) throw new Error('not stored');
  const block = entered.value;
  const [shown = ''] = textsOf(block);
  expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(51_200);
  const truth = Array.from({ length: Math.ceil(shown.length / 512) }, (_, i) => shown.slice(512 * i, 512 * i + 512));
  expect(
    near(
      estimateText(shown),
      truth.reduce((sum, part) => sum + countTokens(part), 0),
    ),
  ).toBeLessThan(0.3);
  const id = block.outputRef?.id ?? '';
  expect(shown).toContain(id);
  const thread = threadOf(typed('go'), round(run('base64', { ...block })));
  const world = {
    thread,
    outputs,
    regex: { start: async () => ({ ok: false, error: 'none' }) as const },
    limits: DEFAULT_TOOL_OUTPUT_CONFIG,
  };
  const column = output.length - 40;
  const page = textsOf(await TOOL_OUTPUT_CACHE.run({ ref_id: id, column }, world)).join('\n');
  expect(page).toContain(output.slice(column - 1));
});

describe('case 34: 200,000 equal characters', () => {
  // No token is a run of more than 128 of them, and few characters take more than one each.
  it.each(['a', ' ', '\n', '\t', '=', '-', '0', 'é', 'あ'])('of %j count twice as many as 100,000', (one) => {
    const [half, whole] = [estimateText(one.repeat(100_000)), estimateText(one.repeat(200_000))];
    expect(near(whole, 2 * half)).toBeLessThan(0.01);
    expect(whole).toBeGreaterThan(1_500);
    expect(whole).toBeLessThan(250_000);
  });
});

/** The thread with a reply whose usage the provider reported. */
function reported(thread: Thread, total: number): Thread {
  const id = nextId(thread);
  const usage = tokenUsage({ input: total });
  return append(thread, {
    type: 'message',
    id,
    at: id,
    origin: 'model',
    blocks: [{ type: 'text', text: 'ok' }],
    usage,
  });
}

describe('case 35: the gauge', () => {
  const input = { config: DEFAULT_CONFIG, size: { window: 200_000 }, model: 'm' } as const;
  const limits = limitsFor(input.size, DEFAULT_CONFIG);

  it('M3 takes a report above the window for no measure, and says so after two of them', () => {
    const once = reported(work(6), 248_000);
    expect(computeMeter(once, input)).toMatchObject({
      tokens: once.tokens,
      window: 200_000,
      tone: 'calm',
      estimated: true,
    });
    expect(computeMeter(once, input)).not.toHaveProperty('measured');
    const finding = { type: 'window-exceeded', tokens: 248_000 };
    expect(computeMeter(reported(once, 5_000_000), input)).toMatchObject({ estimated: true, finding });
  });

  it('R23 is due where an estimate with its 10 % reaches the trigger, and at the trigger where a report is', () => {
    const thread = work(40);
    const config = { ...DEFAULT_CONFIG, thresholdTokens: Math.round(thread.tokens * 1.05) };
    const limits = limitsFor(input.size, config);
    if (!limits.ok) throw new Error(limits.error.type);
    const meter = computeMeter(thread, { ...input, config });
    expect(meter).toMatchObject({ tone: 'near', trigger: limits.value.trigger });
    expect(gaugeState(meter, undefined)).toEqual({ type: 'due' });
    expect(computeMeter(thread, { ...input, config }).dueAt).toBeLessThanOrEqual(thread.tokens);
    expect(shouldAutoCompact({ thread, config, limits: limits.value }).type).toBe('compact');
    const known = reported(thread, thread.tokens);
    expect(computeMeter(known, { ...input, config })).not.toHaveProperty('dueAt');
    expect(gaugeState(computeMeter(known, { ...input, config }), undefined).type).toBe('until');
    expect(shouldAutoCompact({ thread: known, config, limits: limits.value }).type).toBe('wait');
  });

  it('says how full it is by the estimate, past 100 % too', () => {
    const config = { ...DEFAULT_CONFIG, auto: false } as const;
    const meter = computeMeter(work(250), { ...input, config });
    expect(meter).toMatchObject({ tokens: work(250).tokens, tone: 'over', estimated: true });
    expect(meter.tokens).toBeGreaterThan(248_000);
    expect(meter.segments.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(meter.tokens);
  });

  it.each(WAYS)('says after %s what the trigger sees: neither 0 nor what was used in all', (_, config) => {
    const before = reported(work(12, 40_000), 170_000);
    const after = smaller(before, config, 0.5);
    const { tokens } = computeMeter(after, input);
    expect(tokens).toBe(measure(after).tokens);
    expect(tokens).toBeGreaterThan(100);
    expect(tokens).toBeLessThan(170_000);
    if (!limits.ok) throw new Error(limits.error.type);
    expect(
      shouldAutoCompact({ thread: after, config: DEFAULT_CONFIG, limits: limits.value, pendingTokens: 0 }).type,
    ).toBe('wait');
  });
});

describe('R40 usage', () => {
  it.each([
    ['all four parts once', { input: 100, output: 20, cacheCreation: 30, cacheRead: 4_000 }, 4_150],
    ['what is missing as 0', { input: 100 }, 100],
    ['nothing as 0', {}, 0],
  ])('sums %s', (_, parts, total) => {
    expect(tokenUsage(parts)).toEqual({ input: 0, output: 0, cacheCreation: 0, cacheRead: 0, ...parts, total });
  });
});

describe('R50 each call’s usage is kept with its reply', () => {
  const long = 'a line of the answer\n'.repeat(3_500);
  const loop = () =>
    new Loop({
      config: DEFAULT_CONFIG,
      window: 30_000,
      trueWindow: 1_000_000,
      reply: (turn) => ({ blocks: [{ type: 'text', text: `${turn} ${long}` }] }),
    });

  it('as the measure of what comes next', async () => {
    const talk = new Loop({
      config: DEFAULT_CONFIG,
      window: 30_000,
      reply: () => ({ blocks: [{ type: 'text', text: 'Done.' }] }),
    });
    await talk.send('go');
    const reply = talk.thread.messages.findLast(({ origin }) => origin === 'model');
    expect(reply?.usage?.total).toBe(talk.requests.length > 0 ? talk.thread.anchor?.entry.usage.total : 0);
    expect(measure(talk.thread).measured?.tokens).toBe(reply?.usage?.total);
  });

  it('and checked once more when the turn ends, before anything else is typed', async () => {
    const talk = loop();
    await talk.send('go');
    expect(talk.thread.compactions.length).toBe(0);
    await talk.send('and on');
    expect(talk.replies).toBe(2);
    expect(talk.thread.compactions.length).toBe(1);
    expect(talk.thread.entries.at(-1)?.type).toBe('compaction');
  });
});
