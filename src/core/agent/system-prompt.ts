/** The system prompt. It is the same for every call, so that providers can cache it. */
import prompt from '../prompts/system.md';

export const SYSTEM_PROMPT = prompt.trim();
