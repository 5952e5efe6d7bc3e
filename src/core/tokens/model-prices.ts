/** The prices of a model's calls, as far as the built-in table has them. */
import { modelFacts } from './models.ts';
import { DEFAULT_PRICES, type Prices } from './prices.ts';

/** In US dollars per million tokens; for a model that nothing knows, the usual proportions of price lists. */
export function pricesFor(model: string | undefined): Prices {
  return modelFacts(model)?.prices ?? DEFAULT_PRICES;
}
