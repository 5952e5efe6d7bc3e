/** Requests Claude's own compaction of a thread and reads the result (platform.claude.com, "Compaction on demand"). */
import type { MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/beta/messages/messages';
import type { ModelError } from '../../core/agent/model-event.ts';
import type { ModelRequest, NativeCompaction } from '../../core/agent/ports.ts';
import { copyJson } from '../../core/lang/cap-depth.ts';
import { ownSentence } from '../../core/lang/own-sentences.ts';
import { readField, readList, readSeal } from '../../core/lang/read-value.ts';
import { err, ok, type Result } from '../../core/lang/result.ts';
import { type ModelInfo, maxTokensOf } from '../shared/provider.ts';
import type { CacheLife } from './cache-marks.ts';
import { COMPACTION_BETA, toPrompt } from './to-request.ts';
import { stepOf, usageOf } from './usage.ts';

const NOTHING: ModelError = { kind: 'invalid-request', message: ownSentence('noSummary') };

/** `instructions` stand in for the provider's own. */
export type CompactionRequest = ModelRequest & { readonly instructions?: string };

export function toCompactionRequest(
  request: CompactionRequest,
  info: ModelInfo,
  modelKey: string,
  life?: CacheLife,
): MessageCreateParamsNonStreaming {
  // Nothing is called here in any case, and another choice than the thread's would cost its cache.
  const { betas = [], tool_choice: _, ...prompt } = toPrompt(request, info, modelKey, life);
  const { instructions } = request;
  return {
    ...prompt,
    max_tokens: maxTokensOf(request, info),
    compaction: {
      type: 'summarize',
      ...(instructions !== undefined && { instructions: instructions.toWellFormed() }),
    },
    betas: [...betas.filter((beta) => beta !== COMPACTION_BETA), COMPACTION_BETA],
  };
}

/** The block as it came, to be sent back so; a block without content is the provider's way to say that it could not. */
export function fromCompaction(message: unknown): Result<NativeCompaction, ModelError> {
  const block = readList(readField(message, 'content')).find((one) => readField(one, 'type') === 'compaction');
  const text = readSeal(readField(block, 'content'));
  if (text === undefined) return err(NOTHING);
  const data = copyJson(block);
  // A compaction's own tokens are in its step alone (SDK, `BetaIterationsUsage`).
  const report = readField(message, 'usage');
  const usage = usageOf(stepOf(report, 'compaction') ?? report);
  return ok({ data, text, ...(usage && { usage }) });
}
