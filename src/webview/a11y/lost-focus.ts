/** Notices that what had the keyboard focus was taken out of the page or disabled, and gives the focus to something that stays. */
import { focusPath } from './focus-path.ts';
import { moveFocus } from './move-focus.ts';

/**
 * To be called before the page changes. Where what has the focus now is gone or disabled in the next frame, and nothing else has got
 * it, `heir` gets it; `isInRow`: it was in a row of the thread.
 */
export function keepFocus(heir: (isInRow: boolean) => HTMLElement | null): void {
  const path = focusPath();
  const focused = path.at(-1);
  if (!focused || focused === document.body) return;
  const isInRow = path.some((one) => one.matches('[data-row]'));
  requestAnimationFrame(() => {
    const now = focusPath().at(-1);
    const isLost =
      now === focused ? path.some((one) => one.matches('[disabled]')) : now === document.body && isGone(path);
    // A scroll would take the view away from what the person looks at.
    if (isLost) moveFocus(heir(isInRow), { preventScroll: true });
  });
}

function isGone(path: readonly Element[]): boolean {
  return path.some((one) => !one.isConnected || one.matches('[disabled]'));
}

/** The element of that name in the same part of the page. */
export function beside(element: Element, name: string): HTMLElement | null {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.querySelector<HTMLElement>(name) : null;
}
