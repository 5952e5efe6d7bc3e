/** What other extensions can do: advise and veto before a compaction, hear of it, and add instructions; late and broken ones included. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CLOSED_BREAKER } from '../../../src/core/agent/breaker.ts';
import { type CompactPorts, compactThread } from '../../../src/core/agent/compact-thread.ts';
import type { CompactionNews } from '../../../src/core/agent/compaction-advice.ts';
import type { CompactionEvent, SummaryModel, SummaryRequest } from '../../../src/core/agent/ports.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { ok } from '../../../src/core/lang/result.ts';
import type { Entry, Planned } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { append, nextId, replay } from '../../../src/core/thread/thread.ts';
import { DEFAULT_PRICES } from '../../../src/core/tokens/prices.ts';
import { CompactionListeners } from '../../../src/extension/api/compaction-listeners.ts';
import { createApi } from '../../../src/extension/api/create-api.ts';
import { ExtensionInstructions } from '../../../src/extension/api/extension-instructions.ts';
import type { DidCompactEvent, WillCompactEvent } from '../../../src/extension/api/spool-api.ts';

vi.mock('vscode', () => ({
  Disposable: class {
    readonly dispose: () => void;
    constructor(dispose: () => void) {
      this.dispose = dispose;
    }
  },
}));

const NEWS: CompactionNews = { trigger: 'auto', strategy: 'summarize', tokens: 9_000, canVeto: true };
const failures: unknown[] = [];
beforeEach(() => {
  failures.length = 0;
});

function host() {
  const fail = (error: unknown) => failures.push(error);
  const listeners = new CompactionListeners(fail);
  const instructions = new ExtensionInstructions(fail);
  return { listeners, instructions, api: createApi(listeners, instructions) };
}

const never = () => new Promise<void>(() => undefined);

describe('before a compaction', () => {
  it('each listener adds its directives, and the first veto counts', async () => {
    const { api, listeners } = host();
    const events: WillCompactEvent[] = [];
    api.onWillCompact('One', (event) => {
      events.push(event);
      event.addDirective(' Keep the ports. ');
      event.addDirective('');
    });
    const two = api.onWillCompact('Two', async (event) => {
      await Promise.resolve();
      event.veto('tests run\nnow');
      event.veto('another reason');
    });
    api.onWillCompact('Three', (event) => event.veto('later'));
    expect(await listeners.ask('t', NEWS)).toEqual({
      directives: ['Keep the ports.'],
      veto: { by: 'Two', reason: 'tests run now' },
    });
    expect(events).toMatchObject([
      { thread: 't', trigger: 'auto', strategy: 'summarize', tokens: 9_000, canVeto: true },
    ]);
    two.dispose();
    expect(await listeners.ask('t', NEWS)).toMatchObject({ veto: { by: 'Three' } });
    expect(await listeners.ask('t', { ...NEWS, canVeto: false })).toEqual({ directives: ['Keep the ports.'] });
  });

  it('one that throws, rejects, says too much or nonsense changes nothing for the others', async () => {
    const { api, listeners } = host();
    api.onWillCompact('throws', () => {
      throw new Error('thrown');
    });
    api.onWillCompact('rejects', () => Promise.reject(new Error('rejected')));
    api.onWillCompact('says much', (event) => {
      for (let i = 0; i < 100; i++) event.addDirective('x'.repeat(10_000));
      (event.addDirective as (text: unknown) => void)(7);
    });
    const { directives, veto } = await listeners.ask('t', NEWS);
    expect(veto).toBeUndefined();
    expect(directives).toHaveLength(20);
    expect(Math.max(...directives.map(({ length }) => length))).toBe(1_000);
    expect(failures.map(String)).toEqual(['Error: thrown', 'Error: rejected']);
  });

  it('one that never answers is waited for three times, and what it says late is not heard', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.resetModules();
    vi.doMock('node:timers/promises', () => ({
      setTimeout: (ms: number, value: unknown) => new Promise((done) => setTimeout(() => done(value), ms)),
    }));
    try {
      const { CompactionListeners: Fresh } = await import('../../../src/extension/api/compaction-listeners.ts');
      const listeners = new Fresh((error) => failures.push(error));
      let kept: WillCompactEvent | undefined;
      let asked = 0;
      listeners.onWillCompact('Slow', (event) => {
        asked++;
        kept = event;
        return never();
      });
      for (let i = 0; i < 5; i++) {
        const asking = listeners.ask('t', NEWS);
        await vi.advanceTimersByTimeAsync(2_000);
        const advice = await asking;
        kept?.veto('too late');
        kept?.addDirective('too late');
        expect(advice).toEqual({ directives: [] });
      }
      expect(asked).toBe(3);
      expect(String(failures[0])).toContain('Slow: its listener took too long');
    } finally {
      vi.doUnmock('node:timers/promises');
      vi.useRealTimers();
    }
  });

  it('refuses arguments that are no name and no function', () => {
    const { api } = host();
    expect(() => api.onWillCompact('', () => undefined)).toThrow(/first argument of onWillCompact/);
    expect(() => api.onWillCompact('a', 'b' as never)).toThrow(/onWillCompact needs a function/);
    expect(() => api.onDidCompact(undefined as never)).toThrow(/onDidCompact needs a function/);
    expect(() => api.registerInstructions('a', 'text' as never)).toThrow(/registerInstructions needs a function/);
  });
});

describe('a compaction', () => {
  const long = 'a sentence that fills the thread with words '.repeat(60);
  const entries: readonly Entry[] = Array.from({ length: 20 }, (_, i) => ({
    type: 'message',
    id: entryId(i + 1),
    at: i,
    origin: i % 2 === 0 ? 'typed' : 'model',
    blocks: [{ type: 'text', text: `${i} ${long}` }],
  }));

  async function compact(advise: CompactPorts['askAdvice'], mustFit = false) {
    let thread = replay(entries);
    const asked: SummaryRequest[] = [];
    const events: CompactionEvent[] = [];
    const model: SummaryModel = {
      ...{ id: 'm', modelKey: 'm', window: 100_000, prices: DEFAULT_PRICES, warm: false },
      complete: async (request) => {
        asked.push(request);
        return ok({ text: '<summary>All was said.</summary>' });
      },
    };
    const run = await compactThread(
      {
        ...{ thread, trigger: 'auto', mustFit, config: { ...DEFAULT_CONFIG, strategy: 'summarize' } },
        limits: { window: 20_000, reserve: 1_000, trigger: 8_000, target: 3_000, floor: 1_000 },
      },
      {
        model,
        threadLog: {
          append: async (planned: Planned) => {
            thread = append(thread, { ...planned, id: nextId(thread), at: 0 });
            return ok(thread);
          },
        },
        log: { write: (event) => events.push(event) },
        now: () => 0,
        ...(advise && { askAdvice: advise }),
      },
      { aborted: false },
      CLOSED_BREAKER,
    );
    return { run, events, sent: JSON.stringify(asked), compactions: thread.compactions };
  }

  it('asks for the directives of other extensions, beside those of the settings', async () => {
    const { run, sent } = await compact(async () => ({ directives: ['Keep the ports.'] }));
    expect(run.outcome.type).toBe('compacted');
    expect(sent).toContain('- Keep the ports.');
  });

  it('does not begin after a veto, unless the next request could not be sent', async () => {
    const veto = async () => ({ directives: [], veto: { by: 'Tests', reason: 'they run' } });
    const { run, events, sent, compactions } = await compact(veto);
    expect(run).toMatchObject({
      outcome: { type: 'vetoed', by: 'Tests', reason: 'they run' },
      breaker: CLOSED_BREAKER,
    });
    expect(events.at(-1)).toMatchObject({ type: 'not-compacted', reason: 'vetoed', detail: 'Tests: they run' });
    expect([sent, compactions]).toEqual(['[]', []]);
    expect((await compact(veto, true)).compactions).toHaveLength(1);
  });

  it('is told to listeners, whatever one of them does; one of an imported file is not', async () => {
    const { listeners, api } = host();
    const heard: DidCompactEvent[] = [];
    api.onDidCompact(() => {
      throw new Error('thrown');
    });
    const second = api.onDidCompact((event) => heard.push(event));
    const { compactions } = await compact(undefined);
    const [made] = compactions;
    if (!made) throw new Error('no compaction');
    listeners.tell('t', made);
    listeners.tell('t', { ...made, trigger: 'recorded' });
    second.dispose();
    listeners.tell('t', made);
    const { tokensBefore, tokensAfter } = made;
    expect(heard).toEqual([{ thread: 't', trigger: 'auto', strategy: 'summarize', tokensBefore, tokensAfter }]);
    expect(failures).toHaveLength(2);
  });
});

describe('instructions of other extensions', () => {
  it('are asked for at the start of a turn, bounded, in the order of their names', async () => {
    const { api, instructions } = host();
    let version = 1;
    api.registerInstructions('b', () => `rule ${version}`);
    const a = api.registerInstructions('a', async () => 'x'.repeat(100_000));
    api.registerInstructions('broken', () => Promise.reject(new Error('no')));
    api.registerInstructions('blank', () => '  ');
    expect(await instructions.read(false)).toEqual([]);
    const first = await instructions.read(true);
    expect(first.map(({ path, text }) => [path, text?.length])).toEqual([
      ['extension: a', 64_000],
      ['extension: b', 6],
    ]);
    version = 2;
    expect((await instructions.read(false)).at(-1)?.text).toBe('rule 1');
    a.dispose();
    a.dispose();
    expect(await instructions.read(true)).toEqual([{ path: 'extension: b', text: 'rule 2' }]);
    expect(failures.map(String)).toEqual(['Error: no', 'Error: no']);
  });
});
