/** Makes the facts that src/core/tokens/models.json keeps of a model list, with our corrections to it. */

/** @typedef {{ input: number, output: number, cacheRead: number, cacheWrite: number }} Cost US dollars per million tokens */

/**
 * A model as @earendil-works/pi-ai lists it.
 * @typedef {object} Listed
 * @property {string} id
 * @property {string} type
 * @property {string} provider
 * @property {boolean} [reasoning]
 * @property {readonly string[]} [input]
 * @property {Cost & { tiers?: readonly (Cost & { inputTokensAbove: number })[] }} cost
 * @property {number} contextWindow
 * @property {number} maxTokens
 */

/** @typedef {Cost & { tiers?: readonly (Cost & { above: number })[] }} Prices */
/** @typedef {{ from: string, prices: Prices }} LaterPrices `from` is a day, as 2026-12-01 */
/**
 * @typedef {object} Facts
 * @property {number} window
 * @property {number} [maxInput]
 * @property {number} maxOutput
 * @property {true} [takesImages]
 * @property {true} [thinks]
 * @property {Prices} prices
 * @property {readonly LaterPrices[]} [later]
 */

/**
 * Where the list says something else than the vendor.
 * @type {readonly { holds: (model: Listed) => boolean, size: Pick<Facts, 'window' | 'maxInput'> }[]}
 */
const corrections = [
  {
    // 272,000 is where they begin to cost more. developers.openai.com/api/docs/models has 1,050,000 with 922,000 of input for
    // gpt-6.2-sol; the list itself for the Pro models. Not looked up for each of the others.
    holds: ({ provider, contextWindow }) =>
      provider === 'openai' && (contextWindow === 272_000 || contextWindow === 1_050_000),
    size: { window: 1_050_000, maxInput: 922_000 },
  },
  {
    // Announced with GPT-5, and not looked up again: 272,000 of the 400,000 are for input.
    holds: ({ provider, contextWindow, maxTokens }) =>
      provider === 'openai' && contextWindow === 400_000 && maxTokens === 128_000,
    size: { window: 400_000, maxInput: 272_000 },
  },
];

/**
 * Prices that a vendor has announced from a day on (ai.google.dev/gemini-api/docs/pricing: "through November 30, 2026",
 * "through December 31, 2026"). They are for the price that the list has now; a list with another price has them already.
 *
 * @type {readonly { ids: readonly string[], input: number, from: string, times: number }[]}
 */
const announced = [
  { ids: ['gemini-4-argon', 'gemini-4-carbon'], input: 2, from: '2026-12-01', times: 2 },
  { ids: ['gemini-3.6-flash', 'gemini-3.7-flash', 'gemini-3.8-flash'], input: 0.75, from: '2027-01-01', times: 2 },
];

/**
 * Models that the official libraries name and the lists lack, by a model whose sizes and prices they share.
 * platform.claude.com/docs/en/models/fable-5/overview: Mythos 5 "shares Claude Fable 5's specifications and pricing"; the later two are
 * taken to do the same. OpenAI's models for a field are taken to be like the model whose name they begin with.
 *
 * @type {Readonly<Record<string, string>>}
 */
const sharing = {
  'claude-mythos-5': 'claude-fable-5',
  'claude-mythos-5-1': 'claude-fable-5-1',
  'claude-mythos-5-2': 'claude-fable-5-2',
  'gpt-5-codex': 'gpt-5',
  'gpt-5.1-codex': 'gpt-5.1',
  'gpt-5.1-codex-max': 'gpt-5.1',
  'gpt-6.2-astra-law': 'gpt-6.2-astra',
};

/**
 * What is kept of the lists, by id and in its order. Models without a price are left out, and what only adds a date to a
 * model that is the same without.
 *
 * @param {readonly Record<string, Record<string, Listed>>[]} lists the parsed files: by API, then by name
 * @returns {Record<string, Facts>}
 */
export function factsOf(lists) {
  const listed = lists.flatMap((list) => Object.values(list)).flatMap((models) => Object.values(models));
  const chat = listed.filter(({ type, cost }) => type === 'chat' && cost.input > 0);
  const facts = new Map(chat.map((model) => [model.id, factsOfOne(model)]));
  for (const [id, one] of facts) {
    const same = facts.get(id.replace(/-\d{8}$|-\d{4}-\d{2}-\d{2}$/, ''));
    if (same !== one && JSON.stringify(same) === JSON.stringify(one)) facts.delete(id);
  }
  for (const [id, like] of Object.entries(sharing)) {
    const shared = facts.get(like);
    if (shared && !facts.has(id)) facts.set(id, shared);
  }
  return Object.fromEntries([...facts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** @param {Listed} model @returns {Facts} */
function factsOfOne(model) {
  const { cost, contextWindow, maxTokens, input = [], reasoning } = model;
  const size = corrections.find(({ holds }) => holds(model))?.size ?? { window: contextWindow };
  const later = announced
    .filter(({ ids, input: now }) => ids.includes(model.id) && now === cost.input)
    .map(({ from, times }) => ({ from, prices: pricesOf(timesCost(cost, times)) }));
  const tiers = (cost.tiers ?? []).map((tier) => ({ above: tier.inputTokensAbove, ...pricesOf(tier) }));
  return {
    ...size,
    maxOutput: maxTokens,
    ...(input.includes('image') && { takesImages: true }),
    ...(reasoning && { thinks: true }),
    prices: { ...pricesOf(cost), ...(tiers.length > 0 && { tiers: tiers.toSorted((a, b) => a.above - b.above) }) },
    ...(later.length > 0 && { later }),
  };
}

/** Where the list has no price for the cache, it costs what input costs. @param {Cost} cost @returns {Cost} */
const pricesOf = ({ input, output, cacheRead, cacheWrite }) => ({
  input,
  output,
  cacheRead: cacheRead || input,
  cacheWrite: cacheWrite || input,
});

/** @param {Cost} cost @param {number} times @returns {Cost} */
const timesCost = ({ input, output, cacheRead, cacheWrite }, times) => ({
  input: input * times,
  output: output * times,
  cacheRead: cacheRead * times,
  cacheWrite: cacheWrite * times,
});
