/** The context before and after a compaction, as two bars of one scale, and as a table for a screen reader. */
import { html, type TemplateResult } from 'lit';
import { SEGMENTS } from '../../../core/view/meter.ts';
import type { ContextSize } from '../../../core/view/preview.ts';
import { context } from '../../words/context-strings.ts';
import { tokens, tokensInTable } from '../../words/format.ts';
import { previewWords as words } from '../../words/preview-strings.ts';
import { wholeOf } from './spool-bar.ts';

export function previewBars(before: ContextSize, after: ContextSize): TemplateResult {
  const sizes = [
    { name: words.now(), size: before },
    { name: words.after(), size: after },
  ];
  const scale = Math.max(wholeOf(before), wholeOf(after));
  return html`<div class="ba" aria-hidden="true">${sizes.map(
    ({ name, size }) =>
      html`<span class="muted">${name}</span><spool-bar scale=${scale} .meter=${size}></spool-bar><span class="num">${tokens(size.tokens, size.estimated)}</span>`,
  )}</div>${table(sizes)}`;
}

function table(sizes: readonly { readonly name: string; readonly size: ContextSize }[]): TemplateResult {
  const of = ({ segments }: ContextSize, kind: string) => segments.find((one) => one.kind === kind)?.tokens ?? 0;
  const kinds = SEGMENTS.filter((kind) => sizes.some(({ size }) => of(size, kind) > 0));
  const row = (name: string, cell: (size: ContextSize) => string) =>
    html`<tr><th scope="row">${name}</th>${sizes.map(({ size }) => html`<td>${cell(size)}</td>`)}</tr>`;
  return html`<table class="sr">
    <caption>${context.tableName()}</caption>
    <thead><tr><th scope="col">${context.category()}</th>${sizes.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>
      ${kinds.map((kind) => row(context.segment(kind), (size) => tokensInTable(of(size, kind), true)))}
      ${row(context.tokens(), (size) => tokens(size.tokens, size.estimated))}
      ${row(context.reserved(), ({ reserve }) => tokensInTable(reserve))}
    </tbody>
  </table>`;
}
