/** The part of the editor's API that models are reached by, as plain classes. */
import type * as vscode from 'vscode';
import type { LmApi } from '../../src/providers/vscode-lm/api.ts';

type Cancel = () => void;

class TextPart implements vscode.LanguageModelTextPart {
  value: string;
  constructor(value: string) {
    this.value = value;
  }
}

class ToolCallPart implements vscode.LanguageModelToolCallPart {
  callId: string;
  name: string;
  input: object;
  constructor(callId: string, name: string, input: object) {
    this.callId = callId;
    this.name = name;
    this.input = input;
  }
}

class ToolResultPart implements vscode.LanguageModelToolResultPart {
  callId: string;
  content: unknown[];
  constructor(callId: string, content: unknown[]) {
    this.callId = callId;
    this.content = content;
  }
}

class DataPart implements vscode.LanguageModelDataPart {
  static image(data: Uint8Array, mime: string): DataPart {
    return new DataPart(data, mime);
  }
  static json(value: unknown, mime = 'application/json'): DataPart {
    return DataPart.text(JSON.stringify(value), mime);
  }
  static text(value: string, mime = 'text/plain'): DataPart {
    return new DataPart(new TextEncoder().encode(value), mime);
  }
  data: Uint8Array;
  mimeType: string;
  constructor(data: Uint8Array, mimeType: string) {
    this.data = data;
    this.mimeType = mimeType;
  }
}

class ChatMessage implements vscode.LanguageModelChatMessage {
  static User(content: string | vscode.LanguageModelInputPart[], name?: string): ChatMessage {
    return new ChatMessage(1, content, name);
  }
  static Assistant(content: string | vscode.LanguageModelInputPart[], name?: string): ChatMessage {
    return new ChatMessage(2, content, name);
  }
  role: vscode.LanguageModelChatMessageRole;
  content: vscode.LanguageModelInputPart[];
  name: string | undefined;
  constructor(
    role: vscode.LanguageModelChatMessageRole,
    content: string | vscode.LanguageModelInputPart[],
    name?: string,
  ) {
    this.role = role;
    this.content = typeof content === 'string' ? [new TextPart(content)] : content;
    this.name = name;
  }
}

class TokenSource implements vscode.CancellationTokenSource {
  readonly #heard = new Set<Cancel>();
  #isCancelled = false;
  readonly token: vscode.CancellationToken;
  constructor() {
    const isCancelled = () => this.#isCancelled;
    this.token = {
      get isCancellationRequested() {
        return isCancelled();
      },
      onCancellationRequested: (listener) => {
        const heard = () => listener(undefined);
        if (this.#isCancelled) heard();
        else this.#heard.add(heard);
        return { dispose: () => this.#heard.delete(heard) };
      },
    };
  }
  cancel(): void {
    this.#isCancelled = true;
    for (const heard of this.#heard) heard();
    this.#heard.clear();
  }
  dispose(): void {
    this.#heard.clear();
  }
}

/** As the editor makes them: the code is the name of what it stands for. */
export function lmError(
  code: 'NoPermissions' | 'Blocked' | 'NotFound' | 'Unknown',
  message = '',
  cause?: Error,
): Error {
  return Object.assign(new Error(message, cause && { cause }), { name: 'LanguageModelError', code });
}

/** `models` answers a selector as the editor does. */
export function fakeApi(models: readonly vscode.LanguageModelChat[]): LmApi {
  return {
    CancellationTokenSource: TokenSource,
    LanguageModelChatMessage: ChatMessage,
    LanguageModelChatToolMode: { Auto: 1, Required: 2 },
    LanguageModelDataPart: DataPart,
    LanguageModelTextPart: TextPart,
    LanguageModelToolCallPart: ToolCallPart,
    LanguageModelToolResultPart: ToolResultPart,
    lm: {
      selectChatModels: async (selector = {}) =>
        models.filter((model) =>
          (['vendor', 'id', 'family', 'version'] as const).every(
            (key) => selector[key] === undefined || selector[key] === model[key],
          ),
        ),
    },
  };
}
