/** Writes what the model reads after a call of an external tool: its texts, its images, its error, or why it has no result. */
import { assertNever } from '../../lang/assert-never.ts';
import { ellipsize } from '../../lang/clip.ts';
import type { ResultContent } from '../../message/message.ts';
import { failed, type ToolOutcome } from '../../tool-output/tool.ts';
import type { ExternalPart, ExternalReply } from './external-tool.ts';

/** UTF-16 units of an external tool's error that the model reads, at most. */
const MOST_ERROR = 8_000;
/** UTF-16 units above which a text goes on in pieces, so that it is never joined, cut and stored as a whole. */
const LONG_TEXT = 200_000;
/** Texts above which they are joined: each block is a part of every later request. */
const MOST_TEXTS = 100;
const PIECE = 65_536;

export function externalOutcome(reply: ExternalReply, source: string): ToolOutcome {
  switch (reply.type) {
    case 'done':
      return resultOf(reply.parts);
    case 'failed':
      return failed(ellipsize(reply.message.toWellFormed(), MOST_ERROR));
    case 'given-up':
      return failed(
        `VS Code gave this call up without an answer: either the person did not allow it in a question of VS Code or of the tool itself, or ${source} ended in the middle of it. It may have been done or not. Ask the person before you repeat it.`,
      );
    case 'late':
      return failed(
        `${source} gave no answer within ${reply.minutes} minutes, so the call was given up. It may still be at work: look before you repeat it.`,
      );
    case 'stopped':
      return failed('The person stopped this call before it ended. It may have been done or not.', { type: 'stopped' });
    default:
      return assertNever(reply);
  }
}

function resultOf(parts: readonly ExternalPart[]): ToolOutcome {
  const texts = parts.flatMap((part) =>
    part.type === 'image' ? [] : [part.type === 'text' ? part.text : unsent(part.what)],
  );
  const images = parts.flatMap((part): readonly ResultContent[] =>
    part.type === 'image' ? [{ type: 'image', mediaType: part.mediaType, data: part.data }] : [],
  );
  const size = texts.reduce((sum, text) => sum + text.length, 0);
  if (size > LONG_TEXT || texts.length > MOST_TEXTS)
    return { content: images, stream: { chunks: piecesOf(texts), end: () => ({ content: [] }) } };
  if (texts.length === 0 && images.length === 0) return { content: [{ type: 'text', text: '[The result is empty.]' }] };
  return { content: [...texts.map((text) => ({ type: 'text', text: text.toWellFormed() }) as const), ...images] };
}

function unsent(what: string): string {
  return `[Left out of the result: ${what}]`;
}

async function* piecesOf(texts: readonly string[]): AsyncGenerator<string> {
  for (const [n, text] of texts.entries()) {
    if (n > 0) yield '\n';
    for (let at = 0; at < text.length; ) {
      // A piece must not end between the halves of a character.
      const end = at + PIECE;
      const isHalf = end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1));
      const piece = text.slice(at, isHalf ? end - 1 : end);
      yield piece.toWellFormed();
      at += piece.length;
    }
  }
}
