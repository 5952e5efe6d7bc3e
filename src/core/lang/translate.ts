/** Sentences with numbered places (`{0}`) that values fill, in English or translated. */

export type Translate = (message: string, ...args: readonly (string | number)[]) => string;

/** The message as it is, with its places filled. */
export const filled: Translate = (message, ...args) =>
  message.replace(/\{(\d+)\}/g, (whole, index: string) => String(args[Number(index)] ?? whole));
