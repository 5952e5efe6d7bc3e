/** Recognizes program texts in Gemini CLI's user messages. */

const INJECTED = /^\s*<(session_context|state_snapshot|loaded_context|hook_context|user_memory|background_task)\b/;
const OPENINGS = [
  'This is the Gemini CLI. We are setting up the context for our chat.',
  "Here is the user's editor context",
  "Here is a summary of changes in the user's editor context",
  'System: Please continue.',
];

/** True for a text that the program wrote in a person's place. */
export function isGeminiProgramText(text: string): boolean {
  const start = text.trimStart();
  return INJECTED.test(start) || OPENINGS.some((opening) => start.startsWith(opening));
}
