/** What the browser tests look for in the page that shows the panel; sent into it as text, so each function uses nothing else. */

/** How many controls the panel has, and what sticks out of its right side, boxes that scroll left out. */
export function inspect(): { readonly actions: number; readonly wide: readonly string[] } {
  const wide: string[] = [];
  let actions = 0;
  const visit = (root: ParentNode) => {
    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      if (element.dataset.action !== undefined) actions += 1;
      if (element.closest('[data-scrolls], .sr, .ell, svg')) continue;
      if (element.getBoundingClientRect().right > window.innerWidth + 1)
        wide.push(`${element.localName}.${element.className}`);
      if (element.shadowRoot) visit(element.shadowRoot);
    }
  };
  visit(document);
  return { actions, wide };
}

/** Texts that a box without a scroll bar or an ellipsis cuts off at its side, lines of output left out. */
export function cutOff(): readonly string[] {
  const cut: string[] = [];
  const visit = (root: ParentNode) => {
    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      if (element.shadowRoot) visit(element.shadowRoot);
      const { overflowX, textOverflow, whiteSpace } = getComputedStyle(element);
      const isBox = overflowX === 'hidden' || overflowX === 'clip';
      if (!isBox || textOverflow === 'ellipsis' || whiteSpace === 'pre' || element.closest('.sr, svg')) continue;
      // An element of one pixel is for screen readers only.
      if (element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1)
        cut.push(`${element.localName}.${element.className}: ${element.textContent?.trim().slice(0, 60)}`);
    }
  };
  visit(document);
  return cut;
}

/** The texts and names in the page, the fields' hints included. */
export function spokenTexts(): readonly string[] {
  const texts: string[] = [];
  const visit = (root: ParentNode) => {
    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      if (element.shadowRoot) visit(element.shadowRoot);
      if (element.matches('script, style')) continue;
      for (const name of ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt'])
        texts.push(element.getAttribute(name) ?? '');
      for (const { nodeType, textContent } of element.childNodes) if (nodeType === 3) texts.push(textContent ?? '');
    }
  };
  visit(document);
  return texts.map((text) => text.trim());
}
