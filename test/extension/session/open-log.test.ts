/** What each act does in each state of the open log, on real files, as other windows and programs change them. */
import { appendFileSync, copyFileSync, readFileSync, renameSync, rmSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Planned } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import type { LogState } from '../../../src/extension/session/log-state.ts';
import { OpenLog } from '../../../src/extension/session/open-log.ts';
import type { OpenThread } from '../../../src/extension/session/session-state.ts';
import { undoOrRedo } from '../../../src/extension/session/undo-redo.ts';
import { DISK, type Disk } from '../../../src/extension/storage/disk.ts';
import type { LogWriter } from '../../../src/extension/storage/log-writer.ts';
import { openStore, type ThreadStore } from '../../../src/extension/storage/thread-store.ts';
import { ENTRIES, newRoot } from '../storage/sample-entries.ts';

const NOTE: Planned = { type: 'note', text: 'a note' };
const QUEUED = { id: entryId(10), at: 1_010, type: 'queued', blocks: [{ type: 'text', text: 'later' }] } as const;
/** With a compaction (6) that is live, and a queued message (10). */
const STORED = [...ENTRIES, QUEUED];

type StateName = LogState['type'];

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end().catch(() => undefined);
});

class Scene {
  readonly root = newRoot();
  readonly file = path.join(this.root, 'threads/t1/log.jsonl');
  readonly store: ThreadStore = openStore(this.root);
  readonly shown: OpenThread[] = [];
  readonly log: OpenLog;
  isDiskFull = false;
  #other: LogWriter | undefined;

  constructor() {
    const open: Disk['open'] = async (...args) => {
      const handle = await DISK.open(...args);
      const append = handle.appendFile.bind(handle);
      handle.appendFile = async (...data) => {
        if (this.isDiskFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        return append(...data);
      };
      return handle;
    };
    const onChange = (shown: OpenThread) => void this.shown.push(shown);
    this.log = new OpenLog(openStore(this.root, { ...DISK, open }), () => 5_000, onChange);
    ends.push(
      () => this.log.close(),
      () => this.otherCloses(),
    );
  }

  async otherOpens(): Promise<void> {
    const opened = await this.store.open('t1', { takeOver: true });
    if (!opened.ok || opened.value.access.type !== 'writer') throw new Error('the other window can not write');
    this.#other = opened.value.access.writer;
  }

  async otherAppends(): Promise<void> {
    const written = await this.#other?.append({
      id: entryId(11),
      at: 1_011,
      type: 'note',
      text: 'by the other window',
    });
    if (!written?.ok) throw new Error('the other window did not write');
  }

  async otherCloses(): Promise<void> {
    await this.#other?.close();
    this.#other = undefined;
  }

  lastEntry(): number | undefined {
    return this.log.thread?.entries.at(-1)?.id;
  }
}

const REACH: Readonly<Record<StateName, (scene: Scene) => Promise<unknown>>> = {
  none: async () => {},
  writer: ({ log }) => log.open('t1'),
  held: async (scene) => {
    await scene.otherOpens();
    await scene.log.open('t1');
  },
  refused: async ({ log, file }) => {
    await log.open('t1');
    renameSync(file, `${file}.away`);
    await log.append(NOTE);
    renameSync(`${file}.away`, file);
  },
  closed: async ({ log }) => {
    await log.open('t1');
    await log.close();
  },
};

async function sceneIn(state: StateName): Promise<Scene> {
  const scene = new Scene();
  await scene.store.create({ thread: 't1', createdAt: 1 }, STORED);
  await scene.store.create({ thread: 't2', createdAt: 1 });
  await REACH[state](scene);
  expect(scene.log.state.type).toBe(state);
  return scene;
}

const ACTS = {
  append: ({ log }: Scene) => log.append(NOTE),
  unqueue: ({ log }: Scene) => log.unqueue(QUEUED.id),
  undo: async ({ log }: Scene) => (await undoOrRedo(log, 'undo')).type,
  redo: async ({ log }: Scene) => (await undoOrRedo(log, 'redo')).type,
  open: async ({ log }: Scene) => (await log.open('t1')).type,
  'open with take-over': async ({ log }: Scene) => (await log.open('t1', true)).type,
  'open another': async ({ log }: Scene) => (await log.open('t2')).type,
  'open what is not there': async ({ log }: Scene) => (await log.open('t3')).type,
  follow: ({ log }: Scene) => log.follow(),
  close: ({ log }: Scene) => log.close(),
} as const;

const NO_THREAD = { type: 'no-thread' };
const HELD = { type: 'held' };
const GONE = { type: 'disk', reason: 'LOG_GONE', file: expect.any(String) };

/** What each act resolves to, and the state after it, while nothing else touches the log. */
const ALONE: Readonly<Record<StateName, Readonly<Record<keyof typeof ACTS, readonly [unknown, StateName]>>>> = {
  none: {
    append: [NO_THREAD, 'none'],
    unqueue: [false, 'none'],
    undo: ['no-thread', 'none'],
    redo: ['no-thread', 'none'],
    open: ['opened', 'writer'],
    'open with take-over': ['opened', 'writer'],
    'open another': ['opened', 'writer'],
    'open what is not there': ['no-such-thread', 'none'],
    follow: [undefined, 'none'],
    close: [undefined, 'none'],
  },
  writer: {
    append: [11, 'writer'],
    unqueue: [true, 'writer'],
    undo: ['undone', 'writer'],
    redo: ['nothing-to-redo', 'writer'],
    open: ['opened', 'writer'],
    'open with take-over': ['opened', 'writer'],
    'open another': ['opened', 'writer'],
    'open what is not there': ['no-such-thread', 'writer'],
    follow: [undefined, 'writer'],
    close: [undefined, 'closed'],
  },
  held: {
    append: [HELD, 'held'],
    unqueue: [false, 'held'],
    undo: ['held', 'held'],
    redo: ['nothing-to-redo', 'held'],
    open: ['opened', 'held'],
    'open with take-over': ['opened', 'writer'],
    'open another': ['opened', 'writer'],
    'open what is not there': ['no-such-thread', 'held'],
    follow: [undefined, 'held'],
    close: [undefined, 'closed'],
  },
  refused: {
    append: [GONE, 'refused'],
    unqueue: [false, 'refused'],
    undo: ['disk', 'refused'],
    redo: ['nothing-to-redo', 'refused'],
    open: ['opened', 'writer'],
    'open with take-over': ['opened', 'writer'],
    'open another': ['opened', 'writer'],
    'open what is not there': ['no-such-thread', 'refused'],
    follow: [undefined, 'refused'],
    close: [undefined, 'closed'],
  },
  closed: {
    append: [HELD, 'closed'],
    unqueue: [false, 'closed'],
    undo: ['held', 'closed'],
    redo: ['nothing-to-redo', 'closed'],
    open: ['opened', 'writer'],
    'open with take-over': ['opened', 'writer'],
    'open another': ['opened', 'writer'],
    'open what is not there': ['no-such-thread', 'closed'],
    follow: [undefined, 'closed'],
    close: [undefined, 'closed'],
  },
};

const cells = Object.entries(ALONE).flatMap(([state, acts]) =>
  Object.entries(acts).map(([act, [outcome, next]]) => ({ state, act, outcome, next })),
) as readonly { state: StateName; act: keyof typeof ACTS; outcome: unknown; next: StateName }[];

it.each(cells)('$state: $act ends in $next', async ({ state, act, outcome, next }) => {
  const scene = await sceneIn(state);
  const bytes = readFileSync(scene.file);
  const changes = scene.shown.length;
  expect(await ACTS[act](scene)).toEqual(outcome);
  expect(scene.log.state.type).toBe(next);
  expect(scene.log.failure === undefined).toBe(next === 'writer');
  const isWritten = outcome === 11 || outcome === true || outcome === 'undone';
  expect(readFileSync(scene.file).equals(bytes)).toBe(!isWritten);
  // What is shown changes with the state, but for a window that closes.
  if (next !== state && next !== 'closed') expect(scene.shown.at(-1)?.access.type).toBe(next);
  if (next === state && !isWritten && !act.startsWith('open')) expect(scene.shown.length).toBe(changes);
});

interface Change {
  readonly from: StateName;
  readonly what: string;
  readonly change: (scene: Scene) => Promise<void> | void;
  readonly act: 'append' | 'follow' | 'open';
  readonly outcome: unknown;
  readonly next: StateName;
  /** The newest entry shown. */
  readonly last: number;
}

const takenOver = (scene: Scene) => scene.otherOpens();
const takenOverAndGrown = async (scene: Scene) => {
  await scene.otherOpens();
  await scene.otherAppends();
};
const takenOverAndGivenBack = async (scene: Scene) => {
  await takenOverAndGrown(scene);
  await scene.otherCloses();
};
const deleted = ({ file }: Scene) => rmSync(file);
const cut = ({ file }: Scene) => truncateSync(file, readFileSync(file).length - 10);
const replacedByItself = ({ file }: Scene) => {
  copyFileSync(file, `${file}.copy`);
  renameSync(`${file}.copy`, file);
};
const reason = (code: string) => ({ type: 'disk', reason: code, file: expect.any(String) });

const CHANGES: readonly Change[] = [
  { from: 'writer', what: 'taken over', change: takenOver, act: 'append', outcome: HELD, next: 'held', last: 10 },
  { from: 'writer', what: 'taken over', change: takenOver, act: 'follow', outcome: undefined, next: 'held', last: 10 },
  { from: 'writer', what: 'taken over', change: takenOver, act: 'open', outcome: 'opened', next: 'held', last: 10 },
  {
    from: 'writer',
    what: 'taken over and grown',
    change: takenOverAndGrown,
    act: 'append',
    outcome: HELD,
    next: 'held',
    last: 11,
  },
  {
    from: 'writer',
    what: 'taken over and given back',
    change: takenOverAndGivenBack,
    act: 'append',
    outcome: HELD,
    next: 'writer',
    last: 11,
  },
  {
    from: 'writer',
    what: 'taken over and given back',
    change: takenOverAndGivenBack,
    act: 'follow',
    outcome: undefined,
    next: 'writer',
    last: 11,
  },
  {
    from: 'writer',
    what: 'cut, then taken over',
    change: async (scene) => {
      cut(scene);
      await scene.otherOpens();
    },
    act: 'follow',
    outcome: undefined,
    next: 'refused',
    last: 10,
  },
  {
    from: 'writer',
    what: 'deleted',
    change: deleted,
    act: 'append',
    outcome: reason('LOG_GONE'),
    next: 'refused',
    last: 10,
  },
  { from: 'writer', what: 'cut', change: cut, act: 'append', outcome: reason('LOG_CUT'), next: 'refused', last: 10 },
  {
    from: 'writer',
    what: 'replaced by its copy',
    change: replacedByItself,
    act: 'append',
    outcome: reason('LOG_REOPENED'),
    next: 'writer',
    last: 10,
  },
  {
    from: 'writer',
    what: 'on a full disk',
    change: (scene) => {
      scene.isDiskFull = true;
    },
    act: 'append',
    outcome: reason('ENOSPC'),
    next: 'writer',
    last: 10,
  },
  {
    from: 'held',
    what: 'grown',
    change: (scene) => scene.otherAppends(),
    act: 'follow',
    outcome: undefined,
    next: 'held',
    last: 11,
  },
  {
    from: 'held',
    what: 'free',
    change: (scene) => scene.otherCloses(),
    act: 'follow',
    outcome: undefined,
    next: 'writer',
    last: 10,
  },
  {
    from: 'held',
    what: 'free, but not asked again',
    change: (scene) => scene.otherCloses(),
    act: 'append',
    outcome: HELD,
    next: 'held',
    last: 10,
  },
  {
    from: 'held',
    what: 'moved away with its folder',
    change: ({ file }) => renameSync(path.dirname(file), `${path.dirname(file)}-away`),
    act: 'open',
    outcome: 'no-such-thread',
    next: 'held',
    last: 10,
  },
  {
    from: 'refused',
    what: 'grown',
    change: ({ file }) => appendFileSync(file, '\n'),
    act: 'follow',
    outcome: undefined,
    next: 'refused',
    last: 10,
  },
  {
    from: 'closed',
    what: 'grown',
    change: ({ file }) => appendFileSync(file, '\n'),
    act: 'follow',
    outcome: undefined,
    next: 'closed',
    last: 10,
  },
];

it.each(CHANGES)(
  '$from: $act on a log that is $what ends in $next',
  async ({ from, change, act, outcome, next, last }) => {
    const scene = await sceneIn(from);
    await change(scene);
    expect(await ACTS[act](scene)).toEqual(outcome);
    expect([scene.log.state.type, scene.lastEntry()]).toEqual([next, last]);
  },
);

it('shows every entry with its append, in order, also beside a close', async () => {
  const scene = await sceneIn('writer');
  const appended = [1, 2, 3].map(() => scene.log.append(NOTE));
  await scene.log.close();
  expect(await Promise.all([...appended, scene.log.append(NOTE)])).toEqual([11, 12, 13, HELD]);
  expect(scene.shown.slice(-3).map(({ thread }) => thread.entries.at(-1)?.id)).toEqual([11, 12, 13]);
  expect((await scene.store.read('t1')).entries).toEqual(scene.shown.at(-1)?.thread.entries);
});

it('a window that reads stays so when the log can not be looked at', async () => {
  const scene = await sceneIn('held');
  rmSync(scene.file);
  await expect(scene.log.follow()).rejects.toThrow('ENOENT');
  expect([scene.log.state.type, scene.lastEntry()]).toEqual(['held', 10]);
});
