/** Guesses in which of the languages that Spool ships a person writes: by script, or by the most common short words. */

export const LANGUAGES = ['en', 'de', 'es', 'fr', 'ja', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Words that are frequent in one language and rare in the others. Those of languages that are not shipped keep their texts from being taken for a neighbour. */
const COMMON: Readonly<Record<string, string>> = {
  en: 'the and to of that it for with this you please are should can use from when be have',
  de: 'der das und nicht ist ein eine einen mit auf für den dem bitte auch wird werden sind von ich wir kein keine aus bei nach dass wenn oder noch zu',
  es: 'el los las y una para con por del pero este esta como más qué hay debe usa sin cuando también',
  fr: 'le les des et est pas une dans pour avec sur ne je vous nous ce qui du au il faut être cette',
  it: 'il che non di per gli sono della è con una del anche questo come più nel',
  pt: 'não uma com os as em do da para você são que por mais como isso',
  nl: 'het een niet van voor zijn en met maar dat ook naar deze',
  north: 'och att det som är på inte ikke og til en et den jeg med',
  polish: 'nie i w na że się z do jest to jak',
};

const LANGUAGE_OF = new Map<string, string[]>();
for (const [language, words] of Object.entries(COMMON))
  for (const word of words.split(' ')) LANGUAGE_OF.set(word, [...(LANGUAGE_OF.get(word) ?? []), language]);

/** Characters of a text that are read: a longer one is mostly something that was pasted. */
const READ = 1_000;
/** How many of the texts are read, the newest ones. */
const MOST_TEXTS = 20;
/** Fewer common words than this prove no language. */
const FEWEST = 3;
/** Of all words, the share of common ones in any prose. */
const LEAST_SHARE = 0.1;

const FENCES = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g;
/** Characters that only the traditional script has, for which no texts are shipped. */
const TRADITIONAL = /[們這個來對時說為請檔沒還會應後從開關寫讀變數據]/;

/** English where the language is not clear, or is not shipped. The cost does not grow with the texts. */
export function guessLanguage(texts: readonly string[]): Language {
  const prose = texts.slice(-MOST_TEXTS).map((text) => text.slice(0, READ).replace(FENCES, ' '));
  const whole = prose.join('\n');
  return byScript(whole) ?? byWords(whole);
}

function byScript(text: string): Language | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const kana = text.match(/[\p{sc=Hiragana}\p{sc=Katakana}]/gu)?.length ?? 0;
  const han = text.match(/\p{sc=Han}/gu)?.length ?? 0;
  // Names, paths and commands are Latin also in a Japanese or Chinese message.
  if (kana + han < letters * 0.2 || kana + han === 0) return undefined;
  if (kana > han * 0.1) return 'ja';
  return TRADITIONAL.test(text) ? 'en' : 'zh';
}

function byWords(text: string): Language {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts = new Map<string, number>();
  for (const word of words)
    for (const language of LANGUAGE_OF.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1);
  const [first, second] = [...counts].sort(([, a], [, b]) => b - a);
  if (!first || first[1] < FEWEST || first[1] < words.length * LEAST_SHARE || first[1] === second?.[1]) return 'en';
  return LANGUAGES.find((language) => language === first[0]) ?? 'en';
}
