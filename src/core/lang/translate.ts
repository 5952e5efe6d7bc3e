/** Sentences with numbered placeholders (`{0}`) that values replace, in English or translated. */

export type Translate = (message: string, ...args: readonly (string | number)[]) => string;

/** The untranslated message, with its placeholders replaced. */
export const filled: Translate = (message, ...args) =>
  message.replace(/\{(\d+)\}/g, (whole, index: string) => String(args[Number(index)] ?? whole));
