/** Recognizes text in which a person states a rule that holds for the rest of a thread. */

/** Words of rules in the languages that are written most. A word too many costs little: it only decides what is left out last. */
const WORDS = [
  "never|always|must|mustn['’]t|do not|don['’]t|only|at all times|from now on|make sure|remember|under no circumstances|rule|avoid|without asking",
  'nie|niemals|immer|muss|müssen|darf|dürfen|nicht|nur|ab jetzt|stets|auf keinen fall|merke? dir|kein|keine|keinen|regel',
  "jamais|toujours|doit|doivent|ne pas|n['’]utilise|seulement|uniquement|désormais|dorénavant|règle|évite",
  'nunca|siempre|debe|deben|solo|sólo|únicamente|a partir de ahora|recuerda|jamás|regla|evita|no toques|no uses|no cambies',
  'sempre|deve|devem|apenas|somente|não|a partir de agora|lembre|regra|evite',
  "mai|solo|soltanto|devi|non|d['’]ora in poi|ricorda|regola|evita",
  'nooit|altijd|moet|niet|alleen|vanaf nu|onthoud|geen',
  'nigdy|zawsze|musi|tylko|nie wolno|od teraz|pamiętaj',
  'никогда|всегда|нельзя|должен|должна|должны|только|не|запомни|отныне',
  'asla|her zaman|sadece|daima|bundan sonra|unutma',
  'ніколи|завжди|не можна|тільки|лише|відтепер',
].join('|');
const UNSPACED =
  /绝不|绝对不|永远|从不|不要|不得|不能|不可|必须|务必|总是|始终|只能|只用|禁止|切勿|請勿|请勿|必須|禁止|決して|絶対|常に|いつも|必ず|しないで|しては|ないこと|だけ|절대|항상|반드시|하지\s?마|말\s?것|만\s|금지|언제나/u;
const SPACED = new RegExp(`(?<![\\p{L}\\p{N}])(?:${WORDS})(?![\\p{L}\\p{N}])`, 'iu');

export function statesRule(text: string): boolean {
  return SPACED.test(text) || UNSPACED.test(text);
}
