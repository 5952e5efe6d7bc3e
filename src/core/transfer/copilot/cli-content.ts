/** Reads the texts that Copilot CLI adds to a message, and the data in its attachments and results. */

import type { Json } from '../../lang/json.ts';
import { field, filledText, isList, stringOf } from '../../lang/json-fields.ts';
import type { ResultContent } from '../../message/message.ts';
import { imageBlock } from '../reader/image.ts';

const TAGS = ['system_reminder', 'system-reminder'];

/** The program's texts beside `content`: what the text that was sent has before and after it, and files by name. */
export function reminderTexts(
  content: string,
  sent: string | undefined,
  attachments: Json | undefined,
): readonly string[] {
  const start = sent === undefined ? -1 : sent.indexOf(content);
  const around = sent === undefined || start < 0 ? [sent] : [sent.slice(0, start), sent.slice(start + content.length)];
  const texts = around.map((text) => text?.trim() ?? '').map(untagged);
  const files = (isList(attachments) ? attachments : []).flatMap((attachment) => {
    const name = filledText(field(attachment, 'path')) ?? filledText(field(attachment, 'displayName'));
    const selected = filledText(field(attachment, 'text'));
    if (selected !== undefined) return [`Selected${name === undefined ? '' : ` in ${name}`}:\n${selected}`];
    return name === undefined ? [] : [`Attached: ${name}`];
  });
  return [...texts.filter((text) => text !== '' && text !== content.trim()), ...files];
}

function untagged(text: string): string {
  const tag = TAGS.find((one) => text.startsWith(`<${one}>`) && text.endsWith(`</${one}>`));
  return tag === undefined ? text : text.slice(tag.length + 2, -tag.length - 3).trim();
}

/** The image or document that an attachment or a result's part holds. */
export function mediaOf(part: Json): readonly ResultContent[] {
  const [mediaType, data] = [stringOf(field(part, 'mimeType')), filledText(field(part, 'data'))];
  if (mediaType === undefined || data === undefined) return [];
  if (mediaType.startsWith('image/')) return [imageBlock({ mediaType, data })];
  const name = filledText(field(part, 'displayName'));
  return [{ type: 'document', mediaType, data, ...(name !== undefined && { name }) }];
}
