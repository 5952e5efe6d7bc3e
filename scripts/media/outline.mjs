/** Turns a drawing of straight strokes into the outlines that a font needs. */

/** @typedef {readonly [number, number]} Point */

/**
 * The points of each stroke in an SVG path of straight lines (M, L, H, V, Z and their lower case).
 * @param {string} d @returns {Point[][]}
 */
export function strokesOf(d) {
  const strokes = /** @type {Point[][]} */ ([]);
  const tokens = d.match(/[a-z]|-?\d*\.?\d+/gi) ?? [];
  let [x, y, command, i] = [0, 0, '', 0];
  const next = () => Number(tokens[i++]);
  while (i < tokens.length) {
    if (/[a-z]/i.test(tokens[i] ?? '')) command = tokens[i++] ?? '';
    const relative = command === command.toLowerCase();
    const kind = command.toLowerCase();
    const stroke = strokes.at(-1);
    if (kind === 'z' && stroke?.[0]) {
      [x, y] = stroke[0];
      stroke.push([x, y]);
      continue;
    }
    if (!'mlhv'.includes(kind)) throw new Error(`${d}: only straight strokes can be outlined, not ${command}`);
    if (kind !== 'v') x = next() + (relative ? x : 0);
    if (kind !== 'h') y = next() + (relative ? y : 0);
    if (kind === 'm') strokes.push([[x, y]]);
    else stroke?.push([x, y]);
    if (kind === 'm') command = relative ? 'l' : 'L';
  }
  return strokes;
}

/**
 * A line with round ends as a closed polygon.
 * @param {Point} from @param {Point} to @param {number} width @returns {Point[]}
 */
export function capsule([x1, y1], [x2, y2], width) {
  const steps = 8;
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const end = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ start) =>
    Array.from({ length: steps + 1 }, (_, i) => {
      const at = start + (i / steps) * Math.PI;
      return /** @type {Point} */ ([x + (Math.cos(at) * width) / 2, y + (Math.sin(at) * width) / 2]);
    });
  return [...end(x2, y2, angle - Math.PI / 2), ...end(x1, y1, angle + Math.PI / 2)];
}
