/** Finds the element that has the keyboard focus, also inside shadow roots. */

/** The focused element and the hosts of the shadow roots around it, from the document inwards; the body where nothing has the focus. */
export function focusPath(): readonly Element[] {
  const path: Element[] = [];
  for (let at = document.activeElement; at; at = at.shadowRoot?.activeElement ?? null) path.push(at);
  return path;
}
