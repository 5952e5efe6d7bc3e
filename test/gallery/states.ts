/** Every state of the panel as a snapshot: an invented thread about retries in an upload queue. */
import type { LiveCommand } from '../../src/core/protocol/live-command.ts';
import type { ModelHead, Snapshot, ThreadHead } from '../../src/core/protocol/panel-state.ts';
import type { Meter } from '../../src/core/view/meter.ts';
import type { MarkerRow, Row, StatusRun } from '../../src/core/view/row.ts';
import type { WithAgents } from './agent-states.ts';
import { type Attached, attachmentStates } from './attachment-states.ts';
import { compactionStates } from './compaction-states.ts';
import { LARGEST } from './largest-item.ts';
import { questionStates } from './question-states.ts';
import { at, id, said, thought, tool, typed } from './rows.ts';
import { toolStates } from './tool-states.ts';
import { turnStates } from './turn-states.ts';

const thread = {
  id: 'retries',
  title: 'Retry budget for the upload queue',
  readOnly: false,
  canUndo: true,
  canRedo: false,
};

const summary = `#### Goal
Stop endless retries of upload parts; keep the order of acknowledged parts.
#### Decisions
- Five attempts per part, full jitter, 20 s cap.
- Manifest version 2; version 1 stays readable.
- A failed part goes to the dead-letter list.
#### Files
- \`src/upload/queue.ts\` changed: \`nextDelay\`, \`acknowledge\`
- \`src/upload/manifest.ts\` read, not changed
#### Open
- Nothing reads the dead-letter list yet.
- Who deletes version 1 manifests?`;

export const calm: Meter = {
  tokens: 124_000,
  estimated: false,
  measured: { tokens: 121_800, at: at('14:02') },
  model: 'cedar/cedar-large',
  window: 200_000,
  reserve: 16_384,
  trigger: 160_000,
  tone: 'calm',
  auto: true,
  segments: [
    { kind: 'system', tokens: 3_200 },
    { kind: 'tools', tokens: 8_400 },
    { kind: 'instructions', tokens: 2_200 },
    { kind: 'summary', tokens: 4_200 },
    { kind: 'messages', tokens: 21_600 },
    { kind: 'toolResults', tokens: 73_000 },
    { kind: 'attachments', tokens: 11_400 },
  ],
  largest: LARGEST,
};

const model: ModelHead = { id: 'cedar/cedar-large', name: 'cedar-large', provider: 'Cedar', isReplay: false };

const { measured: _measured, ...unmeasured } = calm;
const { window: _window, trigger: _trigger, model: _model, ...unknown } = unmeasured;

const roomy: Meter = {
  ...calm,
  tokens: 31_000,
  estimated: true,
  segments: [
    { kind: 'system', tokens: 3_200 },
    { kind: 'tools', tokens: 8_400 },
    { kind: 'instructions', tokens: 2_200 },
    { kind: 'summary', tokens: 4_100 },
    { kind: 'messages', tokens: 9_100 },
    { kind: 'toolResults', tokens: 4_000 },
  ],
};

const work: readonly Row[] = [
  {
    ...typed(
      1,
      '13:58',
      'Uploads retry forever when the server answers 503. Give each part a retry budget and keep the order of acknowledged parts.',
    ),
    attachments: [
      { kind: 'document', name: 'queue.ts', tokens: 3_100 },
      { kind: 'document', name: 'docs/retries.md', tokens: 5_700 },
    ],
  },
  thought(2, '13:58', 'The queue puts a part back at once. I should look at how `drain()` decides.'),
  { ...tool(3, '13:58', 'read', 'src/upload/queue.ts', 3_100, 214), range: { from: 1, to: 214 } },
  tool(4, '13:59', 'read', 'logs/upload-0412.log', 13_000, 1_912, { ref: 'o_7f3k2a', bytes: 51_200 }),
  tool(5, '13:59', 'run', 'npm test -- queue', 1_400, 38, { isError: true }),
  said(
    6,
    '14:00',
    `The loop in \`drain()\` never looks at \`part.attempts\`, so a 503 is queued again at once. Two changes in [queue.ts](src/upload/queue.ts:12) fix it:

- **Budget.** Five attempts per part, then the part fails.
- **Order.** Acknowledge only the contiguous prefix.

\`\`\`ts
export function nextDelay(part: Part) {
  if (part.attempts >= 5) return null;
  // full jitter, capped at 20 s
  const cap = Math.min(
    20_000,
    250 * 2 ** part.attempts,
  );
  return Math.random() * cap;
}
\`\`\``,
  ),
  tool(7, '14:01', 'edit', 'src/upload/queue.ts', 300, 2),
  said(8, '14:02', 'Next I will run the queue tests to check that the order of acknowledged parts still holds.'),
];

const early = Array.from({ length: 14 }, (_, i) =>
  i % 2 ? said(101 + i, '13:10', `Step ${i} is done.`) : typed(101 + i, '13:10', `Do step ${i}.`),
);

const past: readonly Row[] = [
  ...early,
  typed(120, '13:30', 'Never drop an acknowledged part, even if the order breaks.'),
  typed(121, '13:31', 'Where do failed parts go after the last attempt?'),
  said(122, '13:31', 'They go to the dead-letter list in `manifest.ts`; nothing reads it yet.'),
  {
    ...typed(123, '13:32', ''),
    attachments: [{ kind: 'image', name: 'Screenshot of the queue panel', tokens: 1_500 }],
  },
  tool(124, '13:33', 'run', 'npm test -- queue', 5_200, 410),
  said(125, '13:40', 'The backoff table is updated. The next step touches the resume path.'),
];

export const marker: MarkerRow = {
  type: 'marker',
  key: '130',
  entry: id(130),
  at: at('14:07'),
  tokens: 4_100,
  state: 'done',
  trigger: 'manual',
  strategy: 'extract',
  tokensBefore: 148_000,
  tokensAfter: 31_000,
  estimated: { before: false, after: false },
  turns: 12,
  steps: [
    {
      kind: 'collapse',
      from: id(101),
      to: id(125),
      turns: 0,
      toolResults: 9,
      messages: 9,
      tokensBefore: 25_600,
      tokensAfter: 3_600,
    },
    {
      kind: 'extract',
      from: id(101),
      to: id(122),
      turns: 12,
      toolResults: 30,
      messages: 70,
      tokensBefore: 99_100,
      tokensAfter: 4_100,
    },
  ],
  summary: { text: summary, more: 0 },
  summaryTokens: 4_100,
  kept: { messages: 14, turns: 2, tokens: 8_900, pinned: 0, pins: [], newest: [], earlier: 8_900 },
};

const { tokensBefore: _before, tokensAfter: _after, ...unsized } = marker;

const after: readonly Row[] = [
  typed(131, '14:08', 'Carry on with the resume path.'),
  said(132, '14:08', 'Resuming from the manifest: I will read version 1 and write version 2, as decided earlier.'),
];

const compacted: readonly StatusRun[] = [
  { count: 14, fate: 'summarized', above: true },
  { count: 1, fate: 'kept', above: true },
  { count: 2, fate: 'summarized', above: true },
  { count: 1, fate: 'dropped', above: true },
  { count: 1, fate: 'collapsed', above: true },
  { count: 1, fate: 'kept', above: true },
  { count: 1, fate: 'silent', above: false },
  { count: 2, fate: 'kept', above: false },
];

function shown(rows: readonly Row[], more: Partial<Snapshot> = {}): Snapshot {
  const statuses: readonly StatusRun[] = [{ count: rows.length, fate: 'kept', above: false }];
  return {
    version: 1,
    thread,
    model,
    total: rows.length,
    first: 0,
    rows,
    statuses,
    meter: calm,
    showContext: 0,
    ...more,
  };
}

export const bounded = (change: Partial<MarkerRow> = {}, more: Partial<Snapshot> = {}) =>
  shown([...past, { ...marker, ...change }, ...after], { statuses: compacted, meter: roomy, ...more });

const everyFate: readonly StatusRun[] = (
  ['kept', 'collapsed', 'trimmed', 'summarized', 'replaced', 'dropped', 'native'] as const
).map((fate) => ({ count: 1, fate, above: true }));

/** What the states of another file are made of. */
export interface Stuff {
  readonly none: Snapshot;
  readonly thread: ThreadHead;
  readonly model: ModelHead;
  readonly calm: Meter;
  readonly roomy: Meter;
  readonly shown: typeof shown;
  readonly bounded: typeof bounded;
  readonly work: readonly Row[];
  readonly past: readonly Row[];
  readonly after: readonly Row[];
  readonly marker: MarkerRow;
}

export interface GalleryState extends Attached, WithAgents {
  readonly snapshot: Snapshot;
  /** Row keys that a person has opened, and first rows of opened folds. */
  readonly open?: readonly string[];
  readonly live?: readonly LiveCommand[];
  readonly openFolds?: readonly number[];
  readonly context?: boolean;
  readonly typed?: string;
  /** Actions that a person pressed, in their order. */
  readonly press?: readonly string[];
}

const none: Pick<Snapshot, 'version' | 'total' | 'first' | 'rows' | 'statuses' | 'showContext'> = {
  version: 1,
  total: 0,
  first: 0,
  rows: [],
  statuses: [],
  showContext: 0,
};

const LOG_GONE =
  'The file was deleted or moved while this thread was open, so nothing more is written. Put it back and open the thread again. “Open Thread as Text” saves what is shown here.';

export const states: Readonly<Record<string, GalleryState>> = {
  ...turnStates({ none, thread, model, calm, roomy, shown, bounded, work, past, after, marker }),
  ...questionStates({ shown, work }),
  ...toolStates({ shown, work }),
  ...compactionStates({ shown, past, after, marker, bounded }),
  ...attachmentStates({ none, shown, work, calm }),
  '01-no-thread': { snapshot: none },
  '01a-recording-only': {
    snapshot: { ...none, model: { id: 'replay/one', name: 'Recording', provider: 'Recording', isReplay: true } },
  },
  '01b-empty-thread': {
    snapshot: { ...none, thread, model, meter: { ...unmeasured, tokens: 0, segments: [], largest: [] } },
  },
  '02-thread': { snapshot: shown(work) },
  '02b-opened-rows': { snapshot: shown(work), open: ['2', '3'] },
  '03-gauge': { snapshot: shown(work.slice(7)), context: true },
  '03a-gauge-above-a-notice': {
    snapshot: shown(work.slice(7), {
      notice: {
        severity: 'warning',
        text: 'The context was compacted more than once in this turn. In tokens, what must stay takes: added by the provider ~30k, the newest reply and its tool results ~5.5k, system prompt and tools ~1.8k. A model with a larger window has more room.',
        actions: ['selectModel', 'openSettings'],
      },
    }),
    context: true,
  },
  '03b-estimated-by-hand': {
    snapshot: shown(work.slice(7), {
      meter: { ...unmeasured, estimated: true, auto: false, tone: 'near' },
    }),
    context: true,
  },
  '05a-compacting': { snapshot: shown(past.slice(-2), { busy: { type: 'compacting' } }) },
  '05b-compacted': { snapshot: bounded() },
  '05c-expanded': { snapshot: bounded(), open: ['130'] },
  '05d-fell-and-missed': {
    snapshot: bounded({
      trigger: 'auto',
      strategy: 'truncate',
      fellFrom: { strategy: 'summarize', reason: 'no-model' },
      target: 20_000,
      reason: 'fixed-part',
      inside: id(200),
    }),
    open: ['130'],
  },
  '05e-unfolded': { snapshot: bounded(), open: ['122', '124'], openFolds: [0] },
  '05f-every-fate': {
    snapshot: shown([...past.slice(-7), marker], {
      statuses: [...everyFate, { count: 1, fate: 'silent', above: false }],
      meter: roomy,
    }),
  },
  '05g-recorded-and-model': {
    snapshot: shown([
      ...after.slice(0, 1),
      { ...unsized, trigger: 'recorded', strategy: 'summarize', steps: [] },
      ...after.slice(1),
      {
        ...marker,
        key: '140',
        entry: id(140),
        trigger: 'model',
        strategy: 'summarize',
        tokensBefore: 41_200,
        tokensAfter: 2_600,
        turns: 3,
      },
    ]),
  },
  '06-undone': { snapshot: shown([...past.slice(-2), { ...marker, state: 'undone' }, ...after]) },
  '06b-undone-blocked': {
    snapshot: shown([...past.slice(-2), { ...marker, state: 'undone', blockedBy: id(140) }, ...after]),
    open: ['130'],
  },
  '08b-window-unknown': {
    snapshot: shown(after, {
      meter: {
        ...unknown,
        tokens: 41_000,
        estimated: true,
        largest: [],
      },
    }),
  },
  '08c-over-limit': {
    snapshot: shown(work.slice(0, 1), {
      meter: { ...calm, tokens: 193_216, tone: 'over', segments: [{ kind: 'messages', tokens: 193_216 }] },
    }),
  },
  '08d-due': {
    snapshot: shown(after, {
      meter: { ...calm, tokens: 165_000, tone: 'near', segments: [{ kind: 'messages', tokens: 165_000 }] },
    }),
  },
  '08e-read-only': { snapshot: bounded({}, { thread: { ...thread, readOnly: true } }), open: ['130'] },
  '08f-log-gone': { snapshot: bounded({}, { thread: { ...thread, readOnly: true, refused: LOG_GONE } }) },
  '10-error': {
    snapshot: shown(after, {
      notice: {
        severity: 'error',
        text: 'notes.jsonl, line 12: "role" is missing. Nothing was imported. Export the thread again, or remove the line.',
      },
    }),
  },
  '10b-importing': {
    snapshot: {
      ...none,
      busy: { type: 'importing', name: 'upload-thread.jsonl' },
      notice: { severity: 'info', text: '38 entries, 2 lines were left out.' },
    },
  },
  '11-hostile': {
    snapshot: shown([
      said(
        1,
        '14:00',
        `[run](command:workbench.action.quit) [js](javascript:alert(1)) <img src=x onerror=alert(1)> ![p](https://example.com/p.png)\n\n\`\`\`\n${'x'.repeat(100_000)}\n\`\`\`\n\n${'y'.repeat(3_000)}`,
      ),
      typed(
        2,
        '14:01',
        'bidi \u202Eabc\u202C, ansi \u001B[31mred\u001B[0m, nul \u0000, surrogate \uD800, $& $1 </summary> {{x}} <checkpoint:abcdef>',
      ),
    ]),
  },
};

/** A thread of `total` rows of which the host sends the newest page. */
export function longThread(
  total: number,
  page: number,
): { readonly snapshot: Snapshot; readonly rows: readonly Row[] } {
  const rows = Array.from({ length: total }, (_, i) =>
    i % 4 === 0
      ? typed(i + 1, '13:00', `Question ${i}: what does the queue do when part ${i} fails?`)
      : i % 4 === 3
        ? tool(i + 1, '13:00', 'read', `src/upload/part-${i}.ts`, 900, 80)
        : said(
            i + 1,
            '13:00',
            `Answer ${i}. It goes back into \`queue\`.\n\n- attempts: ${i}\n- order: **kept**\n\n\`\`\`ts\nconst part = queue.next(${i});\n\`\`\``,
          ),
  );
  const first = Math.max(0, total - page);
  return { rows, snapshot: { ...shown(rows), first, rows: rows.slice(first) } };
}
