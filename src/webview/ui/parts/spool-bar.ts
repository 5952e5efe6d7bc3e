/** The context window as a stacked bar: a part for each category, the reserve for the reply hatched, a tick at the trigger. */
import { css, html, LitElement, svg, type TemplateResult } from 'lit';
import { dueOf, type Meter } from '../../../core/view/meter.ts';
import { base } from '../../styles/base.ts';
import { hatch, segmentColours } from '../../styles/segment-colours.ts';
import { context } from '../../words/context-strings.ts';
import { tokens } from '../../words/format.ts';

export class SpoolBar extends LitElement {
  static override properties = { meter: {}, scale: { type: Number } };
  declare meter: Pick<Meter, 'segments' | 'window' | 'reserve' | 'auto' | 'tokens' | 'trigger' | 'dueAt'>;
  /** Tokens of the whole bar, so that two can be compared; then nothing is written at the trigger. */
  declare scale: number | undefined;

  static override styles = [
    base,
    segmentColours,
    css`
      :host { display: block; position: relative; direction: ltr; }
      svg { display: block; width: 100%; overflow: visible; }
      .track { height: 8px; border-radius: 2px; overflow: hidden; background: color-mix(in srgb, var(--vscode-charts-foreground) 12%, transparent); box-shadow: 0 0 0 1px var(--vscode-contrastBorder, transparent); }
      .over { position: absolute; inset: 0; height: 100%; }
      text { font: 11px var(--vscode-font-family); fill: var(--vscode-descriptionForeground); stroke: none; }
      .tick { fill: var(--vscode-foreground); }
      :host([scale]) :is(.label, .foot) { display: none; }
      :host([scale]) .over { inset-block-start: -18px; }
    `,
  ];

  override render(): TemplateResult {
    const { segments, window = 0, reserve, auto } = this.meter;
    const whole = this.scale ?? wholeOf(this.meter);
    const at = (n: number) => `${((n / whole) * 100).toFixed(2)}%`;
    const starts = segments.map((_, i) => segments.slice(0, i).reduce((sum, s) => sum + s.tokens, 0));
    const gap = whole * 0.0035;
    const tick = auto ? dueOf(this.meter) : undefined;
    const early = tick !== undefined && tick / whole < 0.4;
    return html`<svg class="label" height=${tick === undefined ? 4 : 18} aria-hidden="true">
        ${tick === undefined ? '' : svg`<text x=${at(tick)} dx=${early ? -1 : 3} y="11" text-anchor=${early ? 'start' : 'end'}>${context.trigger(tokens(tick))}</text>`}
      </svg>
      <svg class="track" height="8" aria-hidden="true">
        <defs>${hatch}</defs>
        ${segments.map(
          (
            s,
            i,
          ) => svg`<rect class="c-${s.kind}" x=${at(starts[i] ?? 0)} width=${at(Math.max(s.tokens - gap, gap / 2))} height="8">
            <title>${context.segment(s.kind)} ${tokens(s.tokens, true)}</title></rect>`,
        )}
        ${window > 0 ? svg`<rect fill="url(#hatch)" x=${at(whole - reserve)} width=${at(reserve)} height="8" />` : ''}
      </svg>
      ${tick === undefined ? '' : html`<svg class="over" aria-hidden="true"><rect class="tick" x=${at(tick)} y="14" width="1.5" height="15" /></svg>`}
      <svg class="foot" height="4" aria-hidden="true"></svg>`;
  }
}

/** Tokens that the whole bar stands for, at least 1. */
export function wholeOf({ window = 0, tokens: used, reserve }: Pick<Meter, 'window' | 'tokens' | 'reserve'>): number {
  return Math.max(window, used + reserve, 1);
}

customElements.define('spool-bar', SpoolBar);
