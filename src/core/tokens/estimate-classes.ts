/** The token estimator's character classes, one for each UTF-16 unit. */

// Class numbers decide the order of the fitted weights: fit again after a change (npm run bench -- fit-estimator).
export const LETTERS = 27; // 0 to 25 are a to z, 26 is every other Latin letter
export const OTHER_LETTER = 26;
export const CAPITALS = 27; // to 52
export const DIGIT = 53;
export const NEWLINE = 54;
export const TAB = 55;
const SPACE = 56;
export const MARKS = 57; // ASCII punctuation and symbols, the last one for control characters
export const MARK_COUNT = 33;
export const SCRIPTS = MARKS + MARK_COUNT;
export const HIGH_SURROGATES = SCRIPTS;
export const HIGH_SURROGATE_COUNT = 4;
const LOW_SURROGATES = HIGH_SURROGATES + HIGH_SURROGATE_COUNT;
export const OTHER = LOW_SURROGATES + 4; // letters and signs of no class of their own

type Ranges = readonly (readonly [first: number, last: number])[];

/** Scripts whose characters are letters, or marks on letters. */
const LETTER_RANGES: readonly Ranges[] = [
  [[0x300, 0x36f]], // combining marks
  [[0x370, 0x3ff]], // Greek
  [[0x400, 0x52f]], // Cyrillic
  [[0x590, 0x5ff]], // Hebrew
  [
    [0x600, 0x77f],
    [0xfb50, 0xfdff],
    [0xfe70, 0xfefc],
  ], // Arabic
  [[0x900, 0x97f]], // Devanagari
  [[0x980, 0xdff]], // the other scripts of India
  [[0xe00, 0xe7f]], // Thai
  [
    [0xe80, 0x109f],
    [0x1780, 0x17ff],
  ], // Lao, Tibetan, Burmese, Khmer
  [[0x3040, 0x309f]], // Hiragana
  [[0x30a0, 0x30ff]], // Katakana
  [
    [0x3400, 0x9fff],
    [0xf900, 0xfaff],
  ], // Han
  [
    [0x7cf8, 0x7e9e],
    [0x898b, 0x89d1],
    [0x8a00, 0x8b9f],
    [0x8c9d, 0x8d1c],
    [0x8eca, 0x8f65],
    [0x91d1, 0x9484],
    [0x9580, 0x95e7],
    [0x9801, 0x9874],
    [0x98df, 0x9962],
    [0x99ac, 0x9a6b],
    [0x9b5a, 0x9c7b],
    [0x9ce5, 0x9e1e],
  ], // Han with the radicals that China has simplified: thread, see, speak, shell, cart, gold, gate, head, eat, horse, fish, bird
  [
    [0x1100, 0x11ff],
    [0x3130, 0x318f],
    [0xac00, 0xd7a3],
  ], // Hangul
];

/** Signs; a later range wins over an earlier one. */
const SIGN_RANGES: readonly Ranges[] = [
  [[0x80, 0xbf]], // signs of Latin-1
  [[0x2000, 0x206f]], // dashes, quotation marks, dots
  [[0x2070, 0x218f]], // superscripts, currencies, letter-like signs
  [[0x2190, 0x21ff]], // arrows
  [[0x2200, 0x23ff]], // mathematics, technical signs
  [[0x2500, 0x257f]], // boxes
  [[0x2580, 0x25ff]], // blocks, geometric shapes
  [[0x2600, 0x27bf]], // signs and dingbats
  [[0x2713, 0x2714]], // check marks
  [[0x2800, 0x28ff]], // Braille, as spinners use it
  [
    [0x3000, 0x303f],
    [0xff00, 0xffef],
  ], // East Asian punctuation and wide forms
  [
    [0x200d, 0x200d],
    [0xfe00, 0xfe0f],
  ], // the joiner and the variation selectors of emoji
];

const OTHER_LETTERS = OTHER + 1;
/** From here on, and up to the last surrogate, classes are signs; between lie the letters of other scripts. */
export const SIGNS = OTHER_LETTERS + LETTER_RANGES.length;
export const CLASS_COUNT = SIGNS + SIGN_RANGES.length;

/** By UTF-16 unit. */
export const CLASS_OF = new Uint8Array(0x10000).fill(OTHER);
for (const [i, ranges] of [...LETTER_RANGES, ...SIGN_RANGES].entries()) {
  for (const [first, last] of ranges) CLASS_OF.fill(OTHER_LETTERS + i, first, last + 1);
}
CLASS_OF.fill(OTHER_LETTER, 0xc0, 0x250);
CLASS_OF.fill(OTHER_LETTER, 0x1e00, 0x1f00);
CLASS_OF.fill(HIGH_SURROGATES + 3, 0xd800, 0xdc00);
for (let i = 0; i < 3; i++) CLASS_OF[0xd83c + i] = HIGH_SURROGATES + i; // emoji
CLASS_OF.fill(LOW_SURROGATES, 0xdc00, 0xdde6);
CLASS_OF.fill(LOW_SURROGATES + 1, 0xdde6, 0xde00); // flags, after the first of the emoji's
CLASS_OF.fill(LOW_SURROGATES + 2, 0xde00, 0xde50); // faces, after the second
CLASS_OF.fill(LOW_SURROGATES + 3, 0xde50, 0xe000);

CLASS_OF.fill(MARKS + MARK_COUNT - 1, 0, 0x80);
for (let code = 0x21, mark = MARKS; code < 0x7f; code++) {
  const letter = (code | 0x20) - 0x61;
  if (letter >= 0 && letter < 26) CLASS_OF[code] = code >= 0x61 ? letter : CAPITALS + letter;
  else CLASS_OF[code] = code >= 0x30 && code <= 0x39 ? DIGIT : mark++;
}
CLASS_OF.fill(TAB, 0x09, 0x0e);
CLASS_OF[0x0a] = NEWLINE;
CLASS_OF[0x0d] = NEWLINE;
CLASS_OF[0x20] = SPACE;
