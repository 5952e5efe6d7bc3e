/** Makes an image block of base64 data, with its size in pixels if the data has it. */
import type { ImageBlock } from '../../message/message.ts';
import { findImageSize } from '../../tokens/image-size.ts';
import type { Base64Data } from './data-url.ts';

export function imageBlock({ mediaType, data }: Base64Data): ImageBlock {
  return { type: 'image', mediaType, data, ...findImageSize(data) };
}
