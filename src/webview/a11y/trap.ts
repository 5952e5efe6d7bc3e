/** Keeps the Tab key inside a dialog (a focus trap). */
import { moveFocus } from './move-focus.ts';

const FOCUSABLE = 'button:not([disabled]), a[href], [tabindex="0"], vscode-button:not([disabled])';

/** Moves from the last focusable element to the first and back; the browser moves between the others. */
export function trapTab(event: KeyboardEvent, inside: ParentNode): void {
  if (event.key !== 'Tab') return;
  const stops = [...inside.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const [first, last] = [stops[0], stops.at(-1)];
  const now = event.composedPath().find((target) => target instanceof HTMLElement && stops.includes(target));
  const leaving = event.shiftKey ? now === first || now === undefined : now === last;
  if (!leaving) return;
  event.preventDefault();
  moveFocus(event.shiftKey ? last : first);
}
