/** What calls of a model cost, as far as its vendor's list is known here. */
import { modelFacts } from './models.ts';
import { DEFAULT_PRICES, type Prices } from './prices.ts';

/** In US dollars per million tokens; for a model that nothing knows, the usual proportions of price lists. */
export function pricesFor(model: string | undefined): Prices {
  return modelFacts(model)?.prices ?? DEFAULT_PRICES;
}
