/** Recognizes "request too long" in words that no row of the table has, and finds the two numbers of tokens in them. */

import { sizesIn, spanOfSize, withPlainDigits } from './message-sizes.ts';
import { saysOverflowElsewhere } from './overflow-languages.ts';

const INPUT = '(?:prompts?|inputs?|contexts?|conversations?|history|messages?|sequences?)';
const OVER = String.raw`(?:exceed\w*|surpass\w*|over(?:flow\w*|ran|runs?)|beyond|(?:longer|larger|greater|bigger|more|higher) than|too (?:long|large|big|many))`;
const LIMIT = String.raw`(?:context|input|prompt|sequence|token|model)[ _-]?(?:length|size|window|limit|tokens?)|max(?:imum)?[ _](?:seq|model|input|prompt|context|num|message|position|total|allowed|number of input)\w*`;

/**
 * What is too long, and that it is: vendors' issue threads, 2026-11. SGLang, Atlas, TabbyAPI: "… exceeds max_seq_len 2048"; Cohere: "too
 * many tokens: size limit exceeded by …"; LiteLLM: "ContextWindowExceededError"; Zhipu: "Prompt 超长"; llama.cpp: "input is too large to
 * process"; Vertex AI: "the input token count is … but the model only supports up to …"; Bedrock: "expected maxLength: …, actual: …".
 */
const WORDS = new RegExp(
  [
    String.raw`\bcontext[ _-]?(?:length|size|window|limit)?(?: of \d[\d,]*(?: tokens)?)?[ _-]*(?:is |was |has been |limit )?(?:exceed|overflow|full\b|reached)`,
    String.raw`\b${OVER}\b[^.!。]{0,60}\b(?:${LIMIT})`,
    String.raw`\b${INPUT}\b[^.!。:\[]{0,60}\b(?:is|are|was|were|got|has become)? ?too (?:long|large|big)\b`,
    String.raw`\b${INPUT}[ _-](?:tokens?|lengths?|sizes?)\b[^.!。]{0,60}\b${OVER}`,
    String.raw`\b\d[\d,]* tokens? (?:over|above|beyond) the\b[^.!。]{0,40}\b(?:limit|${LIMIT})`,
    String.raw`\b(?:n_ctx|num_ctx|max_seq_len)\b[^.!。]{0,30}\b(?:exceed|overflow|too small)`,
    String.raw`\btoo many (?:input |prompt |total )?tokens\b`,
    String.raw`\btokens?\b[^.!。]{0,60}\bonly supports\b|\bonly supports (?:up to )?\d[\d,]* tokens`,
    String.raw`\bmaximum (?:allowed )?number of (?:input |prompt )?tokens\b`,
    String.raw`\btotal (?:number of )?(?:input )?tokens\b[^.!。]{0,60}\b${OVER}`,
    String.raw`\bexpected maxLength: \d+, actual: \d+`,
    String.raw`'(?:messages|input)(?:\[\d+\]\.content[^']{0,40})?': (?:string|array) too long`,
    `(?:上下文|输入|提示词?|prompt|tokens?|消息|请求|内容)[^。]{0,40}(?:超长|超出|超过|过长|太长)`,
  ].join('|'),
  'i',
);

/** What else may be too long or too many in a request, and the limits of an account. */
const OTHER =
  /max_?(?:new_|completion_|output_)?tokens\b(?![^.]{0,80}\b(?:input|prompt|messages?)\b)|\bimages?\b(?![^.]{0,60}\btokens\b)|\bpixels?\b|tool_call|\bnames?\b|description|schema|\burl\b|\bstop\b|metadata|\bfiles?\b|\bquota\b|\btools\[|reasoning_effort|temperature|参数/i;

/** A limit of something else than tokens. */
const OTHER_UNIT = /\bcharacters?\b|\bchars?\b|\bstring\b|\barray\b|maxLength|\bbytes?\b/i;

export function soundsLikeOverflow(message: string): boolean {
  return (WORDS.test(message) || saysOverflowElsewhere(message)) && !OTHER.test(message);
}

/** How many times too large a request was, where its limit is one of characters or messages; 1 where the message has no two numbers. */
export function otherExcess(message: string): number | undefined {
  if (!OTHER_UNIT.test(message) || /\btokens?\b/i.test(message)) return undefined;
  const [least = 0, most = 0] = [...message.matchAll(/\d[\d,_]*/g)]
    .slice(-2)
    .map(([text]) => Number(text.replace(/[,_]/g, '')))
    .sort((a, b) => a - b);
  return least > 0 && most > least ? most / least : 1;
}

/** The number that an overflow names is its limit where these words come right before it, or these right behind it. */
const BEFORE_LIMIT =
  /(?:max(?:imum)?(?:[ _][a-z]+){0,3}|limit(?:ed)?|only|supports?|up to|at most|exceed(?:s|ed|ing)?|above|over|than|<=?|≤|context (?:length|size|window)|超过)(?: (?:of|is|to|:|the|are|was))*[\s:=(`'"]*$/i;
const BEHIND_LIMIT = /^[\s)]*(?:tokens?[\s)]*)?(?:maximum|max\b|limit\b)/i;

/** By how much a request is too long, which is neither of the two. Ollama: "exceeded max context length by 1200 tokens". */
const DIFFERENCE =
  /\bby (?:at least |about |approximately |~ ?)?\(?\d[\d,_.]*|\b\d[\d,_.]* (?:more )?(?:tokens? )?(?:too (?:many|long|large)|over|above|beyond|in excess)\b/gi;

export function withoutDifference(message: string): string {
  return message.replace(DIFFERENCE, '');
}

/** A refused request is larger than its limit: of two numbers the larger one is the request, whatever the words between them. */
export function tokensIn(said: string): { readonly limit?: number; readonly requested?: number } {
  const message = withoutDifference(withPlainDigits(said));
  if (OTHER_UNIT.test(message)) return {};
  const sizes = sizesIn(message);
  const [first, second] = sizes;
  if (sizes.length === 2 && first !== undefined && second !== undefined) return { limit: first, requested: second };
  if (sizes.length !== 1 || first === undefined) return {};
  const span = spanOfSize(message, first);
  if (!span) return {};
  const isLimit =
    BEFORE_LIMIT.test(message.slice(Math.max(0, span.index - 60), span.index)) ||
    BEHIND_LIMIT.test(message.slice(span.index + span.length));
  return isLimit ? { limit: first } : {};
}
