/** Marks a text in the rows on the screen by the browser's highlights, which leave the elements of a row as they are. */

const NAME = 'spool-find';
/** Marks at most: a single letter may stand on the screen thousands of times. */
const MOST = 2_000;

/** Marks every occurrence of `text` in these rows, whatever its case, and unmarks what was marked before. Rows off the screen are skipped. */
export function markText(rows: Iterable<Element>, text: string): void {
  const ranges: Range[] = [];
  const wanted = text.toLowerCase();
  if (wanted !== '') {
    for (const row of rows) if (isOnScreen(row)) findIn(row, wanted, ranges);
  }
  if (ranges.length > 0) CSS.highlights.set(NAME, new Highlight(...ranges));
  else CSS.highlights.delete(NAME);
}

function isOnScreen(row: Element): boolean {
  const { top, bottom } = row.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}

/** A range lies in one tree, so the text of each shadow tree is searched by itself; it may go over several elements in it. */
function findIn(root: Element | ShadowRoot, wanted: string, ranges: Range[]): void {
  const nodes: { readonly node: Text; readonly from: number }[] = [];
  let text = '';
  const add = (node: Node) => {
    if (node instanceof Text) {
      nodes.push({ node, from: text.length });
      text += node.data;
    } else if (node instanceof Element && node.shadowRoot) findIn(node.shadowRoot, wanted, ranges);
  };
  add(root);
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  while (walker.nextNode()) add(walker.currentNode);
  const lower = text.toLowerCase();
  // A few letters get longer in lower case; offsets would not match any more.
  if (lower.length !== text.length) return;
  let next = 0;
  for (
    let at = lower.indexOf(wanted);
    at >= 0 && ranges.length < MOST;
    at = lower.indexOf(wanted, at + wanted.length)
  ) {
    const point = (offset: number): readonly [Text, number] | undefined => {
      while (next + 1 < nodes.length && (nodes[next + 1]?.from ?? 0) <= offset) next++;
      const found = nodes[next];
      return found && [found.node, offset - found.from];
    };
    const [start, end] = [point(at), point(at + wanted.length - 1)];
    if (!start || !end) return;
    const range = document.createRange();
    range.setStart(...start);
    range.setEnd(end[0], end[1] + 1);
    ranges.push(range);
  }
}
