/** Converts content parts of OpenAI's two APIs to blocks. */

import type { Json } from '../../lang/json.ts';
import { type ForeignRecord, field, filledText, isList, isRecord, stringOf } from '../../lang/json-fields.ts';
import type { ResultContent } from '../../message/message.ts';
import type { Decoded } from '../anthropic/blocks.ts';
import { parseDataUrl } from '../reader/data-url.ts';
import { imageBlock } from '../reader/image.ts';

/** The blocks of a `content` that is a text, a list of parts, or absent; what is unknown is kept as text. */
export function decodeParts(content: Json | undefined): Decoded<ResultContent> {
  if (content === undefined || content === null || content === '') return { blocks: [], odd: [] };
  if (typeof content === 'string') return { blocks: [{ type: 'text', text: content }], odd: [] };
  if (!isList(content)) return { blocks: [{ type: 'text', text: JSON.stringify(content) }], odd: ['no list of parts'] };
  const odd: string[] = [];
  const blocks = content.flatMap((part): readonly ResultContent[] => {
    if (typeof part === 'string') return part === '' ? [] : [{ type: 'text', text: part }];
    const text = isRecord(part) ? (stringOf(part.text) ?? stringOf(part.refusal)) : undefined;
    if (text !== undefined) return text === '' ? [] : [{ type: 'text', text }];
    const media = isRecord(part) ? decodeMedia(part) : undefined;
    if (media) return [media];
    odd.push(`a part of type ${(stringOf(field(part, 'type')) ?? 'none').slice(0, 40)} kept as text`);
    return [{ type: 'text', text: JSON.stringify(part) }];
  });
  return { blocks, odd };
}

/** `image_url` is an object at one endpoint and a text at the other; so is `file_data`. */
function decodeMedia(part: ForeignRecord): ResultContent | undefined {
  const file = isRecord(part.file) ? part.file : part;
  const url = stringOf(part.image_url) ?? stringOf(field(part.image_url, 'url'));
  const document = stringOf(file.file_data);
  const data = parseDataUrl(url ?? document ?? '');
  if (!data) return !url || url.startsWith('data:') ? undefined : { type: 'text', text: `[image at ${url}]` };
  if (url !== undefined) return imageBlock(data);
  const name = filledText(file.filename);
  return { type: 'document', ...data, ...(name !== undefined && { name }) };
}
