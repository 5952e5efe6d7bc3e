/** The prices of a model's calls, as far as the built-in table has them. */
import { modelFacts, pricesAt } from './models.ts';
import { DEFAULT_PRICES, type Prices } from './prices.ts';

/** In US dollars per million tokens, at a time in milliseconds since 1970; for a model that nothing knows, the usual proportions of price lists. */
export function pricesFor(model: string | undefined, at: number): Prices {
  const facts = modelFacts(model);
  return facts ? pricesAt(facts, at) : DEFAULT_PRICES;
}
