/** Reads Claude Code's attachments: content that the program showed to the model. */

import type { Json } from '../../lang/json.ts';
import { type ForeignRecord, field, filledText, isList } from '../../lang/json-fields.ts';

/** What the model read of an attachment, named by its kind and file; undefined when it holds no text. */
export function attachmentText(attachment: ForeignRecord): string | undefined {
  const { content } = attachment;
  const candidates = [
    content,
    field(content, 'content'),
    field(field(content, 'file'), 'content'),
    attachment.snippet,
    attachment.addedBlocks,
    attachment.addedLines,
  ];
  const text = candidates.map(joined).find((one) => one !== undefined);
  if (text === undefined) return undefined;
  const kind = filledText(attachment.type)?.replaceAll('_', ' ') ?? 'attachment';
  const file = filledText(attachment.filename) ?? filledText(attachment.path);
  return `${file === undefined ? kind : `${kind}, ${file}`}:\n${text}`;
}

/** What a person typed while the model worked, and the program handed over with the next results. */
export function queuedPrompt(attachment: ForeignRecord): Json | undefined {
  return attachment.type === 'queued_command' ? attachment.prompt : undefined;
}

function joined(value: Json | undefined): string | undefined {
  const texts = isList(value) ? value : [value];
  return filledText(texts.filter((text) => typeof text === 'string').join('\n'));
}
