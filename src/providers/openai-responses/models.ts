/** Selects the chat models from OpenAI's list, which gives only ids (developers.openai.com, "Models"). */
import { readField, readText } from '../../core/lang/read-value.ts';
import type { ModelInfo } from '../shared/provider.ts';

export const OPENAI_URL = 'https://api.openai.com/v1';

const CHATS = /^(gpt-|chatgpt-|o\d|codex-|ft:gpt-)/;
/** Other tasks under the same prefixes, and models that the Responses API doesn't offer. */
const OTHER = /audio|realtime|image|transcribe|tts|whisper|instruct|search|embedding|moderation|deep-research|gpt-live/;
/** The families that reason; the variants of the chat product don't. */
const REASONS = /^(o\d|gpt-([5-9]|\d\d)|codex-)/;
const DOES_NOT = /chat-latest/;

export function modelInfos(models: readonly unknown[], baseUrl: string | undefined): readonly ModelInfo[] {
  return models
    .map((model) => readText(readField(model, 'id')) ?? '')
    .filter((id) => CHATS.test(id) && !OTHER.test(id))
    .map((id) => ({ id, thinks: reasons(id), ...(reasons(id) && isOfficial(baseUrl) && { compacts: true }) }));
}

/** By its id, since the API doesn't say. */
export function reasons(id: string): boolean {
  return REASONS.test(id) && !DOES_NOT.test(id);
}

/** The endpoint that compacts; regions have names before it (`eu.api.openai.com`). */
function isOfficial(baseUrl = OPENAI_URL): boolean {
  return URL.canParse(baseUrl) && /(^|\.)api\.openai\.com$/.test(new URL(baseUrl).hostname);
}
