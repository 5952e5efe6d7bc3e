/** What every model is told before a thread begins. The same words for all calls, for they are what a provider caches first. */
import prompt from '../prompts/system.md';

export const SYSTEM_PROMPT = prompt.trim();
