/** States of the panel around a turn that runs: composer, streaming, retry, error cards. */
import type { Notice, ReplyStream } from '../../src/core/protocol/panel-state.ts';
import { previewStates } from './preview-states.ts';
import { at, id, said, thought, tool, typed } from './rows.ts';
import type { GalleryState, Stuff } from './states.ts';

const NOW = at('14:20');

const text: ReplyStream = {
  reply: 1,
  parts: [
    { type: 'thinking', text: 'The manifest has two versions. The reader must take both.' },
    {
      type: 'text',
      text: 'Two things are left:\n\n- **Reader.** Takes version 1 and 2.\n- **Writer.** Writes version 2 only.\n\n```ts\nexport function read(part: Part) {\n  return part.version',
    },
  ],
};

const call: ReplyStream = {
  reply: 2,
  parts: [
    { type: 'text', text: 'I will write the reader first.' },
    {
      type: 'call',
      name: 'edit_file',
      text: `{"path":"src/upload/manifest.ts","content":"${'export const version = 2; '.repeat(30)}`,
    },
  ],
};

const quoted = '{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}';

/** One for each kind of failure, as the host words them. */
const failures: Readonly<Record<string, Notice>> = {
  auth: {
    severity: 'error',
    text: 'Cedar does not accept the key. Your message stays in the thread.',
    details: `401 ${quoted}`,
    actions: ['setApiKey', 'selectModel', 'retry'],
  },
  'rate-limit': {
    severity: 'warning',
    text: 'Cedar takes no more requests for now. Three attempts were made.',
    details: '429 Too Many Requests\nretry-after: 3600',
    actions: ['retry', 'selectModel', 'showRequestLog'],
  },
  overflow: {
    severity: 'error',
    text: 'The request is too long for cedar-large: 213,400 tokens of at most 200,000.',
    details: 'prompt is too long: 213400 tokens > 200000 maximum',
    actions: ['compactAndRetry', 'previewCompaction', 'compactWithoutModel', 'showRequestLog'],
  },
  'suspected-limit': {
    severity: 'warning',
    text: 'The server of cedar-small reports 4,096 tokens however much is sent. It may cut off the start of each request without a word. With this window, Spool compacts in time.',
    actions: ['useSuggestedWindow', 'showRequestLog'],
  },
  'step-limit': {
    severity: 'info',
    text: 'This turn has made 50 calls. It goes on when you say so.',
    actions: ['continue'],
  },
};

/** The states, made of what the other states are made of. */
export function turnStates({ none, thread, model, calm, roomy, shown, work, past, after, marker }: Stuff) {
  const asked = work.slice(0, 2);
  const turn = (phase: 'waiting' | 'thinking' | 'writing' | 'tools' | 'compacting', seconds: number) =>
    ({ busy: { type: 'turn', phase, since: NOW - seconds * 1000 } }) as const;
  const retrying = (attempt: number) =>
    ({
      busy: {
        type: 'retrying',
        attempt,
        most: 8,
        at: NOW + 8_000,
        reason: 'Cedar is overloaded and asks to come back later.',
      },
    }) as const;
  const queue = [
    { id: 1, text: 'Also cover the jitter cap in a test.', tokens: 9 },
    { id: 2, text: 'And keep the old error code, whatever the reader makes of version 1.', tokens: 16 },
  ];
  const cut = said(9, '14:03', 'The order holds, but for the case in which');
  const usage = { input: 1_240, cacheRead: 118_000, cacheCreation: 2_050, output: 640, total: 121_930 };
  const states: Readonly<Record<string, GalleryState>> = {
    '01c-no-model': { snapshot: { ...none, thread } },
    '01d-replay': {
      snapshot: shown(after, { model: { ...model, name: 'upload-thread.jsonl', provider: 'Replay', isReplay: true } }),
    },
    '12a-waiting': { snapshot: shown(asked, turn('waiting', 3)) },
    '12b-thinking': {
      snapshot: shown(asked, { ...turn('thinking', 12), replyStream: { reply: 1, parts: text.parts.slice(0, 1) } }),
    },
    '12c-writing': { snapshot: shown(asked, { ...turn('writing', 21), replyStream: text, queue }) },
    '12h-queue-waits': { snapshot: shown(after, { queue }) },
    '12d-writing-a-call': { snapshot: shown(asked, { ...turn('writing', 70), replyStream: call }) },
    '12e-tools': {
      snapshot: shown(
        [...asked, withoutResult(tool(3, '14:19', 'run', 'npm test -- queue', 20, 0))],
        turn('tools', 3_700),
      ),
    },
    '12f-compacting-in-turn': {
      snapshot: shown(past.slice(-2), { ...turn('compacting', 8), queue: queue.slice(0, 1) }),
    },
    '12g-compacting': { snapshot: shown(past.slice(-2), { busy: { type: 'compacting', since: NOW - 8_000 } }) },
    '13-retry': { snapshot: shown(asked, retrying(2)) },
    '13a-first-retry': { snapshot: shown(asked, retrying(1)) },
    '14-cut': {
      snapshot: shown([
        ...asked,
        { ...said(8, '14:02', 'Done: five attempts, full jitter.'), usage },
        { ...cut, cut: 'stopped', usage: { ...usage, cacheCreation: 0 }, cost: 0.0213 },
        { ...cut, key: '10', cut: 'failed' },
        { ...thought(11, '14:03', 'The order holds'), cut: 'length', usage: { ...usage, cacheRead: 0 } },
      ]),
    },
    '14b-unanswered': {
      snapshot: shown([
        { ...typed(1, '13:58', 'Never drop an acknowledged part.'), pinned: true },
        {
          ...said(2, '13:58', 'Understood: see `src/upload/queue.ts:12`.\n\n```ts\nqueue.keep(part);\n```'),
          pinned: true,
        },
        { ...typed(3, '14:00', 'Run the tests.'), unanswered: 'earlier' },
        { ...typed(4, '14:01', 'Run the tests again.'), unanswered: 'last' },
        { ...typed(5, '14:02', 'The mode is Plan.'), origin: 'program' },
      ]),
    },
    '06c-undone-past-the-limit': {
      snapshot: shown([...past.slice(-2), { ...marker, state: 'undone' }, ...after], {
        meter: { ...calm, tokens: 164_000, tone: 'near', asks: true },
      }),
    },
    '06f-undone-and-too-large': {
      snapshot: shown([...past.slice(-2), { ...marker, state: 'undone' }, ...after], {
        meter: { ...calm, tokens: 190_000, tone: 'near' },
      }),
    },
    '05h-priced': {
      snapshot: shown([...past.slice(-2), marker, ...after], { meter: { ...roomy, cacheWrite: 3.75 } }),
      open: ['130'],
    },
    ...previewStates({ past, shown, waiting: turn('waiting', 2) }),
    '16b-model-switched': {
      snapshot: shown([
        typed(1, '13:58', 'Give each part a retry budget.'),
        said(2, '13:58', 'Done, with five attempts.'),
        typed(3, '14:00', 'Now rewrite the queue.'),
        {
          type: 'switch',
          key: '4.switch',
          entry: id(4),
          at: at('14:01'),
          tokens: 0,
          from: 'acme/cedar-large',
          to: 'fir/pine-with-a-long-name',
        },
        said(4, '14:01', 'I rewrote `queue.ts` from scratch.'),
      ]),
    },
    '16-restored': {
      snapshot: shown(
        [
          typed(1, '13:58', 'Give each part a retry budget.'),
          said(2, '13:58', 'Done, with five attempts.'),
          typed(3, '14:00', 'Now rewrite the queue.'),
          said(4, '14:01', 'I rewrote `queue.ts` from scratch.'),
          { ...marker, key: '5', entry: id(5), state: 'left' },
          { type: 'restore', key: '6', entry: id(6), at: at('14:05'), tokens: 0, to: id(2) },
          { type: 'restore', key: '61', entry: id(61), at: at('14:05'), tokens: 0, to: id(2), files: 3 },
          typed(7, '14:06', 'Leave the queue as it is.'),
        ],
        {
          meter: roomy,
          statuses: [
            { count: 2, fate: 'kept', above: false },
            { count: 2, fate: 'left', above: true },
            { count: 2, fate: 'silent', above: true },
            { count: 1, fate: 'silent', above: false },
            { count: 1, fate: 'kept', above: false },
          ],
        },
      ),
      open: ['5'],
    },
    '17b-again': { snapshot: shown([...past.slice(-1), marker]), open: ['130'], press: ['again'] },
    '19-commands': { snapshot: shown(after), typed: '/' },
    '19b-typed': {
      snapshot: shown(after, turn('writing', 3)),
      typed:
        'Keep the old error code.\n\nAnd say in the manifest which version wrote it, so that no reader has to guess.',
    },
    '17-native': {
      snapshot: shown([...past.slice(-2), { ...marker, trigger: 'auto', strategy: 'native' }, ...after], {
        meter: roomy,
        statuses: [
          { count: 2, fate: 'native', above: true },
          { count: 1, fate: 'silent', above: false },
          { count: 2, fate: 'kept', above: false },
        ],
      }),
      open: ['130'],
    },
  };
  const cards = Object.entries(failures).map(([kind, notice]) => [
    `18-${kind}`,
    { snapshot: shown(after, { notice }), press: kind === 'auth' ? ['details'] : [] },
  ]);
  return { ...states, ...(Object.fromEntries(cards) as Readonly<Record<string, GalleryState>>) };
}

function withoutResult({ result: _, ...row }: ReturnType<typeof tool>) {
  return row;
}
