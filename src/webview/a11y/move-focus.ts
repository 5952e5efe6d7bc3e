/** Moves the keyboard focus inside the panel, and never takes it from another part of the editor's window. */

let waiting: (() => void) | undefined;

/**
 * Focuses an element. While the focus is outside of the panel, the element gets it once the editor gives it to the panel: focused at
 * once, it would close a list that the person has open. Of several elements, the last one gets it.
 */
export function moveFocus(element: HTMLElement | null | undefined, options?: FocusOptions): void {
  if (!element) return;
  const focus = () => {
    waiting = undefined;
    element.focus(options);
  };
  if (document.hasFocus()) focus();
  else if (waiting) waiting = focus;
  else {
    waiting = focus;
    addEventListener('focus', () => waiting?.(), { once: true });
  }
}
