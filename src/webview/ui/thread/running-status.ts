/** The template of the status at the thread's end while something runs. */
import { html, type TemplateResult } from 'lit';
import { assertNever } from '../../../core/lang/assert-never.ts';
import type { Busy } from '../../../core/protocol/panel-state.ts';
import type { Head } from '../../state/state.ts';
import { loadPart } from '../parts/on-demand.ts';

export function runningStatus({ busy, preview, question }: Head): TemplateResult | string {
  // A turn that shows a preview or a question waits for the person, not for the model.
  if (!busy || question || preview?.why === 'ask') return '';
  switch (busy.type) {
    case 'compacting':
      return runningTemplate(busy);
    case 'importing':
      return runningTemplate({ importing: busy.name });
    case 'turn':
      if (busy.phase === 'compacting') return runningTemplate(busy, true);
      return html`<spool-turn .busy=${busy}></spool-turn>`;
    case 'retrying':
      return html`<spool-turn .busy=${busy}></spool-turn>`;
    case 'restoring':
      return '';
    default:
      return assertNever(busy);
  }
}

type Running = { readonly importing?: string } & Partial<
  Pick<Extract<Busy, { type: 'compacting' }>, 'since' | 'compaction'>
>;

function runningTemplate({ importing, since, compaction }: Running, inTurn = false): TemplateResult {
  void loadPart(() => import('./seldom-rows.ts'));
  return html`<spool-running .importing=${importing} .since=${since} .inTurn=${inTurn} .compaction=${compaction}></spool-running>`;
}
