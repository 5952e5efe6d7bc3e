/** The tags in which models write their thinking, for servers that leave it in the text of the reply. */

/** A piece of a reply's text, by what it is. */
export type SplitText =
  | { readonly type: 'text' | 'thinking'; readonly text: string }
  /** All text so far was thinking, whose beginning was not marked. */
  | { readonly type: 'text-was-thinking' };

interface Opening {
  /** Characters of the mark. */
  readonly length: number;
  /** Undefined: what follows the mark is the answer. */
  readonly closing?: RegExp;
}

interface Tag {
  /** Matches the whole mark. */
  readonly opening: RegExp;
  readonly closing?: (opening: RegExpExecArray) => RegExp;
  /** Matches each beginning of it. */
  readonly begins: RegExp;
}

/**
 * DeepSeek, Qwen and most others write `<think>`, some `<thinking>`, Gemini by Chat Completions `<thought>`, Seed-OSS `<seed:think>`,
 * with attributes or spaces; Magistral `[THINK]`; Cohere `<|START_THINKING|>`; Kimi-VL `◁think▷`; gpt-oss puts all that it says into
 * channels, of which `final` is the answer (cookbook.openai.com, "Harmony response format").
 */
const TAGS: readonly Tag[] = [
  {
    opening: /^<((?:[a-z]+:)?(?:think|thinking|thought|reasoning))(?:\s[^<>]*)?>/i,
    closing: ([, name]) => new RegExp(`</${name}\\s*>`, 'i'),
    begins: /^<(?:[a-z]+:?[a-z]*(?:\s[^<>]{0,150})?)?$/i,
  },
  { opening: /^\[THINK\]/, closing: () => /\[\/THINK\]/, begins: beginningOf('[THINK]') },
  {
    opening: /^<\|START_THINKING\|>/,
    closing: () => /<\|END_THINKING\|>(?:<\|START_RESPONSE\|>)?/,
    begins: beginningOf('<|START_THINKING|>'),
  },
  { opening: /^◁think▷/, closing: () => /◁\/think▷/, begins: beginningOf('◁think▷') },
  {
    opening: /^<\|channel\|>analysis<\|message\|>/,
    closing: () => /<\|end\|>/,
    begins: beginningOf('<|channel|>analysis<|message|>'),
  },
  {
    opening: /^(?:<\|start\|>assistant)?<\|channel\|>final<\|message\|>/,
    begins: beginningOf('<|start|>assistant<|channel|>final<|message|>'),
  },
  { opening: /^<\|channel\|>final<\|message\|>/, begins: beginningOf('<|channel|>final<|message|>') },
  {
    opening: /^<\|start\|>assistant<\|channel\|>analysis<\|message\|>/,
    closing: () => /<\|end\|>/,
    begins: beginningOf('<|start|>assistant<|channel|>analysis<|message|>'),
  },
];

/** The mark that the text begins with. */
export function openingAt(text: string): Opening | undefined {
  for (const { opening, closing } of TAGS) {
    const found = opening.exec(text);
    if (found) return { length: found[0].length, ...(closing && { closing: closing(found) }) };
  }
  return undefined;
}

/** Whether all of the text may be the beginning of a mark. */
export function beginsOpening(text: string): boolean {
  return TAGS.some(({ begins }) => begins.test(text));
}

/** Characters that a closing mark has at most. */
const LONGEST_CLOSING = 40;
const CLOSING_BEGINS = /(?:<\/?[a-z:]*\s*|<\|[a-z_]*\|?|\[\/?T?H?I?N?K?|◁\/?t?h?i?n?k?)$/i;

/** How many characters at the end of the text may be the beginning of a closing mark. */
export function beginsClosing(text: string): number {
  return CLOSING_BEGINS.exec(text.slice(-LONGEST_CLOSING))?.[0].length ?? 0;
}

/** Matches each beginning of a text, the whole text included. */
function beginningOf(text: string): RegExp {
  const escaped = [...text].map((char) => char.replace(/[^\w]/, '\\$&'));
  return new RegExp(`^${escaped.map((char) => `(?:${char}`).join('')}${')?'.repeat(escaped.length)}$`);
}
