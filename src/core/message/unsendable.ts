/** The line in place of an image or a document that a model or its server does not take. */
import type { DocumentBlock, ImageBlock } from './message.ts';

export function unsendable({ type, mediaType }: Pick<ImageBlock | DocumentBlock, 'type' | 'mediaType'>): string {
  const what = type === 'image' ? 'An image' : 'A document';
  return `[${what} of type ${mediaType || 'unknown'} that can't be sent.]`;
}
