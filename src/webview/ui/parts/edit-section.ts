/** The field in which a person edits the summary of a compaction. */
import { html, type LitElement, type TemplateResult } from 'lit';
import type { MarkerRow } from '../../../core/view/row.ts';
import { act } from '../../state/action.ts';
import type { SummaryEditing } from '../../state/summary-edits.ts';
import { markerBody as words } from '../../words/marker-body-strings.ts';

interface Host extends LitElement {
  readonly row: MarkerRow;
  readonly locked: boolean;
}

/** Ctrl+Enter saves, Escape ends without saving where nothing was typed. */
export function editSection(host: Host, { text, typed, edit }: SummaryEditing): TemplateResult {
  const end = () => act(host, { type: 'endEdit' });
  const save = () => {
    const now = fieldOf(host)?.value;
    if (now !== undefined && !host.locked) act(host, { type: 'saveEdit', compaction: host.row.entry, text: now });
  };
  const key = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
    if (event.key === 'Escape') {
      // Else the panel would stop what runs.
      event.stopPropagation();
      if (fieldOf(host)?.value === text) end();
    }
  };
  const keep = () => act(host, { type: 'keepEdit', text: fieldOf(host)?.value ?? '' });
  return html`<div class="sect edit" @keydown=${key}>
    <header><h4><label for="summary">${words.summary()}</label></h4>${choice(host, edit)}</header>
    <textarea id="summary" class="doc" rows="12" dir="auto" aria-describedby="edit-why" data-action="summary-text" .value=${typed} @input=${keep}></textarea>
    <p class="kick" id="edit-why">${words.editWhy()}</p>
    <div class="btns">
      <vscode-button appearance="primary" data-action="save-summary" ?disabled=${host.locked} @click=${save}>${words.save()}</vscode-button>
      <vscode-button appearance="secondary" data-action="cancel-edit" @click=${end}>${words.cancelEdit()}</vscode-button>
    </div>
  </div>`;
}

/** Which of several summaries is edited. What was typed into another one is kept. */
function choice(host: Host, edit: number): TemplateResult | string {
  const { key, editable } = host.row;
  const { edits = [] } = editable ?? {};
  if (edits.length < 2) return '';
  const choose = ({ target }: Event) => {
    if (target instanceof HTMLSelectElement) act(host, { type: 'beginEdit', key, edit: Number(target.value) });
  };
  return html`<select aria-label=${words.whichSummary()} data-action="choose-summary" @change=${choose}>
    ${edits.map((one, at) => html`<option value=${one} .selected=${one === edit}>${words.summaryOf(at + 1, edits.length)}</option>`)}
  </select>`;
}

function fieldOf({ renderRoot }: Host): HTMLTextAreaElement | null {
  return renderRoot.querySelector('textarea');
}
