/** Encodes the token estimator's weights as text, one character each, and decodes them. */

const FIRST = 0x28;
const BACKSLASH = 0x5c; // left out, so that the text is its own source
const LEVELS = 0x7e - FIRST;
const ONE = 40; // the level of exactly one token

/** The largest weight that can be written. */
export const MAX_WEIGHT = ((LEVELS - 1) / ONE) ** 2;

/** Levels lie closer near zero, where most weights are. */
export function encodeWeights(weights: Iterable<number>): string {
  return Array.from(weights, (weight) => {
    const code = FIRST + Math.round(Math.sqrt(Math.min(weight, MAX_WEIGHT)) * ONE);
    return String.fromCharCode(code < BACKSLASH ? code : code + 1);
  }).join('');
}

/** The weight of the context with this number, in text that `encodeWeights` made. */
export function decodeWeight(text: string, context: number): number {
  const code = text.charCodeAt(context);
  return ((code - FIRST - (code > BACKSLASH ? 1 : 0)) / ONE) ** 2;
}
