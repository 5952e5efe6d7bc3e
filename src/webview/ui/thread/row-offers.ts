/** Decides which buttons the toolbar of a row has. */
import { assertNever } from '../../../core/lang/assert-never.ts';
import type { Row, RowFate } from '../../../core/view/row.ts';
import type { RowOffer } from '../../words/row-strings.ts';

interface Around {
  /** Something runs, or the thread can't be written. */
  readonly locked: boolean;
  /** Key of the newest row that a person or the model said. */
  readonly lastSaid: string | undefined;
}

/** The names of the buttons, separated by spaces: a string, so that an element is drawn again only when it changes. */
export function rowOffers(row: Row, fate: RowFate, around: Around): string {
  return listed(row, fate, around).join(' ');
}

function listed(row: Row, fate: RowFate, { locked, lastSaid }: Around): readonly RowOffer[] {
  const canCompact = fate === 'kept' && row.key !== lastSaid;
  switch (row.type) {
    case 'tool':
    case 'marker':
    case 'attempt':
    case 'restore':
    case 'switch':
      return [];
    case 'note':
      return ['copy'];
    case 'user':
      if (row.origin === 'program') return ['copy'];
      return [
        'copy',
        ...(locked
          ? []
          : [...pinning(row, fate), ...(fate === 'left' ? [] : EDIT), ...(canCompact ? BEFORE : []), ...RESTORE]),
      ];
    case 'thinking':
      return ['copy', ...(locked ? [] : [...pinning(row, fate), ...RESTORE])];
    case 'assistant':
      return [
        'copy',
        ...(locked
          ? []
          : [...pinning(row, fate), ...(row.key === lastSaid ? RETRY : canCompact ? UP_TO : []), ...RESTORE]),
      ];
    default:
      return assertNever(row);
  }
}

const EDIT: readonly RowOffer[] = ['edit'];
const RETRY: readonly RowOffer[] = ['retry'];
const BEFORE: readonly RowOffer[] = ['compactBefore'];
const UP_TO: readonly RowOffer[] = ['compactUpTo'];
const RESTORE: readonly RowOffer[] = ['restore'];

/** A pin has an effect only on what is in the context. */
function pinning({ pinned }: Row, fate: RowFate): readonly RowOffer[] {
  if (pinned) return ['unpin'];
  return fate === 'kept' ? ['pin'] : [];
}

/** Whether a person or the model said it. */
export function isSaid(row: Row): boolean {
  return row.type === 'assistant' || (row.type === 'user' && row.origin === 'typed');
}
