/** Converts the result of a tool of another extension or an MCP server to text and images. It goes by the shape of each part, as every VS Code has classes of its own. */
import { isObject, readField, readList } from '../../../core/lang/read-value.ts';
import type { ExternalPart, ExternalReply } from '../../../core/workspace/external/external-tool.ts';

/** What every provider takes as an image. */
const IMAGES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
/** Bytes of an image; providers refuse larger ones. */
const MOST_IMAGE = 3_750_000;
const TEXTS = /^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml|yaml|javascript)\b)/;
/** Nodes of a prompt that are read. */
const MOST_NODES = 10_000;

export function externalReplyOf(result: unknown): ExternalReply {
  return { type: 'done', parts: readList(readField(result, 'content')).map(partOf) };
}

/** VS Code throws one error of its own for a no and for the end of a server; an extension may give that name to errors of its own, with a text. */
export function failedReplyOf(error: unknown): ExternalReply {
  if (!(error instanceof Error)) return { type: 'failed', message: String(error) };
  const { name, message } = error;
  return name === 'Canceled' && message === name ? { type: 'given-up' } : { type: 'failed', message };
}

function partOf(part: unknown): ExternalPart {
  const value = fieldOf(part, 'value');
  if (typeof value === 'string') return { type: 'text', text: value };
  const data = fieldOf(part, 'data');
  const mimeType = fieldOf(part, 'mimeType');
  if (data instanceof Uint8Array) return dataPart(data, typeof mimeType === 'string' ? mimeType : '');
  const texts = isObject(value) ? textsOf(value) : [];
  if (texts.length > 0) return { type: 'text', text: texts.join('') };
  return { type: 'unsent', what: 'a part of a kind that is not known here.' };
}

/** Also where a class has it as a getter. */
function fieldOf(part: unknown, key: string): unknown {
  return isObject(part) ? Reflect.get(part, key) : undefined;
}

function dataPart(data: Uint8Array, mimeType: string): ExternalPart {
  const mediaType = mimeType.split(';')[0]?.trim().toLowerCase() ?? '';
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (TEXTS.test(mediaType)) return { type: 'text', text: bytes.toString('utf8') };
  const what = `${mediaType === '' ? 'data of an unknown type' : mediaType}, ${data.byteLength} bytes.`;
  if (!IMAGES.has(mediaType) || data.byteLength > MOST_IMAGE) return { type: 'unsent', what };
  return { type: 'image', mediaType, data: bytes.toString('base64') };
}

/** The texts of a prompt that was made with @vscode/prompt-tsx, in their order: nodes of type 2 are texts. */
function textsOf(value: object): readonly string[] {
  const texts: string[] = [];
  const left: unknown[] = [readField(value, 'node') ?? value];
  for (let n = 0; left.length > 0 && n < MOST_NODES; n++) {
    const node = left.pop();
    const text = readField(node, 'text');
    if (typeof text === 'string') texts.push(readField(node, 'lineBreakBefore') ? `\n${text}` : text);
    left.push(...[...readList(readField(node, 'children'))].reverse());
  }
  return texts;
}
