/** What the contrast of each text on a page comes from, so that what has been measured once is not measured again. */

/**
 * A key for each way in which a text is drawn: its colour, size, weight and underline, and every background behind it.
 * Texts of the same key have the same contrast. It is sent into a page as text, so it uses nothing else.
 */
export function colourKeys(): string[] {
  const keys = new Set<string>();
  const known = new Map<Element, string>();
  const parentOf = (element: Element): Element | undefined => {
    const root = element.getRootNode();
    return element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : undefined);
  };
  const behind = (element: Element | undefined): string => {
    if (!element) return '';
    const found = known.get(element);
    if (found !== undefined) return found;
    const { backgroundColor, backgroundImage, opacity, filter, position } = getComputedStyle(element);
    const own = [backgroundColor, backgroundImage, opacity, filter, position].join(' ');
    const above = behind(parentOf(element));
    const whole = own === 'rgba(0, 0, 0, 0) none 1 none static' ? above : `${own} < ${above}`;
    known.set(element, whole);
    return whole;
  };
  const visit = (root: ParentNode) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) visit(element.shadowRoot);
      const hasText =
        element.matches('input, textarea, select') ||
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      if (!hasText) continue;
      const { color, fontSize, fontWeight, textDecorationLine, textShadow } = getComputedStyle(element);
      const parent = parentOf(element);
      const around = element.localName === 'a' && parent ? getComputedStyle(parent).color : '';
      keys.add([color, fontSize, fontWeight, textDecorationLine, textShadow, around, behind(element)].join(' | '));
    }
  };
  visit(document);
  return [...keys];
}
