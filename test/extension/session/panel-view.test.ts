/** What the panel is told: a snapshot and the deltas after it give the panel what a fresh snapshot would. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Delta, Snapshot } from '../../../src/core/protocol/panel-state.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { deltaOf, pageOf, panelView, SNAPSHOT_ROWS, snapshotOf } from '../../../src/extension/session/panel-view.ts';
import type { SessionState } from '../../../src/extension/session/session-state.ts';
import { ThreadSession } from '../../../src/extension/session/thread-session.ts';
import { openStore } from '../../../src/extension/storage/thread-store.ts';
import { applyDelta, applySnapshot, emptyState, type PanelState } from '../../../src/webview/state/state.ts';
import { newRoot } from '../storage/sample-entries.ts';
import { CONFIG, longThread } from './long-thread.ts';

const view = (state: SessionState) =>
  panelView(state, { untitled: 'Untitled', whyRefused: (code) => `${code}!`, said: (message) => `${message}!` });

async function sessionWith(turns: number): Promise<ThreadSession> {
  const root = newRoot();
  const store = openStore(root);
  await store.create({ thread: 'a', createdAt: 1 }, longThread(turns));
  await store.create({ thread: 'b', createdAt: 1 }, longThread(2));
  const session = new ThreadSession(store, root, () => 9_000);
  session.configure({ config: CONFIG, problems: [] });
  await session.open('a');
  return session;
}

const ACTS: Readonly<Record<string, (session: ThreadSession) => unknown>> = {
  compact: (session) => session.compact(),
  smaller: (session) => {
    const { config } = session.state.settings;
    session.configure({
      config: { ...config, targetTokens: Math.max(1, (config.targetTokens ?? 1_600) >> 1) },
      problems: [],
    });
    return session.compact();
  },
  undo: (session) => session.undo(),
  redo: (session) => session.redo(),
  notice: (session) => session.notify({ severity: 'info', text: 'n' }),
  calm: (session) => session.notify(undefined),
  context: (session) => session.showContext(),
  openA: (session) => session.open('a'),
  openB: (session) => session.open('b'),
};

/** The panel's own state machine; it asks for a snapshot when a delta does not fit. */
function receive(state: PanelState, message: Snapshot | Delta, fresh: () => Snapshot): PanelState {
  if ('rows' in message) return applySnapshot(state, message);
  return applyDelta(state, message) ?? applySnapshot(state, fresh());
}

it('gives the panel by deltas what a fresh snapshot gives it', async () => {
  const acts = fc.array(fc.constantFrom(...Object.keys(ACTS)), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(acts, fc.integer({ min: 1, max: 30 }), async (names, turns) => {
      const session = await sessionWith(turns);
      let told = view(session.state);
      let panel = applySnapshot(emptyState, snapshotOf(told));
      const stop = session.onDidChange((state) => {
        const now = view(state);
        panel = receive(panel, deltaOf(told, now) ?? snapshotOf(now), () => snapshotOf(now));
        told = now;
      });
      for (const name of names) await ACTS[name]?.(session);
      stop();
      const fresh = applySnapshot(emptyState, snapshotOf(view(session.state)));
      expect({ ...panel, open: fresh.open, openFolds: fresh.openFolds, contextOpen: false }).toEqual(fresh);
      await session.close();
    }),
    { numRuns: 25 },
  );
});

it('case 38: in a thread of 5,000 messages an update carries what changed, not the thread', async () => {
  const session = await sessionWith(1_250);
  await session.compact();
  const acts = [() => session.notify({ severity: 'info', text: 'n' }), () => session.undo(), () => session.redo()];
  for (const act of acts) {
    const before = view(session.state);
    await act();
    const change = deltaOf(before, view(session.state));
    expect(change?.changed.length).toBeLessThanOrEqual(1);
    expect(JSON.stringify(change).length).toBeLessThan(8_000);
  }
  expect(JSON.stringify(view(session.state)).length).toBeGreaterThan(1_000_000);
  await session.close();
});

it('case 38: sends for an undo only the markers that it changes', async () => {
  const session = await sessionWith(30);
  await session.compact();
  const before = view(session.state);
  await session.undo();
  const change = deltaOf(before, view(session.state));
  expect(change?.changed.map(({ row }) => [row.type, row.type === 'marker' && row.state])).toEqual([
    ['marker', 'undone'],
  ]);
  expect(change?.base).toBe(before.version);
  await session.close();
});

it('sends the newest page, and the pages before it when they are asked for', async () => {
  const session = await sessionWith(100);
  const whole = view(session.state);
  const { first, rows, total } = snapshotOf(whole);
  expect([rows.length, first]).toEqual([SNAPSHOT_ROWS, total - SNAPSHOT_ROWS]);
  expect([...pageOf(whole, 0, first).rows, ...rows]).toEqual(whole.rows);
  expect(pageOf(whole, -5, 3)).toEqual({ version: whole.version, first: 0, rows: whole.rows.slice(0, 3) });
  expect(pageOf(whole, total + 5, total + 9).rows).toEqual([]);
  expect(pageOf(whole, 5, 2).rows).toEqual([]);
  expect(pageOf(whole, 0, 1e9).rows.length).toBeLessThanOrEqual(1_000);
  await session.close();
});

it('sends no delta from one thread to another', async () => {
  const session = await sessionWith(5);
  const before = view(session.state);
  await session.open('b');
  expect(deltaOf(before, view(session.state))).toBeUndefined();
  await session.close();
});

it('has Spool’s own sentences of failed calls translated, and the same row again as the same object', async () => {
  const root = newRoot();
  const store = openStore(root);
  const entries = longThread(2);
  const attempt = { trigger: 'manual', end: 'failed', strategy: 'summarize', tokensBefore: 900, took: 5 } as const;
  const id = entryId(entries.length + 1);
  await store.create({ thread: 'a', createdAt: 1 }, [
    ...entries,
    { ...attempt, type: 'compaction_attempt', id, at: 9, reason: 'model-failed', detail: 'It broke' },
  ]);
  const session = new ThreadSession(store, root, () => 9_000);
  session.configure({ config: CONFIG, problems: [] });
  await session.open('a');
  session.show({ busy: { type: 'retrying', attempt: 1, most: 2, at: 0, reason: 'It failed' } });
  const before = view(session.state);
  expect(before).toMatchObject({ busy: { attempt: 1, reason: 'It failed!' } });
  expect(before.rows.at(-1)).toMatchObject({ type: 'attempt', detail: 'It broke!' });
  await session.compact();
  const change = deltaOf(before, view(session.state));
  expect(change?.changed.map(({ row }) => row.type)).not.toContain('attempt');
  await session.close();
});
