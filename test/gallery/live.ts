/** The page of `npm run gallery`: lists all states of the panel and shows the chosen one in its theme and width. */
import { setTheme, THEMES, type Theme, WIDTHS } from './appearance.ts';
import { drawn } from './drawn.ts';
import { LANGUAGES, type Language } from './language.ts';
import { states } from './states.ts';

const nav = find(document, 'nav');
const stage = find(document, '#stage');
const names = Object.keys(states);

/** What is shown is kept in the address, so that it stays when the page is loaded again. */
interface Choice {
  readonly state: string;
  readonly theme: Theme;
  readonly width: number;
  readonly language: Language;
}

function readChoice(): Choice {
  const given = new URLSearchParams(location.hash.slice(1));
  return {
    state: names.find((name) => name === given.get('state')) ?? names[0] ?? '',
    theme: THEMES.find((theme) => theme === given.get('theme')) ?? THEMES[0],
    width: WIDTHS.find((width) => String(width) === given.get('width')) ?? WIDTHS[0],
    language: LANGUAGES.find((language) => language === given.get('language')) ?? LANGUAGES[0],
  };
}

const hashOf = ({ width, ...choice }: Choice): string => `#${new URLSearchParams({ ...choice, width: String(width) })}`;

/** The first element in a tree and all shadow trees within it. It fails when there is none. */
function find(root: ParentNode, selector: string): HTMLElement {
  const found = search(root, selector);
  if (!found) throw new Error(`there is no ${selector}`);
  return found;
}

function search(root: ParentNode, selector: string): HTMLElement | undefined {
  const own = root.querySelector<HTMLElement>(selector);
  if (own) return own;
  // By what they have, not by their class: those of the frame are not of this window's classes.
  const nodes: readonly Partial<Element>[] = [root as Partial<Element>, ...root.querySelectorAll('*')];
  const trees = nodes.flatMap(({ shadowRoot }) => shadowRoot ?? []);
  for (const tree of trees) {
    const found = search(tree, selector);
    if (found) return found;
  }
  return undefined;
}

/** A new page of the panel, loaded. */
async function openPanel({ width, language }: Choice): Promise<Window> {
  const frame = document.createElement('iframe');
  Object.assign(frame, { title: 'The panel', src: `/panel.html?new&language=${language}`, width });
  stage.replaceChildren(frame);
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  if (!frame.contentWindow) throw new Error('another state was chosen');
  return frame.contentWindow;
}

async function show(choice: Choice): Promise<void> {
  drawControls(choice);
  const { document: panel, host } = await openPanel(choice);
  setTheme(choice.theme, panel);
  host.show(choice.state);
  await drawn();
  for (const step of host.steps(choice.state)) {
    if ('type' in step) type(find(panel, 'textarea'), step.type);
    else press(await appearing(panel, step.press));
    await drawn();
  }
}

/** The first element by these selectors, each within what the one before finds. Parts that are loaded with their first use come later. */
async function appearing(panel: Document, selectors: readonly string[]): Promise<HTMLElement> {
  for (let frames = 0; frames < 300; frames++) {
    const found = selectors.reduce<ParentNode | undefined>((root, selector) => root && search(root, selector), panel);
    if (found) return found as HTMLElement;
    await drawn();
  }
  throw new Error(`there is no ${selectors.join(' ')}`);
}

function type(field: HTMLElement, value: string): void {
  Object.assign(field, { value }).dispatchEvent(new Event('input', { bubbles: true, composed: true }));
}

function press(button: HTMLElement): void {
  if (button.getAttribute('aria-expanded') !== 'true') button.click();
}

function drawControls(choice: Choice): void {
  const links = names.map((state) => {
    const link = Object.assign(document.createElement('a'), { textContent: state, href: hashOf({ ...choice, state }) });
    if (state === choice.state) link.setAttribute('aria-current', 'true');
    return link;
  });
  nav.replaceChildren(...links);
  drawOptions('theme', THEMES, choice);
  drawOptions('width', WIDTHS, choice);
  drawOptions('language', LANGUAGES, choice);
}

function drawOptions(name: 'theme' | 'width' | 'language', values: readonly (string | number)[], choice: Choice): void {
  const select = find(document, `select[name=${name}]`) as HTMLSelectElement;
  select.replaceChildren(...values.map((value) => new Option(String(value))));
  select.value = String(choice[name]);
  select.onchange = () => {
    location.hash = hashOf({ ...choice, [name]: select.value });
  };
}

addEventListener('hashchange', () => void show(readChoice()));
new EventSource('/esbuild').addEventListener('change', () => location.reload());
void show(readChoice());
