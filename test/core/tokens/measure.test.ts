/** The one number: by the reports of the thread's own model, since tokenizers differ (R23, R25). */
import { describe, expect, it } from 'vitest';
import { append, nextId, type Thread } from '../../../src/core/thread/thread.ts';
import { measure } from '../../../src/core/tokens/measure.ts';
import { perform, restarted } from '../arbitrary/operations.ts';
import { work } from '../arbitrary/work.ts';

const reply = (thread: Thread, model: string, total: number) =>
  perform(thread, { type: 'reply', model, total, text: 'Done.' });
const switched = (thread: Thread, model: string) => perform(thread, { type: 'model', model });

const thread = work(3, 800);
const reported = reply(thread, 'a', 2 * (thread.tokens + 10));
const factorOfA = measure(reported).factor;

describe('measure', () => {
  it('is the report right after it, and then the report with what came since, scaled as it was off', () => {
    expect(measure(reported)).toMatchObject({ tokens: 2 * (thread.tokens + 10), estimated: false });
    const more = perform(reported, { type: 'abort', said: 'so', typed: 'go on '.repeat(200) });
    const since = (more.tokens - reported.tokens) * factorOfA;
    expect(measure(more).tokens).toBe(Math.round(2 * (thread.tokens + 10) + since));
    expect(measure(more).estimated).toBe(true);
  });

  it('is an estimate after a switch to a model that has reported nothing here', () => {
    const other = switched(reported, 'b');
    expect(measure(other)).toEqual({ tokens: other.tokens, estimated: true, factor: 1 });
    expect(measure(other, { system: 100, tools: 0, instructions: 0, factor: 1.5 })).toEqual({
      tokens: Math.round((other.tokens + 100) * 1.5),
      estimated: true,
      factor: 1.5,
    });
  });

  it('knows each model by its own last report, also after a switch back and a restart', () => {
    const both = reply(switched(reported, 'b'), 'b', Math.round(0.5 * reported.tokens));
    expect(measure(both).factor).toBeLessThan(0.6);
    const back = switched(both, 'a');
    expect(measure(back).factor).toBe(factorOfA);
    expect(measure(restarted(back))).toEqual(measure(back));
  });

  it("takes a report after a switch as the model's that was switched to, whatever name the reply carries", () => {
    const dated = reply(switched(thread, 'a'), 'a-2026-01-01', 5_000);
    expect(dated.model).toBe('a');
    expect(measure(dated)).toMatchObject({ tokens: 5_000, estimated: false });
  });

  it('is an estimate after a boundary, however close to the report, until the next one', () => {
    const compacted = perform(reported, { type: 'summarize', target: 300, reply: 'Three were answered.' });
    expect(compacted.boundary).toBe(compacted.compactions[0]?.id);
    const word = (reported.tokens - compacted.tokens) / 2;
    const typed = 'go on '.repeat(Math.round(word));
    const full = perform(compacted, { type: 'abort', said: '', typed });
    expect(measure(full).estimated).toBe(true);
    expect(measure({ ...compacted, tokens: reported.tokens }).estimated).toBe(true);
    expect(measure(reply(full, 'a', 900)).estimated).toBe(false);
  });

  it('takes a report of nothing for no report', () => {
    expect(reply(thread, 'a', 0).anchor).toBeUndefined();
    expect(reply(reported, 'a', 0).anchor).toBe(reported.anchor);
  });

  it('learns elsewhere only until it has a report of its own', () => {
    const base = { system: 0, tools: 0, instructions: 0 };
    expect(measure(reported, { ...base, factor: 7 })).toEqual(measure(reported, base));
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
