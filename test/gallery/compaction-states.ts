/** States of the panel with compactions that run, failed or were cancelled. */
import type { AttemptRow } from '../../src/core/view/row.ts';
import { markerStates } from './marker-states.ts';
import { at, id } from './rows.ts';
import type { GalleryState, Stuff } from './states.ts';

const failed: AttemptRow = {
  type: 'attempt',
  key: '126',
  entry: id(126),
  at: at('14:07'),
  tokens: 0,
  end: 'failed',
  trigger: 'manual',
  reason: 'empty-summary',
  tokensBefore: 148_000,
  estimated: false,
  took: 21_000,
  cost: 0.018,
};

const refused: AttemptRow = {
  ...failed,
  key: '127',
  entry: id(127),
  at: at('14:08'),
  trigger: 'auto',
  reason: 'model-failed',
  detail:
    '529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}} https://api.example.com/v1/messages',
};

const { reason: _reason, ...unreasoned } = failed;
const cancelled: AttemptRow = {
  ...unreasoned,
  key: '128',
  entry: id(128),
  at: at('14:09'),
  end: 'cancelled',
  took: 12_000,
  cost: 0.01,
};

export function compactionStates({
  shown,
  past,
  after,
  marker,
  bounded,
}: Pick<Stuff, 'shown' | 'past' | 'after' | 'marker' | 'bounded'>) {
  const { collapse, summarize } = { collapse: marker.steps.slice(0, 1), summarize: marker.steps.slice(1) };
  const steps = [...collapse, ...summarize.map((step) => ({ ...step, kind: 'summarize' as const }))];
  const editable = { edits: [0], longest: 0 };
  const compaction = { before: 148_000, estimated: false, after: 31_000, steps, part: { at: 2, of: 5 } };
  return {
    ...markerStates({ shown, past, after, marker }),
    '05i-compacting-by-steps': {
      snapshot: shown(past.slice(-2), { busy: { type: 'compacting', since: at('14:07'), compaction } }),
    },
    '05j-compacting-in-a-turn': {
      snapshot: shown(past.slice(-2), {
        busy: { type: 'turn', phase: 'compacting', since: at('14:07'), compaction: { ...compaction, estimated: true } },
      }),
    },
    '05k-edited': { snapshot: bounded({ editable, edited: true }), open: ['130'] },
    '05l-editing': { snapshot: bounded({ editable }), open: ['130'], press: ['edit-summary'] },
    '06d-failed': { snapshot: shown([...past.slice(-1), failed, ...after.slice(0, 1), cancelled, ...after.slice(1)]) },
    '06e-failed-with-a-reason': { snapshot: shown([...past.slice(-1), refused]) },
  } satisfies Record<string, GalleryState>;
}
