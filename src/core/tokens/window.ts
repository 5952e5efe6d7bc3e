/** How large a model's context window is, as far as the settings and its family tell (R24). */

/** Families whose window no member undercuts; vendors' model pages, 2026-11. */
const FAMILIES: readonly { readonly match: RegExp; readonly window: number }[] = [
  { match: /^claude-(instant|[12](\b|[.-]))/, window: 100_000 },
  { match: /^claude-/, window: 200_000 },
];

/**
 * The window in tokens: the setting for the exact id, for the id without its provider (`anthropic/claude-…`) or its date
 * (`…-20260131`, `…@20260131`), else the family's, else the setting for "*",
 * which also holds where no model is named; undefined when nothing knows the model (R41).
 */
export function getContextWindowForModel(
  model: string | undefined,
  configured: Readonly<Record<string, number>>,
): number | undefined {
  const anyOther = Object.hasOwn(configured, '*') ? configured['*'] : undefined;
  if (model === undefined) return anyOther;
  const names = namesOf(model);
  for (const name of names) if (Object.hasOwn(configured, name)) return configured[name];
  for (const name of names) {
    const family = FAMILIES.find((f) => f.match.test(name));
    if (family) return family.window;
  }
  return anyOther;
}

/** From the most to the least exact. */
function namesOf(model: string): readonly string[] {
  const bare = model.slice(model.lastIndexOf('/') + 1);
  const plain = bare.replace(/^(?:[a-z-]+\.)*anthropic\./, '').replace(/-v\d+(?::\d+)?$/, '');
  const undated = plain.replace(/[-@]\d{8}$|[-@]\d{4}-\d{2}-\d{2}$|[-:@]latest$/, '');
  return [...new Set([model, bare, plain, undated])];
}
