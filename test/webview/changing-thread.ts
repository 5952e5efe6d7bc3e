/** A thread as the host has it, and random changes of it, for tests of what the panel shows meanwhile. */
import fc from 'fast-check';
import type { Delta, Snapshot } from '../../src/core/protocol/panel-state.ts';
import type { Row, RowFate, StatusRun } from '../../src/core/view/row.ts';
import { said, tool, typed } from '../gallery/rows.ts';
import { longThread, marker } from '../gallery/states.ts';

/** A change of the thread as the host makes it; positions are shares of its length. */
export type Step =
  | { readonly type: 'say'; readonly rows: number; readonly lines: number }
  | { readonly type: 'rewrite'; readonly at: number; readonly lines: number }
  | { readonly type: 'compact'; readonly to: number; readonly fate: RowFate; readonly isAsked: boolean }
  | { readonly type: 'undo' }
  | { readonly type: 'restore'; readonly to: number }
  | { readonly type: 'notice'; readonly lines: number }
  | { readonly type: 'busy'; readonly is: boolean };

/** A position in the thread, as a share of its length. */
export const share = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);
const lines = fc.integer({ min: 0, max: 40 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ type: fc.constant('say'), rows: fc.integer({ min: 1, max: 12 }), lines }),
  fc.record({ type: fc.constant('rewrite'), at: share, lines }),
  fc.record({
    type: fc.constant('compact'),
    to: share,
    fate: fc.constantFrom('summarized', 'collapsed', 'dropped'),
    isAsked: fc.constant(false),
  }),
  fc.constant({ type: 'undo' }),
  fc.record({ type: fc.constant('restore'), to: share }),
  fc.record({ type: fc.constant('notice'), lines: fc.integer({ min: 0, max: 4 }) }),
  fc.record({ type: fc.constant('busy'), is: fc.boolean() }),
);

/** The changes come one after the other before anything is drawn, or soon after. */
export const steps = fc.array(step, { minLength: 1, maxLength: 5 });
/** A thread as the host has it, to be changed step by step. */
export class HostThread {
  readonly rows: Row[];
  fates: { readonly fate: RowFate; readonly above: boolean }[];
  head: Partial<Snapshot> = {};

  /** The last rows are messages that were not answered, whose buttons go while something runs. */
  constructor(count: number, unanswered = 0) {
    const waiting = Array.from({ length: unanswered }, (_, i): Row => {
      const row = typed(count + i + 1, '13:00', `Message ${i} that failed.`);
      return { ...row, unanswered: i === unanswered - 1 ? 'last' : 'earlier' };
    });
    this.rows = [...longThread(count, count).rows, ...waiting];
    this.fates = this.rows.map(() => ({ fate: 'kept', above: false }));
  }

  get statuses(): StatusRun[] {
    return this.fates.map((fate) => ({ count: 1, ...fate }));
  }

  /** The rows that a step changes. */
  take(change: Step): Delta['changed'] {
    const { rows, fates } = this;
    const before = rows.length;
    const index = (of: number) => Math.min(rows.length - 1, Math.floor(of * rows.length));
    switch (change.type) {
      case 'say':
        for (let i = 0; i < change.rows; i += 1) this.add(rowOf(rows.length + 1, change.lines));
        break;
      case 'rewrite': {
        const at = index(change.at);
        const was = rows[at];
        if (!was || was.type === 'marker' || was.type === 'restore') return [];
        const row = rowOf(at + 1, change.lines, was.type);
        rows[at] = row;
        return [{ index: at, row }];
      }
      case 'compact': {
        const to = index(change.to);
        this.fates = fates.map((was, i) => (i < to ? { fate: change.fate, above: true } : was));
        const { summary: _, ...made } = marker;
        this.add({ ...made, ...idOf(rows.length + 1), trigger: change.isAsked ? 'manual' : 'auto' }, 'silent');
        break;
      }
      case 'undo':
        this.fates = fates.map(({ fate }) => ({ fate: fate === 'silent' ? fate : 'kept', above: false }));
        break;
      case 'restore': {
        const to = index(change.to);
        this.fates = fates.map((was, i) => (i > to ? { fate: 'left', above: true } : was));
        const { key, entry, at, tokens } = typed(rows.length + 1, '13:00', '');
        this.add({ type: 'restore', key, entry, at, tokens, to: entry }, 'silent');
        break;
      }
      case 'notice': {
        const { notice: _, ...head } = this.head;
        const text = 'The server is busy. '.repeat(change.lines * 3);
        this.head = change.lines > 0 ? { ...head, notice: { severity: 'error', text } } : head;
        break;
      }
      case 'busy': {
        // A turn that begins takes the notice of the one before away.
        const { busy: _, notice, ...head } = this.head;
        if (change.is) this.head = { ...head, busy: { type: 'turn', phase: 'waiting', since: 0 } };
        else this.head = { ...head, ...(notice && { notice }) };
        break;
      }
    }
    return rows.slice(before).map((row, i) => ({ index: before + i, row }));
  }

  private add(row: Row, fate: RowFate = 'kept'): void {
    this.rows.push(row);
    this.fates.push({ fate, above: false });
  }
}

function idOf(n: number): Pick<Row, 'key' | 'entry'> {
  const { key, entry } = typed(n, '13:00', '');
  return { key, entry };
}

function rowOf(n: number, count: number, type: Row['type'] = n % 3 === 0 ? 'user' : 'assistant'): Row {
  const text = Array.from({ length: count }, (_, i) => `Line ${i} of ${n}.`).join('\n\n');
  if (type === 'tool') return tool(n, '13:00', 'read', `src/${n}.ts`, 900, count);
  return type === 'user' ? typed(n, '13:00', text) : said(n, '13:00', text);
}
