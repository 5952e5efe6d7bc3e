/** The `compact` tool and refs in the hands of a careless model (reliability cases 1–11), and how the work goes on (R7, R13). */
import { describe, expect, it } from 'vitest';
import { CLOSED_BREAKER } from '../../../src/core/agent/breaker.ts';
import { nextCall } from '../../../src/core/agent/next-call.ts';
import { queuedMessages, resumeMessages } from '../../../src/core/agent/queued-messages.ts';
import { applyBoundary } from '../../../src/core/compaction/apply-boundary.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { limitsFor } from '../../../src/core/compaction/limits.ts';
import { planCompactCall } from '../../../src/core/compaction/replace/compact-call.ts';
import { planReplace } from '../../../src/core/compaction/replace/plan-replace.ts';
import type { Replacement } from '../../../src/core/compaction/replace/replacement.ts';
import type { Block } from '../../../src/core/message/message.ts';
import { checkpointIds, withCheckpoint } from '../../../src/core/thread/checkpoint.ts';
import type { MessageEntry } from '../../../src/core/thread/entry.ts';
import { append, nextId, type Thread } from '../../../src/core/thread/thread.ts';
import { TOOL_OUTPUT_CACHE } from '../../../src/core/tool-output/cache-tool.ts';
import { DEFAULT_TOOL_OUTPUT_CONFIG } from '../../../src/core/tool-output/config.ts';
import { restarted } from '../arbitrary/operations.ts';
import { checkpointAt, work } from '../arbitrary/work.ts';
import { png } from '../tokens/image-samples.ts';
import { round, run, threadOf, typed } from '../tool-output/rounds.ts';
import { MemoryOutputs, textsOf } from '../tool-output/samples.ts';
import { answers, contextOf, sendable, smaller, textOf } from './sendable.ts';

const said = (text: string): Block => ({ type: 'text', text });
const bytes = (thread: Thread) => JSON.stringify([thread.entries, contextOf(thread)]);

function say(thread: Thread, origin: MessageEntry['origin'], ...blocks: readonly Block[]): Thread {
  const id = nextId(thread);
  return append(thread, withCheckpoint({ type: 'message', id, at: 0, origin, blocks }, new Set(idsOf(thread))));
}

const idsOf = (thread: Thread) => checkpointIds(thread.messages);

/** The model calls `compact`: the thread after it, or what the model reads instead, the thread being untouched. */
function asks(
  thread: Thread,
  replacements: readonly Replacement[],
): { readonly thread: Thread; readonly refused?: string } {
  const callId = `compact-${nextId(thread)}`;
  const input = { replacements: replacements.map((one) => ({ ...one })) };
  const asking = say(thread, 'model', { type: 'tool_use', id: callId, name: 'compact', input });
  const before = bytes(asking);
  const planned = planCompactCall({ thread: asking, config: DEFAULT_CONFIG, input, callId });
  expect(bytes(asking)).toBe(before);
  if (planned.ok) return { thread: append(asking, applyBoundary(asking, planned.value, 0)) };
  const refused = planned.error;
  const result: Block = {
    type: 'tool_result',
    toolUseId: callId,
    content: [{ type: 'text', text: refused }],
    isError: true,
  };
  return { thread: say(asking, 'tools', result), refused };
}

function byPerson(thread: Thread, replacement: Replacement): Thread | undefined {
  const planned = planReplace({ thread, replacements: [replacement], trigger: 'manual' });
  return planned.ok ? append(thread, applyBoundary(thread, planned.value, 0)) : undefined;
}

describe('case 1: ranges through a burst of three parallel calls', () => {
  const call = (id: string): Block => ({ type: 'tool_use', id, name: 'run', input: {} });
  const result = (id: string): Block => ({
    type: 'tool_result',
    toolUseId: id,
    content: [{ type: 'text', text: `of ${id}` }],
  });
  const burst = ['x', 'y', 'z'].reduce(
    (thread, id) => say(thread, 'tools', result(id)),
    say(
      say(threadOf(), 'typed', said('go')),
      'model',
      { type: 'thinking', text: 'hm', signature: 's' },
      call('x'),
      call('y'),
      call('z'),
    ),
  );
  const whole = say(say(burst, 'model', said('done')), 'typed', said('and now?'));

  it.each([
    ['unfinished', burst],
    ['finished', whole],
  ])('leave no half of a call, whatever their ends (%s)', (_, thread) => {
    const ids = [undefined, ...idsOf(thread)];
    for (const from of ids)
      for (const to of ids)
        for (const summary of ['The burst.', '']) {
          const after = byPerson(thread, { ...(from && { from }), ...(to && { to }), summary });
          if (!after || after.items.length === 0) continue;
          expect(JSON.stringify(sendable(after, thread))).not.toContain('No result was recorded');
          expect([0, 3]).toContain(Object.keys(answers(contextOf(after))).length);
        }
  });
});

describe('what the model asks for', () => {
  const thread = say(work(8, 8_000), 'typed', said('go on'));
  const read = (turn: number) => checkpointAt(thread, 4 * turn - 2);
  const [first, second, fourth, last] = [read(1), read(2), read(4), read(8)] as const;

  it('R7 keeps the message of from up to its checkpoint, and of that of to nothing but what follows', () => {
    const after = byPerson(thread, { from: first, to: fourth, summary: 'Read.' });
    if (!after) throw new Error('refused');
    const kept = contextOf(after);
    expect(kept.slice(0, 3)).toEqual(contextOf(thread).slice(0, 3));
    expect(textOf(kept[3]?.blocks ?? [])).toBe('Read.\nanswer 3');
    expect(kept.slice(4)).toEqual(contextOf(thread).slice(16));
  });

  it('case 3: a range inside one that was compacted is refused with the cause, and the ids that it names work', () => {
    const once = byPerson(thread, { from: first, to: fourth, summary: 'Read.' });
    if (!once) throw new Error('refused');
    const { refused = '' } = asks(once, [{ from: second, to: last, summary: 'more' }]);
    const id = once.compactions[0]?.id;
    expect(refused).toContain(
      `Checkpoint ${second} is no longer in your context: compaction ${id} replaced its range.`,
    );
    const named = refused.match(/\b[a-z0-9]{6}\b(?=[,.])/g) ?? [];
    expect(named).toContain(first);
    expect(named.filter((one) => !idsOf(thread).includes(one))).toEqual([]);
    expect(byPerson(once, { from: first, to: named.at(-2) ?? '', summary: 'more' })).toBeDefined();
  });

  it('case 4: from after to is refused, and says so', () => {
    expect(asks(thread, [{ from: fourth, to: second, summary: 's' }]).refused).toBe(
      `from (${fourth}) comes after to (${second}): swap them.`,
    );
  });

  it('case 5: a summary longer than its range is refused, both sizes named', () => {
    const { refused } = asks(thread, [{ from: first, to: second, summary: 'word '.repeat(9_000) }]);
    const [, summary, replaced] =
      /^The summaries take (\d+) tokens and what they replace takes (\d+):/.exec(refused ?? '') ?? [];
    expect(Number(summary)).toBeGreaterThan(Number(replaced));
    expect(Number(replaced)).toBeGreaterThan(1_000);
  });

  it('case 7: of twenty calls in a row one compacts; no small one does', () => {
    let now = thread;
    const refusals: (string | undefined)[] = [];
    for (let i = 0; i < 20; i++) {
      const asked = asks(now, [{ from: checkpointAt(now, 0), to: fourth, summary: `Read ${i}.` }]);
      refusals.push(asked.refused);
      now = asked.thread;
    }
    expect(refusals.filter((one) => one === undefined)).toEqual([undefined]);
    expect(now.compactions.length).toBe(1);
    sendable(now);
    const small = asks(thread, [
      { from: checkpointAt(thread, 3 * 4 + 2), to: checkpointAt(thread, 4 * 4), summary: '' },
    ]);
    expect(small.refused).toMatch(
      /^That would free \d{1,2} tokens, and a call must free at least 1000\. The first range that does: from/,
    );
  });

  it('case 8: the summary stands in the context once, and the call is a line', () => {
    const { thread: after, refused } = asks(thread, [
      { from: first, to: fourth, summary: 'Four parts were read, marked 4711.' },
    ]);
    expect(refused).toBeUndefined();
    const sent = JSON.stringify(sendable(after, thread));
    expect(sent.split('marked 4711').length - 1).toBe(1);
    expect(sent).toContain('I compacted the thread.');
    expect(sent).not.toContain('replacements');
  });

  it('case 9: a range over the newest typed message is refused, and names where to end', () => {
    const { refused } = asks(thread, [{ from: first, summary: 'all of it' }]);
    expect(refused).toBe(
      `A range may not cover the newest message that the person typed: end it at ${last} or before.`,
    );
    expect(asks(thread, [{ from: first, to: last, summary: 'all of it' }]).refused).toBeUndefined();
  });
});

it('case 2: empty results at both edges of a range are compacted', () => {
  const thread = threadOf(
    typed('go'),
    round(run('a', '')),
    round(run('b', 'text\n'.repeat(50))),
    round(run('c', { content: [] })),
    round(run('d', 'ok')),
  );
  const marked = thread.messages.reduce((now, { origin, blocks }) => say(now, origin, ...blocks), threadOf());
  const ids = idsOf(marked);
  const after = byPerson(marked, { from: ids[0] ?? '', to: ids[3] ?? '', summary: 'Three were run.' });
  if (!after) throw new Error('refused');
  expect(Object.keys(answers(sendable(after, marked))).length).toBe(1);
});

it('case 6: compactions within compactions shrink the total each time, and all of it comes back', () => {
  let now = work(40, 2_000);
  for (let turn = 0; turn < 36; turn++) {
    const next = byPerson(now, {
      to: checkpointAt(work(40, 2_000), 4 * turn + 2),
      summary: `The first ${turn + 1} parts were read.`,
    });
    if (!next) throw new Error(`refused at ${turn}`);
    expect(next.tokens).toBeLessThan(now.tokens);
    sendable(next);
    now = next;
  }
  expect(now.compactions.length).toBe(36);
  expect(now.originals.map(({ message }) => message)).toEqual(work(40, 2_000).originals.map(({ message }) => message));
});

it('case 10: a model that expands a ref of 2 MB page after page never overfills its context', async () => {
  const outputs = new MemoryOutputs();
  const stored = await outputs.put(Array.from({ length: 20_000 }, (_, i) => `${i} ${'x'.repeat(93)}\n`));
  if (!stored.ok) throw new Error('not stored');
  const { id } = stored.value;
  const world = {
    thread: threadOf(typed('go'), round(run('big', { outputRef: { id } }))),
    outputs,
    regex: { start: async () => ({ ok: false, error: 'none' }) as const },
    limits: DEFAULT_TOOL_OUTPUT_CONFIG,
  };
  const limits = limitsFor({ window: 100_000 }, DEFAULT_CONFIG);
  if (!limits.ok) throw new Error(limits.error.type);
  let thread = threadOf(typed('read it all'));
  for (let offset = 1; offset < 20_000; offset += 520) {
    const { content } = await TOOL_OUTPUT_CACHE.run({ ref_id: id, offset, limit: 2_000 }, world);
    expect(Buffer.byteLength(textsOf({ content }).join(''))).toBeLessThanOrEqual(51_200);
    const callId = `page-${offset}`;
    const input = { ref_id: id, offset };
    thread = say(thread, 'model', { type: 'tool_use', id: callId, name: TOOL_OUTPUT_CACHE.name, input });
    thread = say(thread, 'tools', { type: 'tool_result', toolUseId: callId, content });
    const call = { thread, config: DEFAULT_CONFIG, limits, breaker: CLOSED_BREAKER, now: 0 };
    if (nextCall(call).type === 'compact') thread = smaller(thread, DEFAULT_CONFIG, 0.5);
    sendable(thread);
    expect(nextCall({ ...call, thread })).toEqual({ type: 'send' });
    expect(thread.tokens).toBeLessThan(limits.value.trigger);
  }
  expect(thread.compactions.length).toBeGreaterThan(3);
  expect(outputs.texts.size).toBe(1);
});

it('case 29: a picture that was attached while it compacts is sent after it, once, also after a restart', () => {
  const picture: Block = { type: 'image', mediaType: 'image/png', data: png(300, 200) };
  const before = work(6);
  const id = nextId(before);
  const queued = append(before, { type: 'queued', id, at: 0, blocks: [said('as in this picture'), picture] });
  const after = restarted(smaller(queued, DEFAULT_CONFIG));
  expect(JSON.stringify(contextOf(after))).not.toContain(picture.data);
  const [message, ...more] = queuedMessages(after);
  if (!message) throw new Error('nothing is queued');
  expect(more).toEqual([]);
  expect(message.blocks).toEqual([said('as in this picture'), picture]);
  const sent = append(after, { ...message, id: nextId(after), at: 1 });
  expect(queuedMessages(restarted(sent))).toEqual([]);
  expect(sendable(sent).at(-1)?.blocks).toEqual(message.blocks);
});

it('R13 work that a compaction broke into goes on with what was queued, else with one sentence and its checkpoint', () => {
  const thread = work(2);
  const [resumed] = resumeMessages(thread);
  if (!resumed) throw new Error('nothing resumes');
  expect(resumed).toMatchObject({ origin: 'program', blocks: [said('please continue')] });
  expect(
    say(thread, resumed.origin, ...resumed.blocks)
      .messages.at(-1)
      ?.blocks.at(-1)?.type,
  ).toBe('checkpoint');
  const queued = append(thread, { type: 'queued', id: nextId(thread), at: 0, blocks: [said('one more thing')] });
  expect(resumeMessages(queued)).toEqual([
    { type: 'message', origin: 'typed', blocks: [said('one more thing')], queued: nextId(thread) },
  ]);
});
