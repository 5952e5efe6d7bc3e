/** The editor's language models without the editor: one model, as strict as GitHub Copilot's. */
import type * as vscode from 'vscode';
import type { Json } from '../../src/core/lang/json.ts';
import { createVscodeLm } from '../../src/providers/vscode-lm/adapter.ts';
import type { LmApi } from '../../src/providers/vscode-lm/api.ts';
import { checkVscodeMessages } from '../sdk-types/bodies.ts';
import type { FakeAnswer, FakeFailure, StartFake } from './fake.ts';
import { fakeApi, lmError } from './vscode-lm-api.ts';
import { lmRejects, plain } from './vscode-lm-rules.ts';

const LARGEST = 128_000;
export const JUSTIFICATION = 'Spool sends your messages to this model.';

export const startVscodeLmFake: StartFake = async ({ reply, window = LARGEST }) => {
  const requests: Json[] = [];
  const rejections: string[] = [];
  const tokensOf = (body: unknown) => Math.ceil(JSON.stringify(body).length / 4);
  const chat: vscode.LanguageModelChat = {
    id: 'gpt-5/fast',
    vendor: 'copilot',
    family: 'gpt-5',
    version: '1',
    name: 'GPT-5 (fast)',
    maxInputTokens: window,
    countTokens: async (counted) =>
      tokensOf(typeof counted === 'string' ? counted : plain(api, [counted]).messages[0]?.content),
    sendRequest: async (messages, options = {}, token) => {
      const request = plain(api, messages, options.tools);
      requests.push(request);
      checkVscodeMessages(withBytesAsText(messages));
      const refused = [...lmRejects(request)];
      if (options.justification !== JUSTIFICATION) refused.push('no justification');
      if (!token) refused.push('no token');
      if (options.tools && options.toolMode !== 1) refused.push(`tool mode ${options.toolMode}`);
      rejections.push(...refused);
      if (refused.length > 0) throw new Error(`Invalid request: ${refused.join('\n')}`);
      if (tokensOf(request) > window) throw failure('overflow');
      const told = await reply(requests.length, request);
      if (told.type === 'failure' && told.kind !== 'empty') throw failure(told.kind);
      const stream = told.type === 'failure' ? nothing() : streamOf(api, told, token);
      return { stream, text: nothing() };
    },
  };
  const api = fakeApi([chat]);
  return {
    provider: createVscodeLm(api, { justification: JUSTIFICATION }),
    model: `${chat.vendor}/${chat.id}`,
    access: {},
    requests,
    rejections,
    close: async () => {},
  };
};

/** A part that nobody knows goes before all others; `pieceBytes` is of characters here, since no bytes are sent. */
async function* streamOf(
  api: LmApi,
  { text, calls = [], end, delivery = {} }: FakeAnswer,
  token: vscode.CancellationToken | undefined,
): AsyncGenerator<unknown> {
  const characters = [...(text ?? '')];
  const step = delivery.pieceBytes ?? Math.ceil(characters.length / 2);
  const parts: unknown[] = [
    ...chunks(characters, step).map((piece) => new api.LanguageModelTextPart(piece)),
    ...calls.map(({ id, name, input }) => new api.LanguageModelToolCallPart(id, name, Object(input))),
  ];
  yield { unknown: true };
  for (const [at, part] of [...parts, undefined].entries()) {
    if (at === delivery.cutAfter && part) throw new Error('net::ERR_HTTP2_PROTOCOL_ERROR');
    if (at === delivery.failAfter && part) throw failure('overloaded');
    if (at === delivery.stallAfter && part) await cancelled(token);
    if (part) yield part;
  }
  if (end === 'refused') throw new Error('Response got filtered.');
}

async function* nothing(): AsyncGenerator<never> {}

function chunks(characters: readonly string[], step: number): readonly string[] {
  return characters.flatMap((_, i) => (i % step === 0 ? [characters.slice(i, i + step).join('')] : []));
}

function cancelled(token: vscode.CancellationToken | undefined): Promise<never> {
  return new Promise((_, reject) => {
    token?.onCancellationRequested(() => reject(Object.assign(new Error('Canceled'), { name: 'Canceled' })));
  });
}

function failure(kind: Exclude<FakeFailure['kind'], 'empty'>): Error {
  switch (kind) {
    case 'auth':
      return lmError('NoPermissions');
    case 'rate-limit':
      return unknown('Sorry, you have been rate-limited.', 'ChatRateLimited');
    case 'not-found':
      return lmError('NotFound');
    case 'overloaded':
      return unknown('Request Failed: 503 {"error":{"message":"upstream connect error"}}');
    case 'overflow':
      return unknown('Message exceeds token limit.');
    case 'invalid-request':
      return unknown('Request Failed: 400 {"error":{"message":"bad","code":"invalid_request_body"}}');
    case 'html':
      return unknown('Request Failed: 502 <html><body>Bad gateway</body></html>');
  }
}

/** Whatever a provider throws reaches the caller as the cause of an error of the editor's. */
function unknown(message: string, name = 'Error'): Error {
  return lmError('Unknown', message, Object.assign(new Error(message), { name }));
}

/** The own fields of the messages; an image's bytes are too many to look at. */
function withBytesAsText(messages: readonly vscode.LanguageModelChatMessage[]): Json {
  const textOf = function (this: Readonly<Record<string, unknown>>, key: string, value: unknown) {
    // A Buffer has become a record by now.
    return this[key] instanceof Uint8Array ? 'bytes' : value;
  };
  return JSON.parse(JSON.stringify(messages, textOf));
}
