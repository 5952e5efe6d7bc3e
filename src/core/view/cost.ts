/** Computes what model calls cost by the vendors' price lists: one call, a sub-agent, a whole thread. */
import type { TokenUsage } from '../message/message.ts';
import type { Entry } from '../thread/entry.ts';
import type { SubAgent } from '../thread/sub-agent.ts';
import { type ModelFacts, modelFacts, pricesAt } from '../tokens/models.ts';
import { costOf, costOfCalls, PRICED_TOKENS } from '../tokens/prices.ts';

/** VS Code's models are part of a subscription, and a recording calls no model. */
const UNPAID = /^(?:vscode-lm|replay)\//;

interface Call {
  readonly model?: string;
  readonly usage?: TokenUsage;
  /** Milliseconds since 1970: prices change. */
  readonly at: number;
}

/** US dollars; undefined where the model is on no list or its provider did not report what was used. */
export function costInDollars(call: Call): number | undefined {
  return priceOf(call, factsOf(call.model));
}

/** US dollars of all calls of a sub-agent; undefined until it has ended. */
export function agentCost({ model, usage, rounds, at }: Call & Pick<SubAgent, 'rounds'>): number | undefined {
  const facts = factsOf(model);
  return usage && facts && costOfCalls(usage, rounds ?? 1, pricesAt(facts, at)) / PRICED_TOKENS;
}

/** US dollars of a whole log: its replies, compactions and sub-agents, also those that a restore left behind. Undefined where none has a price. */
export function threadCost(entries: Iterable<Entry>): number | undefined {
  const known = new Map<string | undefined, ModelFacts | undefined>();
  const facts = (model: string | undefined) => {
    if (!known.has(model)) known.set(model, factsOf(model));
    return known.get(model);
  };
  let sum: number | undefined;
  for (const entry of entries) {
    const cost = entry.type === 'sub_agent' ? agentCost(entry) : 'usage' in entry && priceOf(entry, facts(entry.model));
    if (typeof cost === 'number') sum = (sum ?? 0) + cost;
  }
  return sum;
}

function factsOf(model: string | undefined): ModelFacts | undefined {
  return model === undefined || UNPAID.test(model) ? undefined : modelFacts(model);
}

function priceOf({ usage, at }: Call, facts: ModelFacts | undefined): number | undefined {
  return usage && facts && costOf(usage, pricesAt(facts, at)) / PRICED_TOKENS;
}
