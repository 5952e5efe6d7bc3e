/** What the model is sent: the items of a thread in wire order. */
import type { Thread } from './thread.ts';
import { toWireOrder, type WireContext } from './wire-order.ts';

/** The context of a thread, valid by `checkThread` whatever the thread holds. Linear. */
export function projectContext(thread: Pick<Thread, 'items'>): WireContext {
  return toWireOrder(thread.items.map((item) => item.message));
}
