/** The whole text of each document that a person opens. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CompactionConfig, DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import type { Planned } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { effectiveSettings } from '../../../src/extension/documents/effective-settings.ts';
import { type ThreadDocument, threadDocument } from '../../../src/extension/documents/thread-documents.ts';
import { logDocument } from '../../../src/extension/request-log/log-document.ts';
import { ThreadSession } from '../../../src/extension/session/thread-session.ts';
import { readModelSettings } from '../../../src/extension/settings/model-settings.ts';
import { readSettings } from '../../../src/extension/settings/settings.ts';
import { openStore, openSubStore } from '../../../src/extension/storage/thread-store.ts';
import { DEPOT_THREAD } from '../../core/depot-thread.ts';
import { expectGolden } from '../../golden-file.ts';
import { ENGLISH } from '../english.ts';
import { newRoot } from '../storage/sample-entries.ts';

const THREAD = 'depots';
const MODEL = 'sample-model';
const CONFIG: CompactionConfig = { ...DEFAULT_CONFIG, strategy: 'extract', contextWindows: { [MODEL]: 4_000 } };

const PLANNED: readonly Planned[] = [
  { type: 'title', title: 'Where are the depots?' },
  { type: 'message', origin: 'typed', blocks: [{ type: 'text', text: 'Where are the depots?' }] },
  {
    type: 'message',
    origin: 'model',
    model: MODEL,
    blocks: [{ type: 'tool_use', id: 'c1', name: 'search_text', input: { pattern: 'depot' } }],
  },
  {
    type: 'message',
    origin: 'tools',
    blocks: [{ type: 'tool_result', toolUseId: 'c1', content: [{ type: 'text', text: 'src/depots.ts:3' }] }],
  },
  { type: 'message', origin: 'model', model: MODEL, blocks: [{ type: 'text', text: 'In `src/depots.ts:3`.' }] },
];
const SUB_THREAD = PLANNED.map((entry, index) => ({ ...entry, id: entryId(index + 1), at: index }));

/** Depends on the time zone of the machine. */
const TIME = /(\d+\/\d+\/\d+|[A-Z][a-z]{2} \d+, \d{4}), \d+:\d+\s[AP]M/g;

let session: ThreadSession;
let text: (address: ThreadDocument) => Promise<string>;
let compaction: number;

beforeAll(async () => {
  const root = newRoot();
  const store = openStore(root);
  const entries = DEPOT_THREAD.entries.map((entry) =>
    entry.type === 'message' && entry.origin === 'model' ? { ...entry, model: MODEL } : entry,
  );
  await store.create({ thread: THREAD, createdAt: 1 }, entries);
  await openSubStore(root, THREAD).create({ thread: 'sub', createdAt: 1 }, SUB_THREAD);
  session = new ThreadSession(store, root, () => 9_000);
  session.configure({ config: CONFIG, problems: [] });
  await session.open(THREAD);
  const outcome = await session.compact();
  if (outcome.type !== 'compacted') throw new Error(outcome.type);
  compaction = outcome.compaction;
  text = async (address) => (await threadDocument(address, session, store, ENGLISH)).replaceAll(TIME, 'TIME');
});
afterAll(() => session.close());

it.each<[string, () => ThreadDocument]>([
  ['thread.txt', () => ({ show: 'thread', thread: THREAD })],
  ['entry-call-with-result.txt', () => ({ show: 'row', thread: THREAD, key: '6.0' })],
  ['summary.md', () => ({ show: 'summary', thread: THREAD, compaction })],
  ['context-before.txt', () => ({ show: 'context', thread: THREAD, compaction, side: 'before' })],
  ['context-after.txt', () => ({ show: 'context', thread: THREAD, compaction, side: 'after' })],
  ['sub-agent.md', () => ({ show: 'agent', thread: THREAD, agent: 'sub' })],
  ['missing-sub-agent.txt', () => ({ show: 'agent', thread: THREAD, agent: '../depots' })],
  ['missing-thread.txt', () => ({ show: 'thread', thread: 'gone' })],
  ['missing-part.txt', () => ({ show: 'row', thread: THREAD, key: '999.0' })],
])('golden: %s', async (name, address) => {
  await expectGolden(`documents/${name}`, await text(address()));
});

it('golden: the effective settings, with and without a thread', async () => {
  const values: Readonly<Record<string, unknown>> = {
    'spool.compaction.thresholdRatio': 0.5,
    'spool.compaction.strategy': 'magic',
  };
  const settings = readSettings((key) => ({ value: values[key], scope: key in values ? 'workspace' : 'default' }));
  const models = readModelSettings(() => undefined);
  await expectGolden('documents/settings.md', effectiveSettings(settings, models, session.state, ENGLISH));
  const none = { open: undefined, model: undefined };
  await expectGolden('documents/settings-without-thread.md', effectiveSettings(settings, models, none, ENGLISH));
});

it('golden: the request log before anything was sent', async () => {
  await expectGolden('documents/request-log-empty.md', logDocument({ exchanges: [], keys: new Set() }, ENGLISH));
});

it('a summary that a person edited stands on the side after its compaction, also after an undo', async () => {
  const side = (name: 'before' | 'after') => text({ show: 'context', thread: THREAD, compaction, side: name });
  const before = await side('before');
  expect(await session.editSummary(compaction, 'ZEBRA only.')).toEqual({ type: 'saved' });
  const after = await side('after');
  expect(after).toContain('ZEBRA only.');
  expect(await side('before')).toBe(before);
  await session.undo();
  expect([await side('before'), await side('after')]).toEqual([before, after]);
});
