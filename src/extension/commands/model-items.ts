/** What Select Model… shows of each provider and its models. */
import { learnedFor } from '../../core/agent/refusals/learned-limits.ts';
import type { CompactionConfig } from '../../core/compaction/config.ts';
import { assertNever } from '../../core/lang/assert-never.ts';
import type { Result } from '../../core/lang/result.ts';
import { PRICES_AS_OF } from '../../core/tokens/models.ts';
import type { Prices } from '../../core/tokens/prices.ts';
import { modelSize } from '../../core/tokens/window.ts';
import { formatTokens } from '../../core/view/format.ts';
import { listText } from '../../core/view/list-text.ts';
import type { ProviderId } from '../../providers/shared/provider.ts';
import type { L10n } from '../l10n/l10n.ts';
import type { ModelProblem } from '../models/chat-model.ts';
import type { ListedModel } from '../models/listed-model.ts';
import { PROVIDERS } from '../models/provider-facts.ts';
import { concededFacts } from '../words/concession-text.ts';
import { optionFacts } from '../words/model-options-text.ts';
import { modelProblemNotice } from '../words/turn-notice.ts';
import { plainLabel } from './plain-label.ts';

/** What a person can choose there. */
export type Choice =
  | { readonly type: 'model' | 'options'; readonly id: string }
  /** A provider or server that is not in the list yet. */
  | { readonly type: 'connect' }
  | { readonly type: 'set-key' | 'enter-id' | 'set-address'; readonly provider: ProviderId };

export interface ModelItem {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly choice: Choice;
  /** Whether its requests leave something out, or are smaller, because of what its server refused or reported. */
  readonly refuses?: true;
}

/** `models` is absent while its provider is being asked. */
export interface ModelGroup {
  readonly provider: ProviderId;
  readonly models?: Result<readonly ListedModel[], ModelProblem>;
}

export interface ItemContext {
  /** The model that the next message goes to, with its provider. */
  readonly current: string | undefined;
  readonly contextWindows: CompactionConfig['contextWindows'];
  readonly l10n: L10n;
}

/** A provider's models, and what else can be done about it. Empty: there is nothing to choose. */
export function groupItems({ provider, models }: ModelGroup, context: ItemContext): readonly ModelItem[] {
  const { l10n } = context;
  if (!models) return [];
  const listed = models.ok ? models.value.map((model) => modelItem(model, context)) : [];
  return [
    ...listed,
    ...(models.ok ? [] : problemItems(provider, models.error, l10n)),
    ...enterItems(provider, models, l10n),
  ];
}

function modelItem(model: ListedModel, { current, contextWindows, l10n }: ItemContext): ModelItem {
  const { id, name, info, reported, prices, conceded = {}, learned = {}, options = {} } = model;
  const refused = concededFacts(conceded, l10n);
  const { window } = modelSize(id, contextWindows, reported);
  const { limit } = learnedFor(learned, window);
  const facts = [
    windowText(window, limit, l10n),
    ...(prices ? [priceText(prices, l10n)] : []),
    ...(info.takesImages && conceded.images === undefined ? [l10n.t('images')] : []),
    ...(info.takesTools === false ? [l10n.t('no tools')] : conceded.tools === undefined ? [l10n.t('tools')] : []),
    ...optionFacts(options, l10n),
    ...(refused.length > 0 ? [l10n.t('its server refused more: {0}', listText(refused, l10n.t))] : []),
  ];
  return {
    label: `${id === current ? '$(check) ' : ''}${plainLabel(name)}`,
    description: info.id === name ? '' : plainLabel(info.id),
    detail: plainLabel(facts.join(' · ')),
    choice: { type: 'model', id },
    ...((Object.keys(conceded).length > 0 || limit !== undefined) && { refuses: true as const }),
  };
}

function windowText(window: number | undefined, limit: number | undefined, l10n: L10n): string {
  if (limit !== undefined && (window === undefined || limit < window))
    return l10n.t('{0} window, as learned from its server', formatTokens(limit, l10n.locale));
  return window === undefined ? l10n.t('window unknown') : l10n.t('{0} window', formatTokens(window, l10n.locale));
}

function priceText({ input, output, tiers = [] }: Prices, l10n: L10n): string {
  const dollars = new Intl.NumberFormat(l10n.locale, { style: 'currency', currency: 'USD', maximumFractionDigits: 3 });
  const price = l10n.t(
    '{0} in, {1} out per million tokens (list price, {2})',
    dollars.format(input),
    dollars.format(output),
    PRICES_AS_OF,
  );
  const [tier] = tiers;
  return tier ? l10n.t('{0}, more above {1}', price, formatTokens(tier.above, l10n.locale)) : price;
}

function problemItems(provider: ProviderId, problem: ModelProblem, l10n: L10n): readonly ModelItem[] {
  const { text } = modelProblemNotice(problem, l10n);
  const setKey = `$(key) ${l10n.t('Set API Key…')}`;
  const setAddress = `$(gear) ${l10n.t('Set Address…')}`;
  switch (problem.type) {
    case 'no-key':
      return [{ label: setKey, detail: text, choice: { type: 'set-key', provider } }];
    case 'bad-url':
      return [{ label: setAddress, detail: text, choice: { type: 'set-address', provider } }];
    case 'provider-failed': {
      const detail = plainLabel(text.replace('\n', ' · '));
      const { kind } = problem.error;
      if ((kind === 'auth' || kind === 'quota') && PROVIDERS[provider].key !== 'none')
        return [{ label: setKey, detail, choice: { type: 'set-key', provider } }];
      return [{ label: setAddress, detail, choice: { type: 'set-address', provider } }];
    }
    case 'unknown-model':
    case 'recording-only':
      return [];
    default:
      return assertNever(problem);
  }
}

/** A server may have models that it does not list. */
export function enterItems(
  provider: ProviderId,
  models: Result<readonly ListedModel[], ModelProblem>,
  l10n: L10n,
): readonly ModelItem[] {
  const isReachable = models.ok || models.error.type === 'provider-failed';
  if (provider !== 'openai-compatible' || !isReachable) return [];
  return [{ label: `$(edit) ${l10n.t('Enter the Id of a Model…')}`, choice: { type: 'enter-id', provider } }];
}
