/** Converts the result of a tool of another extension or an MCP server to text and images. It goes by the shape of each part, as every VS Code has classes of its own. */
import { errorText } from '../../../core/lang/error-text.ts';
import { isObject, readField, readList } from '../../../core/lang/read-value.ts';
import type { ExternalPart, ExternalReply } from '../../../core/workspace/external/external-tool.ts';
import { MOST_IMAGE_BYTES, mediaTypeOf } from '../node/media.ts';

/** The images of one result. Anthropic takes no large images where there are more, and 32 MB of a request. */
const MOST_IMAGES = 20;
const MOST_BYTES = 15_000_000;
const TEXTS = /^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml|yaml|javascript)\b)/;
/** Nodes and UTF-16 units of a prompt that are read: one whose nodes repeat would never end. */
const MOST_NODES = 1_000_000;
const MOST_UNITS = 50_000_000;

export function externalReplyOf(result: unknown): ExternalReply {
  const room = { images: MOST_IMAGES, bytes: MOST_BYTES, refused: 0 };
  const parts = readList(readField(result, 'content')).flatMap((part) => partsOf(part, room));
  if (room.refused === 0) return { type: 'done', parts };
  const what = `${room.refused} more images. A result may hold ${MOST_IMAGES} images and ${MOST_BYTES} bytes of images.`;
  return { type: 'done', parts: [...parts, { type: 'unsent', what }] };
}

/** What the images of a result may still take, and how many had no room. */
interface Room {
  images: number;
  bytes: number;
  refused: number;
}

/** VS Code throws one error of its own for a no and for the end of a server; an extension may give that name to errors of its own, with a text. */
export function failedReplyOf(error: unknown): ExternalReply {
  const isOwn = error instanceof Error && error.name === 'Canceled' && error.message === error.name;
  return isOwn ? { type: 'given-up' } : { type: 'failed', message: errorText(error) };
}

function partsOf(part: unknown, room: Room): readonly ExternalPart[] {
  const value = fieldOf(part, 'value');
  if (typeof value === 'string') return [{ type: 'text', text: value }];
  const data = fieldOf(part, 'data');
  const mimeType = fieldOf(part, 'mimeType');
  if (data instanceof Uint8Array) return dataParts(data, typeof mimeType === 'string' ? mimeType : '', room);
  const prompt = isObject(value) ? promptParts(value) : [];
  return prompt.length > 0 ? prompt : [{ type: 'unsent', what: 'a part of a kind that is not known here.' }];
}

/** Also where a class has it as a getter. */
function fieldOf(part: unknown, key: string): unknown {
  return isObject(part) ? Reflect.get(part, key) : undefined;
}

/** An image is recognized by its bytes: a provider refuses a request with data that is no image. */
function dataParts(data: Uint8Array, mimeType: string, room: Room): readonly ExternalPart[] {
  const mediaType = mimeType.split(';')[0]?.trim().toLowerCase() ?? '';
  const size = data.byteLength;
  const bytes = Buffer.from(data.buffer, data.byteOffset, size);
  if (TEXTS.test(mediaType)) return [{ type: 'text', text: bytes.toString('utf8') }];
  const found = mediaTypeOf(bytes);
  if (!found?.startsWith('image/') || size > MOST_IMAGE_BYTES) {
    const isFalse = mediaType.startsWith('image/') && !found?.startsWith('image/');
    const named = mediaType === '' ? 'data of an unknown type' : mediaType;
    const why = isFalse ? ' Its bytes are no PNG, JPEG, GIF or WebP image.' : '';
    return [{ type: 'unsent', what: `${named}, ${size} bytes.${why}` }];
  }
  if (room.images === 0 || size > room.bytes) {
    room.refused++;
    return [];
  }
  room.images--;
  room.bytes -= size;
  return [{ type: 'image', mediaType: found, data: bytes.toString('base64') }];
}

/** The texts of a prompt that was made with @vscode/prompt-tsx, in their order: nodes of type 2 are texts. */
function promptParts(value: object): readonly ExternalPart[] {
  const texts: string[] = [];
  const left: unknown[] = [readField(value, 'node') ?? value];
  let units = 0;
  for (let n = 0; left.length > 0 && n < MOST_NODES && units < MOST_UNITS; n++) {
    const node = left.pop();
    const text = readField(node, 'text');
    if (typeof text === 'string') {
      texts.push(readField(node, 'lineBreakBefore') ? `\n${text}` : text);
      units += text.length;
    }
    // One by one: a call takes only so many arguments.
    for (const child of readList(readField(node, 'children')).toReversed()) left.push(child);
  }
  const whole: readonly ExternalPart[] = texts.length === 0 ? [] : [{ type: 'text', text: texts.join('') }];
  return left.length === 0 ? whole : [...whole, { type: 'unsent', what: 'the rest of a very large prompt.' }];
}
