/** Builds the instruction that asks a model for a summary (R43, R46). */
import retain from '../../prompts/retain.md';
import summarize from '../../prompts/summarize.md';
import { checkpointText } from '../../thread/checkpoint.ts';
import type { SummaryOptions } from './options.ts';

export interface InstructionInput {
  readonly options: SummaryOptions;
  /** What the person asked of this one compaction. */
  readonly instructions?: string;
  /** Where what is summarized ends, when the model sees more than that. */
  readonly until?: string;
  /** Tokens. */
  readonly budget: number;
}

/** The whole text: prompt, directives as bullets, the boundary, the size. */
export function summaryInstruction({ options, instructions, until, budget }: InstructionInput): string {
  const parts = [options.summaryPrompt.trim() || summarize.trim()];
  if (options.summaryDirectives.length > 0) parts.push(bullets(options.summaryDirectives));
  if (options.retainPrompt !== null) {
    parts.push(options.retainPrompt.trim() || retain.trim());
    if (options.retainDirectives.length > 0) parts.push(bullets(options.retainDirectives));
  }
  if (instructions !== undefined && instructions.trim() !== '')
    parts.push(`The person asks of this summary: ${instructions.trim()}`);
  if (until !== undefined)
    parts.push(
      `Summarize only what stands up to and including ${checkpointText(until)}: everything after it stays in the context word for word.`,
    );
  parts.push(`Take at most about ${Math.max(100, Math.round((budget * WORDS_A_TOKEN) / 50) * 50)} words.`);
  return parts.join('\n\n');
}

/** English prose; other languages take more tokens a word, so that the limit is on the safe side of useful. */
const WORDS_A_TOKEN = 0.6;

function bullets(directives: readonly string[]): string {
  return directives.map((directive) => `- ${directive.trim()}`).join('\n');
}
