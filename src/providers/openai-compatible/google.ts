/** Recognizes Gemini 3 and newer behind Google's own Chat Completions API, which wants a signature on calls. */

/** Gemini API and Vertex AI (ai.google.dev/gemini-api/docs/openai; cloud.google.com/vertex-ai, "OpenAI compatibility"). */
const HOSTS = /(^|[.-])(generativelanguage|aiplatform)\.googleapis\.com$/i;

/** From Gemini 3 on, the first call of each step has a signature (ai.google.dev/gemini-api/docs/thought-signatures). */
export function wantsSignatures(model: string, baseUrl: string | undefined): boolean {
  if (baseUrl === undefined || !URL.canParse(baseUrl) || !HOSTS.test(new URL(baseUrl).hostname)) return false;
  return /\bgemini-(?:[3-9]|\d\d)/i.test(model);
}
