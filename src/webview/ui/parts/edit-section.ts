/** The field in which a person edits the summary of a compaction. */
import { html, type LitElement, type TemplateResult } from 'lit';
import type { MarkerRow } from '../../../core/view/row.ts';
import { act } from '../../state/action.ts';
import type { SummaryEditing } from '../../state/state.ts';
import { markerBody as words } from '../../words/marker-body-strings.ts';

interface Host extends LitElement {
  readonly row: MarkerRow;
  readonly locked: boolean;
}

/** Ctrl+Enter saves, Escape ends without saving where nothing was typed. The text that is typed is the element's own. */
export function editSection(host: Host, { text }: SummaryEditing): TemplateResult {
  const end = () => act(host, { type: 'endEdit' });
  const save = () => {
    const typed = fieldOf(host)?.value;
    if (typed !== undefined && !host.locked) act(host, { type: 'saveEdit', compaction: host.row.entry, text: typed });
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
  return html`<div class="sect edit" @keydown=${key}>
    <header><h4><label for="summary">${words.summary()}</label></h4></header>
    <textarea id="summary" class="doc" rows="12" dir="auto" aria-describedby="edit-why" data-action="summary-text" .value=${text}></textarea>
    <p class="kick" id="edit-why">${words.editWhy()}</p>
    <div class="btns">
      <vscode-button appearance="primary" data-action="save-summary" ?disabled=${host.locked} @click=${save}>${words.save()}</vscode-button>
      <vscode-button appearance="secondary" data-action="cancel-edit" @click=${end}>${words.cancelEdit()}</vscode-button>
    </div>
  </div>`;
}

function fieldOf({ renderRoot }: Host): HTMLTextAreaElement | null {
  return renderRoot.querySelector('textarea');
}
