/** Estimates the tokens of images, documents and encrypted reasoning. */
import type { DocumentBlock, ImageBlock } from '../message/message.ts';
import { findImageSize } from './image-size.ts';

const MOST_OF_AN_IMAGE = 1600;

/** Anthropic's rule (docs.anthropic.com, "Vision"): width × height / 750, at most 1,600, for larger ones are scaled down. Unknown size: 1,600. */
export function estimateImage(image: ImageBlock): number {
  const { width, height } = image.width && image.height ? image : (findImageSize(image.data) ?? {});
  if (!width || !height) return MOST_OF_AN_IMAGE;
  return Math.max(1, Math.min(MOST_OF_AN_IMAGE, Math.ceil((width * height) / 750)));
}

const PAGE_TOKENS = 2300;
const PAGE_BYTES = 50_000;
const MOST_PAGES = 100;
const TEXT_BYTES_PER_TOKEN = 4;

/**
 * A guess from the size: a text document has four bytes a token; a PDF is taken as pages of 50 kB with 2,300 tokens each. Anthropic
 * names 1,500 to 3,000 a page and takes 100 pages at most (platform.claude.com, "PDF support"); only a PDF reader knows how many there are.
 */
export function estimateDocument({ mediaType, data }: DocumentBlock): number {
  const bytes = base64Bytes(data);
  if (mediaType.startsWith('text/')) return Math.ceil(bytes / TEXT_BYTES_PER_TOKEN);
  return Math.min(MOST_PAGES, Math.max(1, Math.ceil(bytes / PAGE_BYTES))) * PAGE_TOKENS;
}

const SEAL_BYTES = 650;
const REASONING_BYTES_PER_TOKEN = 4;

/**
 * Reasoning that only its provider can read, by the length of its base64: three bytes in four characters, of which some 650 are
 * the seal (a guess), four bytes a token. Nothing sealed: 0.
 */
export function estimateSealed(data: string): number {
  return Math.ceil(Math.max(0, base64Bytes(data) - SEAL_BYTES) / REASONING_BYTES_PER_TOKEN);
}

function base64Bytes(data: string): number {
  return Math.floor((data.length * 3) / 4);
}
