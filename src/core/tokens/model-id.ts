/** Finds a model's entry in a table by its id: with or without provider and date, or by the provider alone. */

const VENDORS: readonly { readonly match: RegExp; readonly provider: string }[] = [
  { match: /^claude-/, provider: 'anthropic' },
  { match: /^(gpt-|chatgpt-|o\d)/, provider: 'openai' },
  { match: /^gemini-/, provider: 'google' },
];

/**
 * The id's names from the most to the least exact: as it stands, without its provider (`anthropic/claude-…`; of
 * `openai-compatible/local/coder` both `local/coder`, as the server names it, and `coder`; Bedrock's
 * `us.anthropic.claude-…-v2:0`), without its date (`…-20260131`, `…@20260131`, `…-2026-01-31`) or `-latest`; Claude's
 * versions also with dashes for dots, as Anthropic itself writes them (`claude-opus-4.6`).
 */
export function modelNames(model: string): readonly string[] {
  const bare = model.slice(model.lastIndexOf('/') + 1);
  const plain = bare.replace(/^(?:[a-z-]+\.)*anthropic\./, '').replace(/-v\d+(?::\d+)?$/, '');
  const undated = plain.replace(/[-@]\d{8}$|[-@]\d{4}-\d{2}-\d{2}$|[-:@]latest$/, '');
  const dashed = undated.startsWith('claude-') ? undated.replaceAll('.', '-') : undated;
  const own = model.slice(model.indexOf('/') + 1);
  return [...new Set([model, own, bare, plain, undated, dashed])];
}

/** The providers of a model: the prefixes of its id, the whole prefix first, then the vendor that its name implies. */
export function providersOf(model: string): readonly string[] {
  const prefix = model.slice(0, Math.max(0, model.lastIndexOf('/')));
  const vendor = VENDORS.find(({ match }) => modelNames(model).some((name) => match.test(name)));
  return [...new Set([prefix, ...prefix.split('/'), vendor?.provider ?? ''])].filter((name) => name !== '');
}

/** The entry for a model: under its most exact name, else under its provider's. */
export function findByModel<T>(entries: Readonly<Record<string, T>>, model: string | undefined): T | undefined {
  if (model === undefined) return undefined;
  const name = [...modelNames(model), ...providersOf(model)].find((one) => Object.hasOwn(entries, one));
  return name === undefined ? undefined : entries[name];
}

/** The entry under "*", for models without an entry, and when no model is named. */
export function findForAnyOther<T>(entries: Readonly<Record<string, T>>): T | undefined {
  return Object.hasOwn(entries, '*') ? entries['*'] : undefined;
}
