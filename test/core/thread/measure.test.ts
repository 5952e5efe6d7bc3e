/** The one number: by the reports of the thread's own model, since tokenizers differ (R23, R25). */
import { describe, expect, it } from 'vitest';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import { measure } from '../../../src/core/thread/measure.ts';
import { append, nextId, replay, type Thread } from '../../../src/core/thread/thread.ts';
import { perform, restarted } from '../arbitrary/operations.ts';
import { work } from '../arbitrary/work.ts';

const reply = (thread: Thread, model: string, total: number) =>
  perform(thread, { type: 'reply', model, total, text: 'Done.' });
const replyOf = (thread: Thread, usage: Parameters<typeof tokenUsage>[0]) =>
  ({
    type: 'message',
    id: nextId(thread),
    at: 0,
    origin: 'model',
    model: 'a',
    blocks: [{ type: 'text', text: 'Done.' }],
    usage: tokenUsage(usage),
  }) as const;
const switched = (thread: Thread, model: string) => perform(thread, { type: 'model', model });

/** Tokens of that reply. */
const DONE = reply(replay([]), 'a', 1).tokens;

const thread = work(3, 800);
const reported = reply(thread, 'a', thread.tokens + 900);

describe('measure', () => {
  it('M2 is what was reported with the reply, and what comes then by the estimate: the rest is a sum', () => {
    const now = thread.tokens + 900 + DONE;
    expect(measure(reported)).toMatchObject({ tokens: now, estimated: false, factor: 1, serverOverhead: 900 });
    const more = perform(reported, { type: 'abort', said: 'so', typed: 'go on '.repeat(200) });
    expect(measure(more)).toMatchObject({
      tokens: now + more.tokens - reported.tokens,
      estimated: true,
      serverOverhead: 900,
    });
  });

  it('M1 counts a reply as it is sent again: what it reports beyond that was reasoning', () => {
    const reasoned = (output: number) => append(thread, replyOf(thread, { input: thread.tokens, output }));
    const plain = reasoned(DONE);
    expect(measure(plain)).toMatchObject({ tokens: thread.tokens + DONE, estimated: false });
    expect(measure(reasoned(4_000))).toMatchObject({ tokens: plain.tokens, factor: 1, serverOverhead: 0 });
  });

  it('an imported reply measures nothing of ours: its agent sent another system prompt and other tools', () => {
    const imported = append(thread, {
      ...replyOf(thread, { input: thread.tokens + 9_000, output: 3 }),
      source: 'imported',
    });
    for (const one of [imported, restarted(imported)]) {
      expect(measure(one)).toMatchObject({ tokens: imported.tokens, estimated: true, serverOverhead: 0 });
      expect(measure(one)).not.toHaveProperty('measured');
    }
  });

  it('is an estimate after a switch to a model that has reported nothing here', () => {
    const other = switched(reported, 'b');
    expect(measure(other)).toMatchObject({ tokens: other.tokens, estimated: true, factor: 1, serverOverhead: 0 });
    expect(measure(other, { system: 100, tools: 0, instructions: 0, factor: 1.5 })).toMatchObject({
      tokens: Math.round((other.tokens + 100) * 1.5),
      estimated: true,
      factor: 1.5,
    });
  });

  it('knows each model by its own reports, also after a switch back and a restart', () => {
    const both = reply(switched(reported, 'b'), 'b', reported.tokens + 50);
    expect(measure(both).serverOverhead).toBe(50);
    const back = switched(both, 'a');
    expect(measure(back).serverOverhead).toBe(900);
    expect(measure(restarted(back))).toEqual(measure(back));
  });

  it("takes a report after a switch as the model's that was switched to, whatever name the reply carries", () => {
    const dated = reply(switched(thread, 'a'), 'a-2026-01-01', 5_000);
    expect(dated.model).toBe('a');
    expect(measure(dated)).toMatchObject({ tokens: 5_000 + DONE, estimated: false });
  });

  it('R25 keeps the sum through a boundary, where it is an estimate, however close to the report, until the next one', () => {
    const compacted = perform(reported, { type: 'summarize', target: 300, reply: 'Three were answered.' });
    expect(compacted.boundary).toBe(compacted.compactions[0]?.id);
    expect(measure(compacted)).toMatchObject({ tokens: compacted.tokens + 900, estimated: true, serverOverhead: 900 });
    const word = (reported.tokens - compacted.tokens) / 2;
    const typed = 'go on '.repeat(Math.round(word));
    const full = perform(compacted, { type: 'abort', said: '', typed });
    expect(measure(full).estimated).toBe(true);
    expect(measure({ ...compacted, tokens: reported.tokens }).estimated).toBe(true);
    expect(measure(reply(full, 'a', full.tokens + 900)).estimated).toBe(false);
  });

  it('takes a report of nothing for no report', () => {
    expect(reply(thread, 'a', 0).anchor).toBeUndefined();
    expect(reply(reported, 'a', 0).anchor).toBe(reported.anchor);
  });

  it('learns elsewhere only until it has a report of its own', () => {
    const base = { system: 0, tools: 0, instructions: 0 };
    expect(measure(reported, { ...base, factor: 2 })).toEqual(measure(reported, base));
  });
});

describe('R25 the factor', () => {
  const large = work(40);
  const small = work(3);

  it.each([
    ['of a single report is up to 1.25, the rest a sum', large, 1.5, 1.25],
    ['and down to 0.8', large, 0.7, 0.8],
    ['and what it is in between', large, 1.1, 1.1],
    ['is 1 where the estimate is below 8,000', small, 1.5, 1],
  ])('%s', (_, from, ratio, factor) => {
    const total = Math.round(from.tokens * ratio);
    const now = reply(from, 'a', total);
    expect(measure(now).factor).toBeCloseTo(factor, 2);
    expect(measure(now).tokens - total).toBeLessThan(2 * DONE);
  });

  it.each([
    ['is that of two reports that lie 2,000 apart', 3_000, 1.6, 1.6],
    ['is none of two that lie closer', 1_000, 1.6, 1],
    ['is none where no tokenizer counts so', 3_000, 2.4, 1],
    ['nor so', 3_000, 0.4, 1],
  ])('%s, whatever the server adds', (_, apart, ratio, factor) => {
    const first = reply(small, 'a', small.tokens + 30_000);
    const longer = perform(first, { type: 'abort', said: '', typed: 'word '.repeat(apart) });
    const came = longer.tokens - small.tokens;
    const second = reply(longer, 'a', Math.round(small.tokens + 30_000 + came * ratio));
    expect(measure(second).factor).toBeCloseTo(factor, 2);
  });

  it('is that of the thread’s own reports only where they give one', () => {
    expect(measure(reply(large, 'a', large.tokens)).isFactorOwn).toBe(true);
    expect(measure(reply(small, 'a', small.tokens)).isFactorOwn).toBe(false);
    expect(measure(large, { system: 0, tools: 0, instructions: 0, factor: 1.3 }).isFactorOwn).toBe(false);
  });
});

describe('M3 no measure', () => {
  const window = { system: 0, tools: 0, instructions: 0, window: 200_000 };
  const honest = reply(thread, 'a', thread.tokens + 10);
  const say = (from: Thread, words = 20) => perform(from, { type: 'abort', said: '', typed: 'word '.repeat(words) });

  it.each([
    ['a report above the window', 5_000_000],
    ['a part of the request, what was not cached', 300],
    ['one that is smaller than the one before, though the thread grew', Math.round(thread.tokens * 0.8)],
  ])('is %s, also after a restart', (_, total) => {
    const odd = reply(say(honest), 'a', total);
    const expected = { tokens: odd.tokens + 10, estimated: true };
    for (const now of [odd, restarted(odd)]) expect(measure(now, window)).toMatchObject(expected);
    const after = reply(say(odd), 'a', say(odd).tokens + 10);
    expect(measure(after, window)).toMatchObject({ tokens: after.tokens + 10, estimated: false });
  });

  it('is the first report where it is absurd: the plain estimate holds, with the margin of one', () => {
    const odd = reply(thread, 'a', 5_000_000);
    expect(measure(odd, window)).toMatchObject({ tokens: odd.tokens, estimated: true });
    expect(measure(odd, window).measured).toBeUndefined();
  });

  it('is a count within the window that those around it contradict', () => {
    const odd = reply(say(honest), 'a', 90_000);
    expect(measure(odd, window).tokens).toBe(90_000 + DONE);
    const after = reply(say(odd), 'a', say(odd).tokens + 10);
    expect(measure(after, window)).toMatchObject({ tokens: after.tokens + 10, estimated: false });
    const first = reply(thread, 'a', 90_000);
    const second = reply(say(first), 'a', say(first).tokens + 10);
    expect(measure(second, window).estimated).toBe(true);
    const third = reply(say(second), 'a', say(second).tokens + 10);
    expect(measure(third, window)).toMatchObject({ tokens: third.tokens + 10, estimated: false });
  });

  it('is any count of a server that reports parts between whole ones', () => {
    const totals = [thread.tokens, 200, 350, 420];
    const parts = totals.reduce((now, total) => reply(say(now), 'a', total), thread);
    const chance = reply(say(parts, 5_000), 'a', 5_000);
    expect(measure(chance, window)).toMatchObject({ tokens: chance.tokens, estimated: true });
  });

  it('says after two reports above the window that it seems to be larger', () => {
    const once = reply(say(honest), 'a', 250_000);
    expect(measure(once, window).finding).toBeUndefined();
    const twice = reply(say(once), 'a', 260_000);
    expect(measure(twice, window).finding).toEqual({ type: 'window-exceeded', tokens: 250_000 });
    expect(measure(twice, window).estimated).toBe(true);
    expect(measure(twice).measured?.tokens).toBe(260_000);
  });
});

describe('W10 a suspected limit', () => {
  const at = (first: number, words: number, second: number) => {
    const early = reply(work(4), 'a', first);
    return reply(perform(early, { type: 'abort', said: '', typed: 'word '.repeat(words) }), 'a', second);
  };

  it('is the same number twice while the estimate grew by a quarter, and is no measure', () => {
    const cut = at(4_096, 12_000, 4_090);
    expect(measure(cut)).toMatchObject({ tokens: cut.tokens, estimated: true, factor: 1 });
    expect(measure(cut).finding).toEqual({ type: 'suspected-limit', tokens: 4_096 });
    expect(measure(restarted(cut)).finding).toEqual({ type: 'suspected-limit', tokens: 4_096 });
  });

  it.each([
    ['the number grew', at(4_096, 12_000, 16_500)],
    ['it is a small one', at(900, 12_000, 900)],
    ['the estimate hardly grew', at(5_000, 300, 5_040)],
    ['it is a sum of the server’s own, beside which the thread is small', at(600_000, 3_000, 603_000)],
  ])('is none where %s', (_, now) => expect(measure(now).finding).toBeUndefined());

  it('is none any more once a larger request was counted', () => {
    const cut = at(4_096, 12_000, 4_090);
    expect(measure(reply(cut, 'a', cut.tokens)).finding).toBeUndefined();
  });
});

describe('what stands for a thread', () => {
  it('is the model of the newest message until a person switches', () => {
    expect(thread.model).toBeUndefined();
    expect(reported.model).toBe('a');
    expect(reply(switched(reported, 'b'), 'c', 10).model).toBe('b');
  });

  it('is a queue in order, without what was sent or taken back, through compaction, restore and restart', () => {
    const queue = (now: Thread, text: string) => perform(now, { type: 'queue', blocks: [{ type: 'text', text }] });
    const texts = (now: Thread) =>
      now.queue.flatMap(({ blocks }) => blocks.map((b) => (b.type === 'text' ? b.text : '')));
    const three = ['one', 'two', 'three'].reduce(queue, thread);
    expect(texts(three)).toEqual(['one', 'two', 'three']);
    expect(three.items).toEqual(thread.items);
    expect(texts(perform(three, { type: 'unqueue', which: 1 }))).toEqual(['one', 'three']);
    const sent = perform(three, { type: 'send', which: 0 });
    expect(texts(sent)).toEqual(['two', 'three']);
    expect(sent.messages.at(-1)).toMatchObject({ origin: 'typed', queued: three.queue[0]?.id });
    const compacted = perform(sent, { type: 'summarize', target: 200, reply: 'Three were answered.' });
    expect(compacted.compactions.length).toBe(1);
    const there = perform(compacted, { type: 'restore', which: 2, to: 'entry' });
    expect(texts(restarted(there))).toEqual(['two', 'three']);
  });

  it('is the last title', () => {
    const titled = append(thread, { type: 'title', id: nextId(thread), at: 0, title: 'Uploads' });
    expect(perform(titled, { type: 'restore', which: 1, to: 'entry' }).title).toBe('Uploads');
  });
});
