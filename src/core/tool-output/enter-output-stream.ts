/** Puts the text of a tool that still runs into the context, as it comes, and after it what the tool says at its end. */
import { errorText } from '../lang/error-text.ts';
import type { ToolResultBlock } from '../message/message.ts';
import type { ToolOutputConfig } from './config.ts';
import { enterStream } from './enter-result.ts';
import { Excerpt } from './excerpt.ts';
import type { OutputStore } from './output-store.ts';
import type { OutputStream, ToolOutcome } from './tool.ts';
import { CHARACTERS_A_TOKEN } from './truncate-result.ts';

type Entered = Omit<ToolOutcome, 'stream'> & Pick<ToolResultBlock, 'outputRef'>;

/** A cut output keeps this share of the limits for its last lines, where a command says what came of it. */
const END_SHARE = 1 / 8;
/** Bytes of it that are kept for what the tool says at its end. */
const WORDS = 400;

/**
 * Within the limits of any result (R17, R34). Where the text can't be stored, its start and its end are kept. The stream is
 * read to its end in any case, since the tool runs meanwhile. Never rejects.
 */
export async function enterOutputStream(
  stream: OutputStream,
  config: ToolOutputConfig,
  store: Pick<OutputStore, 'put'>,
): Promise<Entered> {
  const end = smaller(config, END_SHARE);
  const bytes = Math.min(
    end.maxMessageBytes,
    (end.maxToolResultTokens ?? Number.POSITIVE_INFINITY) * CHARACTERS_A_TOKEN,
  );
  const excerpt = new Excerpt(Math.max(64, bytes - WORDS), config.maxLineLength);
  const source = stream.chunks[Symbol.asyncIterator]();
  const watched: AsyncIterator<string> = {
    next: async () => {
      const next = await source.next();
      if (!next.done) excerpt.add(next.value);
      return next;
    },
  };
  try {
    const given = { [Symbol.asyncIterator]: () => watched };
    const entered = await enterStream(given, smaller(config, 1 - END_SHARE), store);
    if (!entered.ok) while (!(await watched.next()).done);
    const { content, ...rest } = stream.end();
    if (!entered.ok) return { content: [...unstored(excerpt, entered.error.reason), ...content], ...rest };
    const { outputRef } = entered.value;
    const shown = entered.value.content.filter((part) => part.type !== 'text' || part.text !== '');
    if (!outputRef) return { content: [...shown, ...content], ...rest };
    const last = { type: 'text', text: `Its last lines:\n${excerpt.end}` } as const;
    return { content: [...shown, ...(config.enabled ? [last] : []), ...content], outputRef, ...rest };
  } catch (error) {
    const text = `[The rest of the output could not be read: ${errorText(error)}]`;
    return { content: [{ type: 'text', text: `${excerpt.start}\n${text}` }], isError: true };
  }
}

function unstored(excerpt: Excerpt, reason: string): ToolOutcome['content'] {
  const note = `[Only the start and the end of this output are kept: it could not be stored (${reason})]`;
  return [{ type: 'text', text: `${excerpt.start}\n${note}\n${excerpt.end}` }];
}

function smaller(config: ToolOutputConfig, share: number): ToolOutputConfig {
  const { maxToolResultTokens, maxMessageBytes } = config;
  return {
    ...config,
    maxMessageBytes: Math.floor(maxMessageBytes * share),
    maxToolResultTokens: maxToolResultTokens === null ? null : Math.max(1, Math.floor(maxToolResultTokens * share)),
  };
}
