/** Recognizes "request too long" in other languages than English and Chinese, by its words for tokens and length and its two sizes. */
import { sizesIn, withPlainDigits } from './message-sizes.ts';

/** Words for context, input, length and "too long"; the sentence around them does not matter. */
const LENGTH = new RegExp(
  [
    // German, Dutch, Scandinavian, Polish, Czech.
    'kontext|kontekst|contextlengte|eingabe|invoer|zu lang|zu groß|te lang|for lang|för lång|za dług|zbyt dług|příliš dlouh',
    // Spanish, Portuguese, French, Italian, Romanian.
    'contextul|contexto|contexte|contesto|entrada|entrée|longueur|longitud|lunghezza|comprimento|trop long|troppo lung|demasiad[oa] larg|muito long|prea lung',
    // Turkish, Indonesian, Vietnamese.
    'bağlam|girdi|giriş|çok uzun|terlalu panjang|ngữ cảnh|quá dài',
    // Russian, Ukrainian.
    'контекст|длин|довжин|слишком',
    // Japanese, Korean, Chinese.
    'コンテキスト|入力|長|컨텍스트|입력|길이|上下文|輸入|输入|长',
    // Arabic, Persian, Hebrew, Hindi, Thai.
    'سياق|إدخال|ادخال|مدخل|طول|طويل|زمینه|הקשר|ארוך|संदर्भ|इनपुट|लंब|บริบท|ยาว',
  ].join('|'),
  'i',
);

const TOKENS =
  /token(?!i[sz])|jeton|belirteç|токен|トークン|토큰|词元|令牌|رمز|رموز|توكن|توکن|אסימונ|אסימון|टोकन|โทเค็น|โทเคน/i;

export function saysOverflowElsewhere(said: string): boolean {
  const message = withPlainDigits(said);
  return LENGTH.test(message) && TOKENS.test(message) && sizesIn(message).length >= 2;
}
