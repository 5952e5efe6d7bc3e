/** Scrolls the element that a key has focused into view again, if rows that were laid out late have pushed it out of view. */
import { focusPath } from './focus-path.ts';

/** Frames until parts that have come into view (`content-visibility`) have their sizes. */
const FRAMES = 3;

export function keepFocusInView(): void {
  let key: Event | undefined;
  const later = (event: Event, before: Element | undefined, frames: number): void => {
    requestAnimationFrame(() => {
      if (event !== key) return;
      if (frames > 1) return later(event, before, frames - 1);
      const focused = focusPath().at(-1);
      if (focused && focused !== before && focused !== document.body) showUnlessInView(focused);
    });
  };
  const onKey = (event: Event) => {
    key = event;
    later(event, focusPath().at(-1), FRAMES);
  };
  window.addEventListener('keydown', onKey, true);
}

/** Only an observer knows of the boxes that cut the element off. */
function showUnlessInView(element: Element): void {
  const observer = new IntersectionObserver(([entry]) => {
    observer.disconnect();
    if (entry && !entry.isIntersecting) element.scrollIntoView({ block: 'nearest' });
  });
  observer.observe(element);
}
