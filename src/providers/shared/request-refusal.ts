/** Recognizes errors of a server that are about what was sent, whatever their status: sending it again is of no use. */
import { namesRequest } from '../../core/agent/refusals/find-concession.ts';

/**
 * Local servers answer HTTP 500 to what a template, a parser or a grammar does not take. llama.cpp: "Only user, assistant and tool
 * roles are supported, got system.", "Value is not callable: null at row 1, column 62", "Failed to parse messages: …"; LM Studio:
 * "Error rendering prompt with jinja template: …"; vLLM: "Conversation roles must alternate …"; Ollama: "template: :3:24: executing
 * …".
 */
const NAMES = [
  /jinja|chat[ _]template|prompt template|template: .{0,40}executing|error (rendering|applying) (the )?(prompt|template)/i,
  /value is not callable|template (error|failed|exception)|exception in template/i,
  /\broles?\b[^.]{0,60}(must|only|not supported|unsupported|invalid|unknown|unexpected|alternate)|(only|unexpected|unknown|invalid|unsupported)[^.]{0,40}\broles?\b/i,
  /failed to parse (the )?(messages?|tools?|request|input|body|json schema|grammar)|unsupported (content|message|parameter|param)\b|unable to parse (request|messages?)/i,
  /invalid (request|parameter|argument|param|value|messages?|input|tools?|schema|grammar)\b|bad request|json schema|failed to (parse|initialize) (grammar|samplers)|assistant response prefill|missing required/i,
];
/**
 * A call that the model wrote wrong, which it may write right the next time. Groq (HTTP 400): "Failed to call a function. Please
 * adjust your prompt. See 'failed_generation' for more details.", "tool call validation failed: attempted to call tool 'x' which was
 * not in request.tools"; gpt-oss on vLLM and Groq: "Parsing failed. The model generated output that could not be parsed."
 */
const WRITTEN_BY_THE_MODEL =
  /pars(?:e|ing) tool call|tool call.{0,30}invalid character|tool_use_failed|output_parse_failed|failed to call a function|failed_generation|tool call validation failed|attempted to call tool|^\s*unknown tool\b|model generated output that could not be parsed|unexpected tokens remaining in message header/i;

export function isWrittenByModel(said: string): boolean {
  return WRITTEN_BY_THE_MODEL.test(said.slice(0, 4_000));
}

export function isAboutRequest(message: string): boolean {
  const head = message.slice(0, 4_000);
  if (isWrittenByModel(head)) return false;
  return namesRequest(message) || NAMES.some((pattern) => pattern.test(head));
}

/**
 * Anthropic: "messages.3.content.0: …"; OpenAI and vLLM: "Invalid value: 'messages[4].content'", "Invalid schema for function 'x'";
 * Gemini: "contents[2].parts[0]", "function_declarations[1]"; Vertex AI: "`x` functionDeclaration `parameters.y` schema …".
 */
const REQUEST_PART =
  /\b(?:messages|input|contents|parts|tools|functions)(?:\.\d+\b|\[\d+\])|\bschema\b|\bfunction_?declarations?\b/i;

/** Whether the message says which part of the request is wrong. Such a message may repeat words of that part. */
export function namesRequestPart(message: string): boolean {
  return REQUEST_PART.test(message.slice(0, 4_000));
}
