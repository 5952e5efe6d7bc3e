/** The name of an attachment in a chip: its icon, its path cut in the middle, its lines. */
import { html, type TemplateResult } from 'lit';
import type { AttachmentView } from '../../../core/view/row.ts';
import { attachmentLabel } from '../../words/attachment-strings.ts';
import { type IconName, icon } from './icons.ts';
import { pathName } from './path-name.ts';

const ICONS: Readonly<Record<AttachmentView['kind'], IconName>> = {
  image: 'clip',
  document: 'file',
  file: 'file',
  selection: 'list',
  symbol: 'list',
  folder: 'tasks',
  problems: 'warning',
  pasted: 'copy',
};

export function attachmentName(one: AttachmentView): TemplateResult {
  const label = attachmentLabel(one);
  return html`${icon(ICONS[one.kind])}${one.name === undefined ? html`<span class="ell">${label}</span>` : pathName(one.name, label.slice(one.name.length))}`;
}
