/** Builds Gemini's requests for a stream and a token count. */
import { FunctionCallingConfigMode, type GenerateContentParameters, ThinkingLevel } from '@google/genai/web';
import type { Effort } from '../../core/agent/effort.ts';
import type { ModelRequest } from '../../core/agent/ports.ts';
import { schemaOf } from '../shared/block-text.ts';
import { type ModelInfo, maxTokensOf } from '../shared/provider.ts';
import { functionName, toContents } from './contents.ts';

/** The history is ours and so are the calls of tools: the SDK does nothing on its own. */
export function toRequest(request: ModelRequest, info: ModelInfo, abortSignal: AbortSignal): GenerateContentParameters {
  return {
    model: info.id,
    contents: toContents(request.messages, info),
    config: {
      ...promptOf(request),
      maxOutputTokens: maxTokensOf(request, info),
      ...(info.thinks && { thinkingConfig: { includeThoughts: true, ...levelOf(request) } }),
      automaticFunctionCalling: { disable: true },
      automaticContinuation: false,
      abortSignal,
    },
  };
}

/** Of Gemini 3 and newer (ai.google.dev/gemini-api/docs/thinking). */
const LEVELS: Readonly<Partial<Record<Effort, ThinkingLevel>>> = {
  minimal: ThinkingLevel.MINIMAL,
  low: ThinkingLevel.LOW,
  medium: ThinkingLevel.MEDIUM,
  high: ThinkingLevel.HIGH,
  xhigh: ThinkingLevel.XHIGH,
};

function levelOf({ effort }: ModelRequest): { readonly thinkingLevel?: ThinkingLevel } {
  const level = effort && LEVELS[effort];
  return level ? { thinkingLevel: level } : {};
}

/**
 * The same request as the body of `countTokens`. The SDK takes neither system instruction nor tools there; the API does, in
 * `generateContentRequest`, which excludes `contents` (ai.google.dev/api/tokens).
 */
export function toCountBody(request: ModelRequest, info: ModelInfo): Record<string, unknown> {
  const model = `models/${info.id}`;
  const contents = toContents(request.messages, info);
  return { contents: undefined, generateContentRequest: { model, contents, ...promptOf(request) } };
}

function promptOf({ system, tools, toolChoice }: ModelRequest) {
  const functionDeclarations = tools.map(({ name, description, inputSchema }) => ({
    name: functionName(name),
    description,
    parametersJsonSchema: schemaOf(inputSchema),
  }));
  const mode = toolChoice === 'none' ? FunctionCallingConfigMode.NONE : FunctionCallingConfigMode.AUTO;
  return {
    ...(system.trim() !== '' && { systemInstruction: { parts: [{ text: system.toWellFormed() }] } }),
    ...(tools.length > 0 && {
      tools: [{ functionDeclarations }],
      toolConfig: { functionCallingConfig: { mode } },
    }),
  };
}
