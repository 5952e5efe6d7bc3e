/** The bodies that Spool sends, as the official libraries' own types have them. */
import type { MessageCountTokensParams, MessageCreateParams } from '@anthropic-ai/sdk/resources/beta/messages';
import type { Content, GenerateContentConfig, Tool, ToolConfig } from '@google/genai';
import type { ChatCompletionCreateParams } from 'openai/resources/chat/completions';
import type { InputTokenCountParams } from 'openai/resources/responses/input-tokens';
import type { ResponseCompactParams, ResponseCreateParams } from 'openai/resources/responses/responses';
import type * as vscode from 'vscode';

export interface AnthropicBodies {
  readonly messages: Omit<MessageCreateParams, 'betas'>;
  readonly countTokens: Omit<MessageCountTokensParams, 'betas'>;
}

export interface OpenaiBodies {
  readonly chat: ChatCompletionCreateParams;
  readonly responses: ResponseCreateParams;
  readonly compact: ResponseCompactParams;
  readonly inputTokens: InputTokenCountParams;
}

/** The library takes these apart and puts them into the body: `config` becomes `generationConfig` and what is beside it. */
interface GeminiBody {
  readonly contents: Content[];
  readonly systemInstruction?: Content;
  readonly tools?: Tool[];
  readonly toolConfig?: ToolConfig;
  readonly generationConfig?: Pick<
    GenerateContentConfig,
    'maxOutputTokens' | 'thinkingConfig' | 'temperature' | 'topP' | 'topK' | 'stopSequences'
  >;
}

export interface GeminiBodies {
  readonly generate: GeminiBody;
}

/** Bytes of an image are a text here. */
type LmPart =
  | Pick<vscode.LanguageModelTextPart, 'value'>
  | Pick<vscode.LanguageModelToolCallPart, 'callId' | 'name' | 'input'>
  | Pick<vscode.LanguageModelToolResultPart, 'callId' | 'content'>
  | (Pick<vscode.LanguageModelDataPart, 'mimeType'> & { readonly data: string });

export interface VscodeBodies {
  readonly messages: (Pick<vscode.LanguageModelChatMessage, 'role' | 'name'> & { readonly content: LmPart[] })[];
  readonly options: Omit<vscode.LanguageModelChatRequestOptions, 'modelOptions'>;
}
