/** The changes of files that a question is about: each file with its hunks, which a person takes or leaves one by one. */
import { html, LitElement, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { ChangeView, HunkView } from '../../../core/protocol/question.ts';
import { act } from '../../state/action.ts';
import { base } from '../../styles/base.ts';
import { changesStyles } from '../../styles/question-styles.ts';
import { question } from '../../words/question-strings.ts';
import { linesChanged, linesChangedStyles } from '../parts/lines-changed.ts';

export class SpoolChanges extends LitElement {
  static override properties = { changes: {}, question: {}, left: {} };
  declare changes: readonly ChangeView[];
  /** The id of the question. */
  declare question: number;
  /** The numbers of the hunks that are not taken. */
  declare left: ReadonlySet<number>;

  static override styles = [base, linesChangedStyles, changesStyles];

  override render(): TemplateResult {
    const { changes } = this;
    const hunks = hunksOf(changes);
    return html`<div class="box" tabindex="0" role="group" aria-label=${question.parts()} data-scrolls data-action="changes">
        ${changes.map((change, at) => this.change(change, at, hunks.length > 1))}
      </div>
      ${hunks.length > 1 ? this.all(hunks) : ''}`;
  }

  private change(change: ChangeView, at: number, choice: boolean): TemplateResult {
    const { kind, path, added, removed, hunks } = change;
    const review = () => act(this, { type: 'reviewQuestion', id: this.question, change: at });
    // The card's heading names the path of a change that is the only one.
    const name = this.changes.length > 1 ? html`<span class="name">${question.change(change)}</span>` : '';
    const canReview = kind !== 'move';
    return html`<div class="file">
        ${name}${added + removed > 0 ? linesChanged(added, removed) : ''}<span class="grow"></span>
        ${canReview ? html`<button class="lnk" data-action="review" aria-label=${question.reviewIt(path)} @click=${review}>${question.review()}</button>` : ''}
      </div>
      ${hunks?.map((hunk) => this.hunk(hunk, path, choice)) ?? (kind === 'edit' || kind === 'create' ? html`<p class="note kick">${question.whole()}</p>` : '')}`;
  }

  private hunk(hunk: HunkView, path: string, choice: boolean): TemplateResult {
    const isLeft = this.left.has(hunk.hunk);
    const part = question.part(hunk);
    const toggle = () => this.leave(isLeft ? without(this.left, hunk.hunk) : new Set([...this.left, hunk.hunk]));
    return html`<div class="hunk ${isLeft ? 'left' : ''}" role="group" aria-label=${question.partName(part, path)}>
      ${choice ? html`<label class="part"><input type="checkbox" data-action="take" data-hunk=${hunk.hunk} .checked=${live(!isLeft)} @change=${toggle} />${part}</label>` : html`<div class="part">${part}</div>`}
      <pre>${hunk.lines.map((line) => html`<span class="line ${sign(line)}">${said(line)}${line}</span>`)}</pre>
      ${hunk.isClipped ? html`<p class="note kick">${question.clipped()}</p>` : ''}
    </div>`;
  }

  private all(hunks: readonly number[]): TemplateResult {
    const taken = hunks.length - this.left.size;
    return html`<div class="all">
      <span class="num" data-taken>${question.taken(taken, hunks.length)}</span>
      <button class="lnk" data-action="take-all" @click=${() => this.leave(new Set())}>${question.takeAll()}</button>
      <button class="lnk" data-action="take-none" @click=${() => this.leave(new Set(hunks))}>${question.takeNone()}</button>
    </div>`;
  }

  private leave(left: ReadonlySet<number>): void {
    this.left = left;
    this.dispatchEvent(new Event('change'));
  }
}

/** The numbers of all hunks of a question. */
export function hunksOf(changes: readonly ChangeView[]): readonly number[] {
  return changes.flatMap(({ hunks = [] }) => hunks.map(({ hunk }) => hunk));
}

function without(numbers: ReadonlySet<number>, one: number): ReadonlySet<number> {
  return new Set([...numbers].filter((number) => number !== one));
}

/** The sign of a line in a word, which a screen reader may leave out. */
function said(line: string): TemplateResult | string {
  const is = sign(line);
  return is === '' ? '' : html`<span class="sr">${is === 'plus' ? question.added() : question.removed()} </span>`;
}

/** The class of a line. */
function sign(line: string): '' | 'plus' | 'minus' {
  if (line.startsWith('+')) return 'plus';
  return line.startsWith('-') ? 'minus' : '';
}

customElements.define('spool-changes', SpoolChanges);
