/** The text field for instructions to the summary of a compaction. */
import { css, html, LitElement, type TemplateResult } from 'lit';
import { moveFocus } from '../../a11y/move-focus.ts';
import { base } from '../../styles/base.ts';

export class SpoolInstructions extends LitElement {
  static override properties = { label: {}, about: {} };
  declare label: string;
  declare about: string | undefined;

  static override styles = [
    base,
    css`
      :host { display: flex; flex-direction: column; gap: 4px; font-size: 12px; line-height: 18px; }
      textarea { font: inherit; width: 100%; min-height: 42px; max-height: 160px; padding: 3px 8px; resize: none; field-sizing: content; overflow-y: auto; scrollbar-width: thin; color: var(--vscode-input-foreground); background: var(--vscode-input-background); border: 1px solid var(--vscode-input-border, var(--spool-edge)); border-radius: 4px; }
      textarea:focus-visible { outline-offset: -1px; }
    `,
  ];

  get value(): string {
    return this.field?.value.trim() ?? '';
  }

  /** The field may not be drawn yet. */
  override focus(): void {
    void this.updateComplete.then(() => moveFocus(this.field));
  }

  override render(): TemplateResult {
    return html`<label class="kick" for="field">${this.label}</label>
      <textarea id="field" rows="2" dir="auto" data-action="instructions"></textarea>
      ${this.about ? html`<p class="kick">${this.about}</p>` : ''}`;
  }

  private get field(): HTMLTextAreaElement | null {
    return this.renderRoot.querySelector('textarea');
  }
}

customElements.define('spool-instructions', SpoolInstructions);
