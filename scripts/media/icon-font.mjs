/** The icon font: one glyph, outlined from the strokes of our drawing. */
import { capsule, strokesOf } from './outline.mjs';
import { tablesOf } from './true-type.mjs';
import { toWoff } from './woff.mjs';

/** As contributes.icons names it: \E001. */
export const SPOOL = 0xe001;
const UNITS = 1024;
const GRID = 16;

/** @param {string} svg a drawing on a 16 px grid, one path of straight strokes @returns {Buffer} a WOFF file */
export function iconFont(svg) {
  const d = / d="([^"]+)"/.exec(svg)?.[1] ?? '';
  const width = Number(/stroke-width="([\d.]+)"/.exec(svg)?.[1]);
  const place = (/** @type {import('./outline.mjs').Point} */ [x, y]) =>
    /** @type {const} */ ([Math.round((x * UNITS) / GRID), Math.round(((GRID - y) * UNITS) / GRID)]);
  const contours = strokesOf(d).flatMap((points) =>
    points.slice(1).map((to, i) => capsule(points[i] ?? to, to, width).map(place)),
  );
  return toWoff(tablesOf({ name: 'spool', code: SPOOL, unitsPerEm: UNITS, contours }));
}
