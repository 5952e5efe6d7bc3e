/** The largest items of the gallery's context card. */
import type { LargestItem } from '../../src/core/view/meter.ts';
import { at, id } from './rows.ts';

const item = (entry: number, kind: LargestItem['kind'], label: string, tokens: number): LargestItem => {
  return { at: at('14:00'), entry: id(entry), rowKey: `${entry}`, kind, label, tokens };
};

export const LARGEST: readonly LargestItem[] = [
  item(3, 'run', 'npm test -- --reporter=verbose', 18_600),
  item(2, 'read', 'src/upload/queue.ts', 14_200),
  item(4, 'read', 'logs/upload-0412.log', 13_000),
  item(1, 'attachment', 'docs/retries.md', 5_700),
];
