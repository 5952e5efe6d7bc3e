/** What the property tests of threads and compactions share. */
import { projectContext } from '../../../src/core/thread/context.ts';
import type { Thread } from '../../../src/core/thread/thread.ts';

export const RUNS = { numRuns: Number(process.env.PROPERTY_RUNS ?? 100) };

/** What a provider is sent. */
export function contextBytes(thread: Thread): string {
  return JSON.stringify(projectContext(thread).messages);
}
