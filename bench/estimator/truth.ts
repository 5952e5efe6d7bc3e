/** The true number of tokens of a text: gpt-tokenizer's o200k vocabulary, in slices so that no text takes quadratic time. */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

const SLICE = 512;
const options = { disallowedSpecial: new Set<string>() };

export function trueTokens(text: string): number {
  let tokens = 0;
  for (let i = 0; i < text.length; i += SLICE) tokens += countTokens(text.slice(i, i + SLICE), options);
  return tokens;
}
