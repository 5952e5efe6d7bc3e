/** What is said and logged when room is made, or can not be (R41, R56, reliability case 27). */
import { describe, expect, it } from 'vitest';
import { CLOSED_BREAKER } from '../../../src/core/agent/breaker.ts';
import { type Knowledge, makeRoom, type RoomPorts } from '../../../src/core/agent/make-room.ts';
import type { CompactionEvent } from '../../../src/core/agent/ports.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { limitsFor } from '../../../src/core/compaction/limits.ts';
import { err, ok } from '../../../src/core/lang/result.ts';
import type { Planned } from '../../../src/core/thread/entry.ts';
import { measure } from '../../../src/core/thread/measure.ts';
import { append, nextId, type Thread } from '../../../src/core/thread/thread.ts';
import { work } from '../arbitrary/work.ts';

const thread = work(6);
const knowledge: Knowledge = { breaker: CLOSED_BREAKER, learned: {} };
const running = { aborted: false };
const tight = { ...DEFAULT_CONFIG, toolOutput: { ...DEFAULT_CONFIG.toolOutput, contextBudgetTokens: 2_000 } };

function put(to: Thread, planned: Planned): Thread {
  return append(to, { ...planned, id: nextId(to), at: 0 });
}

function ports(writes: boolean): RoomPorts & { readonly events: readonly CompactionEvent[] } {
  const events: CompactionEvent[] = [];
  const append = async () => (writes ? ok(thread) : err({ type: 'write-failed', reason: 'ENOSPC' } as const));
  const log = { write: (event: CompactionEvent) => events.push(event) };
  return { model: undefined, log, now: () => 0, threadLog: { thread, append }, events };
}

describe('makeRoom', () => {
  it('R41 says once that the window is unknown, and lets the call be made', async () => {
    const given = ports(true);
    const problem = { type: 'window-unknown', model: 'm' } as const;
    const setup = { config: DEFAULT_CONFIG, limits: () => err(problem) };
    const first = await makeRoom(setup, knowledge, 0, given, running);
    expect(first).toMatchObject({ compacted: false });
    expect(first.obstacle).toBeUndefined();
    await makeRoom(setup, first.knowledge, 0, given, running);
    expect(given.events).toEqual([{ type: 'no-limit', problem }]);
  });

  it.each([
    ['R56 logs a trim', true, { type: 'compacted', strategy: 'outputs' }],
    ['case 27 logs one that could not be written', false, { type: 'not-compacted', detail: 'ENOSPC' }],
  ])('%s', async (_, writes, event) => {
    const given = ports(writes);
    const setup = { config: tight, limits: () => limitsFor({ window: 40_000 }, tight) };
    const room = await makeRoom(setup, knowledge, 0, given, running);
    expect(room.compacted).toBe(writes);
    expect(given.events).toMatchObject([event]);
  });
});

it.each([
  ['asks all the same where the rest is still too large', 1_500, 'ask'],
  ['sends what fits once its outputs are trimmed', 12_000, undefined],
])('C11 trims outputs over an explicit budget where the person would be asked, and %s', async (_, window, obstacle) => {
  const config = { ...tight, auto: false, reserveTokens: 0 } as const;
  const given = ports(true);
  const threadLog = { thread: work(12), append: async (planned: Planned) => ok(put(work(12), planned)) };
  const setup = { config, limits: () => limitsFor({ window }, config) };
  const room = await makeRoom(setup, knowledge, 0, { ...given, threadLog }, running);
  expect(given.events).toMatchObject([{ type: 'compacted', strategy: 'outputs' }]);
  expect(room.compacted).toBe(true);
  expect(room.obstacle?.type).toBe(obstacle);
});

it('case 27 makes no call after a compaction that could not be written: every entry is on disk before the next effect', async () => {
  const config = { ...DEFAULT_CONFIG, strategy: 'truncate' } as const;
  const window = Math.ceil(measure(thread).tokens * 1.05);
  const setup = { config, limits: () => limitsFor({ window }, config) };
  const room = await makeRoom(setup, knowledge, 0, ports(false), running);
  expect(room).toMatchObject({ compacted: false, obstacle: { type: 'write-failed', reason: 'ENOSPC' } });
});

describe('the provider’s own count', () => {
  const off = { ...DEFAULT_CONFIG, auto: false, reserveTokens: 0 } as const;
  const plain = measure(thread).tokens;
  const safe = Math.ceil(plain * 1.1);

  async function roomIn(window: number, counted: number | undefined) {
    let asked = 0;
    const count = async () => {
      asked++;
      return counted;
    };
    const setup = { config: off, limits: () => limitsFor({ window }, off) };
    const { obstacle } = await makeRoom(setup, knowledge, 0, { ...ports(true), count }, running);
    return { asked, obstacle: obstacle?.type };
  }

  it.each([
    ['says that the request fits', safe + 10, safe - 100, { asked: 1, obstacle: undefined }],
    ['says that it does not, where our estimate thought so', safe + 10, safe + 500, { asked: 1, obstacle: 'ask' }],
    ['can’t be had', safe + 10, undefined, { asked: 1, obstacle: undefined }],
    ['is not asked for far below the limit', safe * 2, safe * 3, { asked: 0, obstacle: undefined }],
    [
      'M4 decides where only the margin of our estimate is beyond it',
      safe - 10,
      safe - 100,
      { asked: 1, obstacle: undefined },
    ],
    ['M4 says that it does not fit', safe - 10, safe, { asked: 1, obstacle: 'ask' }],
    ['M4 can’t be had beyond it: sent all the same', safe - 10, undefined, { asked: 1, obstacle: undefined }],
    ['is not asked for where the plain estimate is beyond it', plain - 10, 0, { asked: 0, obstacle: 'ask' }],
  ])('%s', async (_what, window, counted, expected) => {
    expect(await roomIn(window, counted)).toEqual(expected);
  });
});

describe('that a thread compacts again and again in one turn', () => {
  const config = { ...DEFAULT_CONFIG, strategy: 'truncate' } as const;

  /** What is told when a turn compacts, the person undoes that or not, and room is made once more. */
  async function tellsAfter(undoes: boolean, pendingTokens: number) {
    let now = work(12);
    const setup = { config, limits: () => limitsFor({ window: Math.ceil(measure(now).tokens * 1.05) }, config) };
    const given = ports(true);
    const threadLog = {
      get thread() {
        return now;
      },
      append: async (planned: Planned) => {
        now = put(now, planned);
        return ok(now);
      },
    };
    await makeRoom(setup, knowledge, 0, { ...given, threadLog }, running);
    const [first] = now.compactions;
    if (undoes && first) now = put(now, { type: 'undo', compaction: first.id });
    await makeRoom(setup, knowledge, pendingTokens, { ...given, threadLog }, running);
    expect(now.compactions).toHaveLength(2);
    return given.events.some(({ type }) => type === 'crowded');
  }

  it.each([
    ['is told where two of a turn hold', false, 0, true],
    ['is not told where the first was undone', true, 0, false],
    ['is not told where the second is the first of a new turn', false, 500, false],
  ])('%s', async (_, undoes, pendingTokens, told) => {
    expect(await tellsAfter(undoes, pendingTokens)).toBe(told);
  });
});
