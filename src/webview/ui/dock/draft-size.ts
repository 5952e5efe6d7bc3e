/** Shows beside Send about how many tokens the draft and its attachments add to the context. */
import { html, type LitElement, type TemplateResult } from 'lit';
import type { DraftAttachmentView } from '../../../core/protocol/draft-attachment.ts';
import { parseSlashCommand } from '../../../core/protocol/slash-command.ts';
import { roomForMessage } from '../../../core/view/message-room.ts';
import type { Meter } from '../../../core/view/meter.ts';
import { act } from '../../state/action.ts';
import { cutAgain, type TextPiece, tokensOf, uncounted, withCounts } from '../../state/text-pieces.ts';
import { draftSize as words } from '../../words/draft-size-strings.ts';
import { tokens } from '../../words/format.ts';
import { icon } from '../parts/icons.ts';

/** So long after a count the next one waits, as a person types faster than they read. */
const PAUSE_MS = 150;
/** A host that has not answered by then has been restarted, or failed. */
const LOST_MS = 3_000;

export interface SizeHost extends LitElement {
  /** The draft. */
  readonly text: string;
  readonly attached: readonly DraftAttachmentView[];
  readonly meter: Meter | undefined;
}

export class DraftSize {
  private readonly composer: SizeHost;
  /** The text that was counted last, or is being counted. */
  private text = '';
  private pieces: readonly TextPiece[] = [];
  private counted: number | undefined;
  private isBusy = false;
  /** Number of the count that is awaited. The answer to an earlier one is too late. */
  private asked = 0;

  constructor(composer: SizeHost) {
    this.composer = composer;
  }

  /** Has the draft counted unless it is as it was. To be called before each drawing of the composer. */
  update(): void {
    const { text } = this.composer;
    if (this.isBusy || text === this.text) return;
    this.pieces = cutAgain(this.pieces, this.text, text);
    this.text = text;
    const texts = uncounted(this.pieces, text);
    if (texts.length === 0) {
      this.take([]);
      return;
    }
    this.isBusy = true;
    this.asked += 1;
    const { asked } = this;
    const take = (counts: readonly number[]) => {
      if (asked !== this.asked) return;
      clearTimeout(lost);
      this.take(counts);
      setTimeout(() => this.goOn(), PAUSE_MS);
    };
    const lost = setTimeout(() => this.forget(), LOST_MS);
    act(this.composer, { type: 'countTokens', texts, take });
  }

  private goOn(): void {
    this.isBusy = false;
    this.update();
  }

  /** Shows no size until the draft changes: the last one is that of another text. */
  private forget(): void {
    this.asked += 1;
    this.pieces = [];
    this.counted = undefined;
    this.composer.requestUpdate();
    this.goOn();
  }

  template(): TemplateResult | string {
    const { tokens: added, over } = this;
    if (added === undefined) return '';
    return html`<span class="kick num size" data-state=${over > 0 ? 'over' : 'size'} title=${over > 0 ? words.overWhy(over) : words.why()}>${
      over > 0 ? icon('warning') : html`<span class="wide-only">${words.adds()}</span>`
    }${tokens(added, true)}</span>`;
  }

  /** The button's name with what it adds. */
  label(name: string): string {
    const { tokens: added, over } = this;
    if (added === undefined) return name;
    return over > 0 ? words.overButton(name, added, over) : words.button(name, added);
  }

  private take(counts: readonly number[]): void {
    this.pieces = withCounts(this.pieces, counts);
    this.counted = tokensOf(this.pieces);
    this.composer.requestUpdate();
  }

  /** Undefined where nothing is to be sent, where a command takes the draft's place, and until it is counted. */
  private get tokens(): number | undefined {
    const { text, attached } = this.composer;
    const isBlank = text.trim() === '';
    if ((isBlank && attached.length === 0) || parseSlashCommand(text)) return undefined;
    const inText = isBlank ? 0 : this.counted;
    return inText === undefined ? undefined : attached.reduce((sum, one) => sum + one.tokens, inText);
  }

  /** By how much the draft is larger than there is room for. */
  private get over(): number {
    const { meter } = this.composer;
    const room = meter && roomForMessage(meter);
    return room === undefined ? 0 : Math.max(0, (this.tokens ?? 0) - room);
  }
}
