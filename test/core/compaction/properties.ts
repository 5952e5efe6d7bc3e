/** What the property tests of threads and compactions share. */
import { projectContext } from '../../../src/core/thread/context.ts';
import type { Thread } from '../../../src/core/thread/thread.ts';
import { runs } from '../../property/runs.ts';

export const RUNS = runs(100);

/** What a provider is sent. */
export function contextBytes(thread: Thread): string {
  return JSON.stringify(projectContext(thread).messages);
}
