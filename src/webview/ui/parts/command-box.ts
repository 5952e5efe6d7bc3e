/** A command as it would be run, or the arguments of a call, whole and wrapped; of a long one the size and the end are shown beside it. */
import { html, type TemplateResult } from 'lit';
import { endOf } from '../../../core/lang/clip.ts';
import { question } from '../../words/question-strings.ts';

/** From these on a command may need scrolling in a panel of 260 px. */
const MANY_LINES = 12;
const MANY_CHARACTERS = 360;
/** Characters of the end that is shown. */
const END = 120;
/** Characters of the end that are looked at. */
const MANY_BLANKS = 4_000;

export function commandBox(text: string, name = question.command()): TemplateResult {
  const lines = text.split('\n').length;
  return html`<pre class="command" tabindex="0" role="group" aria-label=${name} data-action="command" data-scrolls>${text}</pre>
    ${lines > MANY_LINES || text.length > MANY_CHARACTERS ? html`<p class="kick" data-size>${question.size(lines, text.length)} <span class="mono end">${shownEnd(text)}</span></p>` : ''}`;
}

/** The last characters in one line, so that white space fills no more than one of them. */
function shownEnd(text: string): string {
  const end = text.trimEnd().slice(-MANY_BLANKS).replace(/\s+/g, ' ');
  return end.length > END || text.length > MANY_BLANKS ? `…${endOf(end, END)}` : end;
}
