/** Recognizes errors of a server that are about what was sent, whatever their status: sending it again is of no use. */
import { namesRequest } from '../../core/agent/refusals/find-concession.ts';

/**
 * Local servers answer HTTP 500 to what a template, a parser or a grammar does not take. llama.cpp: "Only user, assistant and tool
 * roles are supported, got system.", "Value is not callable: null at row 1, column 62", "Failed to parse messages: …"; LM Studio:
 * "Error rendering prompt with jinja template: …"; vLLM: "Conversation roles must alternate …"; Ollama: "template: :3:24: executing
 * …". A call that the model wrote wrong is none of these (Ollama: "error parsing tool call: raw=…").
 */
const NAMES = [
  /jinja|chat[ _]template|prompt template|template: .{0,40}executing|error (rendering|applying) (the )?(prompt|template)/i,
  /value is not callable|template (error|failed|exception)|exception in template/i,
  /\broles?\b[^.]{0,60}(must|only|not supported|unsupported|invalid|unknown|unexpected|alternate)|(only|unexpected|unknown|invalid|unsupported)[^.]{0,40}\broles?\b/i,
  /failed to parse (the )?(messages?|tools?|request|input|body|json schema|grammar)|unsupported (content|message|parameter|param)\b|unable to parse (request|messages?)/i,
  /invalid (request|parameter|argument|param|value|messages?|input|tools?|schema|grammar)\b|bad request|json schema|failed to (parse|initialize) (grammar|samplers)|assistant response prefill|missing required/i,
];
const WRITTEN_BY_THE_MODEL = /parsing tool call|parse tool call|tool call.{0,30}invalid character/i;

export function isAboutRequest(message: string): boolean {
  const head = message.slice(0, 4_000);
  if (WRITTEN_BY_THE_MODEL.test(head)) return false;
  return namesRequest(message) || NAMES.some((pattern) => pattern.test(head));
}
