/** The provider for VS Code's own language models, which need no key. They have no compaction API: `native` becomes a summary (R57). */
import type { CancellationToken, LanguageModelChat, LanguageModelChatTool } from 'vscode';
import type { ModelError } from '../../core/agent/model-event.ts';
import type { ModelRequest } from '../../core/agent/ports.ts';
import { conceding } from '../../core/agent/refusals/conceding.ts';
import { ownSentence } from '../../core/lang/own-sentences.ts';
import { readCount, readText } from '../../core/lang/read-value.ts';
import { err, ok, type Result } from '../../core/lang/result.ts';
import type { Signal } from '../../core/lang/signal.ts';
import { schemaOf } from '../shared/block-text.ts';
import { type Access, type ModelInfo, modelKeyOf, type Provider } from '../shared/provider.ts';
import { splitThinking } from '../shared/split-thinking.ts';
import { guardCall, guardStream, type StreamGuard } from '../shared/stream.ts';
import type { LmApi } from './api.ts';
import { errorOf } from './errors.ts';
import { fromStream } from './from-stream.ts';
import { toMessages, toolName } from './to-messages.ts';

/**
 * `justification` is what the editor shows when it asks a person for consent, which it does at the first call of a model: make
 * that one by an act of theirs.
 */
export function createVscodeLm(api: LmApi, options: { readonly justification?: string } = {}): Provider {
  return {
    id: 'vscode-lm',
    models: (access, signal) =>
      guardCall(async () => ok((await api.lm.selectChatModels()).map(infoOf)), guard(access, signal)),
    model: (info, access) =>
      conceding(
        {
          id: `vscode-lm/${info.id}`,
          modelKey: modelKeyOf('vscode-lm', info.id, access.baseUrl),
          stream: (request, signal) =>
            guardStream(
              async function* (own) {
                const chat = await findChat(api, info.id, own);
                const sent = { ...options, ...toolsOf(api, request) };
                const { token, dispose } = cancellation(api, own);
                try {
                  const { stream } = await chat.sendRequest(toMessages(api, info, request), sent, token);
                  yield* splitThinking(fromStream(api, stream, request.toolChoice));
                } finally {
                  dispose();
                }
              },
              guard(access, signal),
            ),
          count: (request, signal) => guardCall((own) => countTokens(api, info, request, own), guard(access, signal)),
        },
        { memory: access.concessions },
      ),
  };
}

function guard(access: Access, signal: Signal): StreamGuard {
  return { signal, access, errorOf };
}

/** The input limit is all that the stable API tells of a model beside its names. */
function infoOf({ vendor, id, name: given, maxInputTokens }: LanguageModelChat): ModelInfo {
  const name = readText(given);
  return { id: `${vendor}/${id}`, ...(name !== undefined && { name }), size: { maxInput: readCount(maxInputTokens) } };
}

/** Asked for at each call: the editor's models come and go. Throws what `errorOf` reads, and after a stop, so that nothing is sent. */
async function findChat(api: LmApi, model: string, signal: AbortSignal): Promise<LanguageModelChat> {
  const slash = model.indexOf('/');
  const [chat] = await api.lm.selectChatModels({ vendor: model.slice(0, slash), id: model.slice(slash + 1) });
  signal.throwIfAborted();
  if (chat) return chat;
  throw Object.assign(new Error(`(${model})`), { name: 'NotFound' });
}

function toolsOf(api: LmApi, { tools }: ModelRequest): { tools?: LanguageModelChatTool[]; toolMode?: number } {
  if (tools.length === 0) return {};
  const offered = tools.map(({ name, description, inputSchema }) => ({
    name: toolName(name),
    description,
    inputSchema: schemaOf(inputSchema),
  }));
  return { tools: offered, toolMode: api.LanguageModelChatToolMode.Auto };
}

const NO_COUNT: ModelError = { kind: 'invalid-request', message: ownSentence('noCount', ownSentence('theModel')) };

/** The model's own count, message by message; of the tools by their text. */
async function countTokens(
  api: LmApi,
  info: ModelInfo,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<Result<number, ModelError>> {
  const chat = await findChat(api, info.id, signal);
  const { token, dispose } = cancellation(api, signal);
  try {
    const { tools } = toolsOf(api, request);
    const counted = [...toMessages(api, info, request), ...(tools ? [JSON.stringify(tools)] : [])];
    const counts = await Promise.all(counted.map((one) => chat.countTokens(one, token)));
    const read = counts.map(readCount).filter((count) => count !== undefined);
    return read.length === counts.length ? ok(read.reduce((sum, count) => sum + count, 0)) : err(NO_COUNT);
  } finally {
    dispose();
  }
}

function cancellation(api: LmApi, signal: AbortSignal): { readonly token: CancellationToken; dispose(): void } {
  const source = new api.CancellationTokenSource();
  signal.addEventListener('abort', () => source.cancel(), { once: true });
  return { token: source.token, dispose: () => source.dispose() };
}
