/** What the model is sent: the items of a thread in wire order. */
import { openTo } from './sealed.ts';
import type { Thread } from './thread.ts';
import { toWireOrder, type WireContext } from './wire-order.ts';

/**
 * The context of a thread, valid by `checkThread` whatever the thread holds: as `maker` may be sent it, or with all that anyone
 * sealed where none is named. Linear.
 */
export function projectContext(thread: Pick<Thread, 'items'>, maker?: string): WireContext {
  const messages = thread.items.map((item) => item.message);
  return toWireOrder(maker === undefined ? messages : openTo(messages, maker));
}
