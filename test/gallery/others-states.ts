/** States of the panel in which other threads of the window work, ask or have finished. */
import type { GalleryState, Stuff } from './states.ts';

export function othersStates({ shown, work }: Pick<Stuff, 'shown' | 'work'>): Readonly<Record<string, GalleryState>> {
  return {
    '27-others': { snapshot: shown(work, { others: { working: 2, asking: 1, ended: 1 } }) },
    '27b-one-works': { snapshot: shown(work, { others: { working: 1, asking: 0, ended: 0 } }) },
  };
}
