/** The panel's own SVG icons: 16 px grid, 1.1 stroke, in the colour of the text, hidden from screen readers. */
import { html, svg, type TemplateResult } from 'lit';

interface Drawing {
  readonly d?: string;
  /** A filled shape. */
  readonly solid?: string;
  /** Filled dots: centre and radius. */
  readonly dots?: readonly (readonly [number, number, number])[];
  readonly rings?: readonly (readonly [number, number, number])[];
}

const drawings = {
  spool: { d: 'M3.5 2.5h9v2h-9zM3.5 11.5h9v2h-9zM5 4.5v7M11 4.5v7M5 8l6-2M5 10.5l6-2' },
  fold: { d: 'M2.5 8h11M8 1.5v4M6 4l2 2 2-2M8 14.5v-4M6 12l2-2 2 2' },
  list: { d: 'M5.5 4h8M5.5 8h8M5.5 12h5M2.5 4h.5M2.5 8h.5M2.5 12h.5' },
  check: { d: 'm3 8.5 3.2 3.2L13 5' },
  circle: { rings: [[8, 8, 4.5]] },
  active: { rings: [[8, 8, 4.5]], dots: [[8, 8, 2]] },
  drop: { d: 'm3.7 12.3 8.6-8.6', rings: [[8, 8, 6.2]] },
  cut: { d: 'M2.5 8h3M7 8h2M10.5 8h3M5 3.5h6M5 12.5h6' },
  swap: { d: 'M2.5 5.5h10M10 3l2.5 2.5L10 8M13.5 10.5h-10M6 8l-2.5 2.5L6 13' },
  undo: { d: 'M3 6.5h6.5a3.5 3.5 0 0 1 0 7H6M5.5 3.5l-3 3 3 3' },
  right: { d: 'm6 3.5 4.5 4.5L6 12.5' },
  down: { d: 'm3.5 6 4.5 4.5L12.5 6' },
  close: { d: 'm4 4 8 8M12 4l-8 8' },
  file: { d: 'M3.5 1.5h5.5l3.5 3.5v9.5h-9zM9 1.5V5h3.5' },
  term: { d: 'M1.5 2.5h13v11h-13zM4 5.5 6.5 8 4 10.5M8 10.5h4' },
  edit: { d: 'm10.5 2.5 3 3-8 8-3.5.5.5-3.5zM9 4l3 3' },
  tasks: { d: 'm2.5 4 1.2 1.2L6 2.8M2.5 11l1.2 1.2L6 9.8M8.5 4.5h5M8.5 11.5h5' },
  search: { d: 'm9.8 9.8 3.7 3.7', rings: [[6.5, 6.5, 4.2]] },
  copy: { d: 'M5.5 4.5h8v10h-8zM3.5 11.5h-1v-10h8v1' },
  clip: { d: 'm13 7-5.6 5.6a3 3 0 0 1-4.2-4.2L9 2.6a2 2 0 0 1 2.8 2.8L6.3 11a1 1 0 0 1-1.4-1.4L10 4.5' },
  /** A screen: the program. */
  program: { d: 'M2 3h12v8H2zM5.5 13.5h5M8 11v2.5M5 6l1.5 1.2L5 8.4M8.5 8.5h2.5' },
  person: { d: 'M3 14c0-3 2-5 5-5s5 2 5 5', rings: [[8, 5, 2.7]] },
  wrench: {
    d: 'M13.5 4.5a3.5 3.5 0 0 1-4.7 3.7L4 13a1.4 1.4 0 0 1-2-2l4.8-4.8A3.5 3.5 0 0 1 11.5 2.5L9.5 4.5l2 2z',
  },
  thought: { d: 'M4.5 11.5a3 3 0 0 1-.6-5.9 4 4 0 0 1 7.7-.8 3.4 3.4 0 0 1-.4 6.7zM5 14h.5' },
  pin: { d: 'M6 2h4M6.5 2v4L4 9h8L9.5 6V2M8 9v5' },
  retry: { d: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.5v3h-3' },
  back: { d: 'M2.5 8a5.5 5.5 0 1 0 1.8-4M2.5 2.5V5.5h3M8 5.5V8l2 1.5' },
  insert: { d: 'M13 3v10M2.5 8h7M7 5.5 9.5 8 7 10.5' },
  compare: { d: 'M8 2v12M2.5 4.5h3M2.5 8h3M2.5 11.5h3M10.5 4.5h3M10.5 8h3M12 6.5v3M10.5 11.5h3' },
  newFile: { d: 'M3.5 1.5h5.5l3.5 3.5v9.5h-9zM8 6.5v5M5.5 9h5' },
  up: { d: 'M8 13V3M4 7l4-4 4 4' },
  above: { d: 'm3.5 10.5 4.5-4.5 4.5 4.5' },
  stop: { solid: 'M5 4h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1z' },
  info: { d: 'M8 7.5V11', rings: [[8, 8, 6.2]], dots: [[8, 5.2, 0.8]] },
  warning: { d: 'M8 2 14.5 13.5h-13zM8 6.5v3.5', dots: [[8, 11.8, 0.7]] },
  error: { d: 'm5.8 5.8 4.4 4.4M10.2 5.8l-4.4 4.4', rings: [[8, 8, 6.2]] },
  shield: {
    d: 'M8 1.5 13.5 3.5v4c0 3.5-2.3 5.7-5.5 7-3.2-1.3-5.5-3.5-5.5-7v-4zM8 5v3.5',
    dots: [[8, 10.6, 0.7]],
  },
} satisfies Record<string, Drawing>;

export type IconName = keyof typeof drawings;

export function icon(name: IconName, classes = ''): TemplateResult {
  const { d, solid, dots, rings }: Drawing = drawings[name];
  return html`<svg class="i ${classes}" viewBox="0 0 16 16" aria-hidden="true">
    ${d ? svg`<path d=${d} />` : ''}${solid ? svg`<path class="solid" d=${solid} />` : ''}
    ${(rings ?? []).map(([x, y, r]) => svg`<circle cx=${x} cy=${y} r=${r} />`)}
    ${(dots ?? []).map(([x, y, r]) => svg`<circle class="solid" cx=${x} cy=${y} r=${r} />`)}
  </svg>`;
}
