/** Sets prompt-cache breakpoints on requests for Claude behind gateways that pass them on. */
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';

const MARK = { type: 'ephemeral' } as const;

/** As for Anthropic itself: one on the system prompt, two on the newest messages of the user or of tools. */
const MARKED_MESSAGES = 2;

/** Gateways that document `cache_control` on parts of the text (openrouter.ai/docs, "Prompt caching"; vercel.com/docs/ai-gateway; docs.requesty.ai). */
const HOSTS = /(^|\.)(openrouter\.ai|ai-gateway\.vercel\.sh|requesty\.ai)$/i;

/** Whether the server at this address caches a prefix of this model's requests only where it is marked. */
export function takesCacheMarks(model: string, baseUrl: string | undefined): boolean {
  if (!/\bclaude\b/i.test(model) || baseUrl === undefined || !URL.canParse(baseUrl)) return false;
  return HOSTS.test(new URL(baseUrl).hostname);
}

export function markChat(messages: readonly ChatCompletionMessageParam[]): ChatCompletionMessageParam[] {
  const inputs = messages.flatMap(({ role }, at) => (role === 'user' || role === 'tool' ? [at] : []));
  const ends = new Set(inputs.slice(-MARKED_MESSAGES));
  return messages.map((message, at) => (message.role === 'system' || ends.has(at) ? marked(message) : message));
}

/** The mark stands on the last part; the library's type has no field for it. */
function marked(message: ChatCompletionMessageParam): ChatCompletionMessageParam {
  const { content } = message;
  const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : (content ?? []);
  const at = parts.findLastIndex(({ type }) => type === 'text');
  const all = parts.map((part, i) => (i === at ? { ...part, cache_control: MARK } : part));
  return { ...message, content: all } as ChatCompletionMessageParam;
}
