/** Recognizes images and PDF documents by their first bytes. */
import type { DocumentBlock, ImageBlock } from '../../../core/message/message.ts';
import { findImageSize } from '../../../core/tokens/image-size.ts';

/** A provider takes 5 MiB of base64 of an image (docs/wire-rules.md, "Anthropic Messages"). */
export const MOST_IMAGE_BYTES = 3_900_000;
export const MOST_DOCUMENT_BYTES = 20_000_000;

/** What a file's bytes are for a model, by the types that providers take; undefined for anything else. */
export function mediaBlock(bytes: Buffer, name: string): ImageBlock | DocumentBlock | undefined {
  const mediaType = mediaTypeOf(bytes);
  if (mediaType === undefined) return undefined;
  const data = bytes.toString('base64');
  if (mediaType === 'application/pdf') return { type: 'document', mediaType, data, name };
  return { type: 'image', mediaType, data, ...findImageSize(data) };
}

/** `image/…` or `application/pdf`. */
export function mediaTypeOf(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 12).toString('latin1');
  if (start.startsWith('\x89PNG\r\n')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'image/gif';
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'image/webp';
  return start.startsWith('%PDF-') ? 'application/pdf' : undefined;
}
