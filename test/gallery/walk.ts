/** Walks the panel by the keyboard alone, in the page of the gallery; what runs in the page is sent into it as text, so it uses nothing else. */
import type { Page } from 'playwright-core';
import { settled } from './browser.ts';

declare global {
  interface Window {
    walked: Set<Element>;
    /** What has got the focus between two looks, too: the panel gives it on where a button that had it goes away. */
    given: Set<EventTarget>;
    lastFocused:
      | { readonly element: HTMLElement; readonly around: readonly Element[]; readonly looks: string }
      | undefined;
  }
}

/** Presses in one state, and in one row; more of them are a trap. */
const MOST_PRESSES = 400;
const MOST_INSIDE = 60;

export interface Walk {
  /** What can be pressed or typed into, and was not reached. */
  readonly missed: readonly string[];
  /** What was reached and has no name, no visible focus, or is out of sight. */
  readonly faults: readonly string[];
  /** Whether Tab left the panel in the end. */
  readonly isLeft: boolean;
}

/** Tab through the whole panel; in the thread the arrow keys go from row to row, and Tab goes through what is in each. */
export async function walk(page: Page): Promise<Walk> {
  // What is drawn under the pointer is not there for the keyboard.
  await page.mouse.move(-1, -1);
  await page.evaluate(begin);
  await page.evaluate(restart);
  const faults: string[] = [];
  let isLeft = false;
  const press = async (key: string) => {
    await page.keyboard.press(key);
    let { place, fault } = await page.evaluate(look);
    // What had the focus may be gone, and the panel gives the focus to something else in the next frame.
    if (place === 'outside' && (await page.evaluate(comesBack))) ({ place, fault } = await page.evaluate(look));
    if (fault) faults.push(fault);
    const unseen = place === 'outside' ? undefined : await page.evaluate(outOfSight);
    if (unseen) faults.push(unseen);
    return place;
  };
  let isRowsWalked = false;
  let restarts = 0;
  for (let presses = 0; presses < MOST_PRESSES && !isLeft; presses += 1) {
    const place = await press('Tab');
    isLeft = place === 'outside';
    // A card that keeps the focus is closed by Escape.
    if (place === 'again' && restarts++ < 3) {
      await page.keyboard.press('Escape');
      // The closed card gives the focus back once the panel is drawn without it, which would undo the restart.
      await settled(page);
      await page.evaluate(restart);
    }
    if (place !== 'row' || isRowsWalked) continue;
    isRowsWalked = true;
    await walkRows(press);
  }
  return { missed: await page.evaluate(missing), faults: [...new Set(faults)], isLeft };
}

/** Begins and ends at the row that is the Tab stop. */
async function walkRows(press: (key: string) => Promise<string>): Promise<void> {
  await press('Home');
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    while ((await press('Tab')) === 'inside');
    // The way back is another one: buttons that are drawn while something has the focus come and go.
    for (let back = 0; back < MOST_INSIDE && (await press('Shift+Tab')) !== 'row'; back += 1);
    if ((await press('ArrowDown')) === 'same') return;
  }
}

/** Forgets what was reached. */
function begin(): void {
  if (!window.given) {
    const note = (event: Event) => {
      for (const one of event.composedPath()) window.given.add(one);
    };
    window.addEventListener('focusin', note);
  }
  window.walked = new Set();
  window.given = new Set();
  window.lastFocused = undefined;
}

/** Takes the focus out of the panel, so that Tab begins anew. */
function restart(): void {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  if (at instanceof HTMLElement) at.blur();
  getSelection()?.removeAllRanges();
  // Tab would go on from what was focused or pressed last.
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute('tabindex');
}

/**
 * Notes what has the focus. `place`: outside of the panel, on a row of the thread or inside of one, `same`
 * where it has not moved, `again` where it was before.
 * Whether an element looks as it does without the focus is known once that has moved on.
 */
function look(): { readonly place: string; readonly fault: string | undefined } {
  const chain: HTMLElement[] = [];
  let at = document.activeElement;
  while (at instanceof HTMLElement && at !== document.body) {
    chain.unshift(at);
    at = at.shadowRoot?.activeElement ?? null;
  }
  const [focused] = chain;
  const before = window.lastFocused;
  if (focused && before?.element === focused) return { place: 'same', fault: undefined };
  const looks = (elements: readonly Element[]) =>
    elements
      .map((one) => {
        const { outline, borderColor, boxShadow, backgroundColor, opacity } = getComputedStyle(one);
        return [outline, borderColor, boxShadow, backgroundColor, opacity].join();
      })
      .join('; ');
  const named = (one: HTMLElement) => `${one.localName}.${one.dataset.action ?? one.className}`;
  // A text field has the cursor, and shares its frame with the buttons beside it.
  const isUnseen =
    before?.element.isConnected && before.element.localName !== 'textarea' && looks(before.around) === before.looks;
  const unseen = before && isUnseen ? `${named(before.element)} looks the same without the focus` : undefined;
  window.lastFocused = undefined;
  if (!focused) return { place: 'outside', fault: unseen };
  const isAgain = window.walked.has(focused);
  for (const one of chain) window.walked.add(one);
  const around: Element[] = chain.slice(0, 3);
  for (let box = focused.parentElement; box && around.length < 6; box = box.parentElement) around.push(box);
  window.lastFocused = { element: focused, around, looks: looks(around) };
  const text = (of: Element) => of.textContent?.trim() || of.shadowRoot?.textContent?.trim();
  const isLabelled = 'labels' in focused && focused.labels instanceof NodeList && focused.labels.length > 0;
  const isNamed = chain
    .slice(0, 2)
    .some((one) => one.ariaLabel || one.hasAttribute('aria-labelledby') || one.title || text(one));
  const own = isNamed || isLabelled ? undefined : 'has no name';
  const row = chain.find((one) => one.matches('[data-row]'));
  const isMain = focused === row || (focused.matches('[data-main]') && !row?.matches('[data-whole]'));
  return {
    place: row ? (isMain ? 'row' : 'inside') : isAgain ? 'again' : 'other',
    fault: own ? `${named(focused)} ${own}` : unseen,
  };
}

/** What has the focus and does not come into view, as a fault: a busy browser scrolls some frames later. */
async function outOfSight(): Promise<string | undefined> {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  for (let frame = 0; at instanceof HTMLElement; frame += 1) {
    const { left, right, top, bottom } = at.getBoundingClientRect();
    if (right > 0 && left < innerWidth && bottom > 0 && top < innerHeight) return undefined;
    if (frame === 30) return `${at.localName}.${at.dataset.action ?? at.className} is out of sight`;
    await new Promise(requestAnimationFrame);
  }
  return undefined;
}

/** Whether the focus is in the panel two frames later. */
async function comesBack(): Promise<boolean> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  return document.activeElement !== document.body && document.activeElement !== null;
}

/** What can be pressed or typed into and was not reached. */
function missing(): readonly string[] {
  const missed: string[] = [];
  const visit = (root: ParentNode) => {
    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      // The arrow keys walk the buttons of a toolbar; the second button of a fold does what the first one does.
      if (element.localName === 'spool-row-tools' || element.dataset.action === 'expand-all') continue;
      if (element.shadowRoot) visit(element.shadowRoot);
      if (!element.matches('button, a[href], input, textarea, select, summary, vscode-button')) continue;
      // The arrow keys choose in a group of radio buttons, of which Tab reaches the one that is chosen.
      if (element.matches('input[type=radio]:not(:checked)')) continue;
      const isDisabled =
        element.matches(':disabled, [disabled], [aria-disabled=true]') ||
        element.closest('[inert], vscode-button[disabled]');
      const host = element.getRootNode();
      const inDisabled = host instanceof ShadowRoot && host.host.hasAttribute('disabled');
      const { width, height } = element.getBoundingClientRect();
      if (isDisabled || inDisabled || width < 1 || height < 1 || !element.checkVisibility({ visibilityProperty: true }))
        continue;
      if (!window.walked.has(element) && !window.given.has(element))
        missed.push(
          `${element.localName}.${element.dataset.action ?? element.className}: ${element.textContent?.trim().slice(0, 40)}`,
        );
    }
  };
  visit(document);
  return missed;
}

/** Pairs of controls that lie over each other. */
export function overlaps(): readonly string[] {
  const parentOf = (element: Element): Element | null => {
    const root = element.getRootNode();
    return element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  };
  const controls: HTMLElement[] = [];
  const visit = (root: ParentNode) => {
    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      // A toolbar lies over the row that it is for.
      if (element.localName === 'spool-row-tools') continue;
      if (element.matches('button, a[href], input, textarea, select, summary, vscode-button')) {
        if (element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) controls.push(element);
        continue;
      }
      if (element.shadowRoot) visit(element.shadowRoot);
    }
  };
  visit(document);
  const boxes = controls.flatMap((element) => {
    let { left, right, top, bottom } = element.getBoundingClientRect();
    // What is scrolled out of a box around it is not there.
    for (let around = parentOf(element); around; around = parentOf(around)) {
      if (getComputedStyle(around).overflow === 'visible') continue;
      const box = around.getBoundingClientRect();
      [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    return right - left < 2 || bottom - top < 2 ? [] : [{ element, left, right, top, bottom }];
  });
  const name = (one: HTMLElement) => `${one.localName}.${one.dataset.action ?? one.className}`;
  return boxes.flatMap((one, at) =>
    boxes.slice(at + 1).flatMap((other) => {
      if (one.element.contains(other.element) || other.element.contains(one.element)) return [];
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      return wide > 2 && high > 2 ? [`${name(one.element)} and ${name(other.element)}`] : [];
    }),
  );
}
