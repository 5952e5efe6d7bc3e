/** The words for what a person has chosen for a model. */
import type { Effort, ModelOptions } from '../../core/agent/effort.ts';
import { formatTokens } from '../../core/view/format.ts';
import type { L10n } from '../l10n/l10n.ts';

export function effortName(effort: Effort | undefined, { t }: Pick<L10n, 't'>): string {
  if (effort === undefined) return t('as the provider decides');
  const names: Readonly<Record<Effort, () => string>> = {
    none: () => t('no reasoning'),
    minimal: () => t('minimal'),
    low: () => t('low'),
    medium: () => t('medium'),
    high: () => t('high'),
    xhigh: () => t('very high'),
    max: () => t('maximal'),
  };
  return names[effort]();
}

/** What was chosen, for a list; empty where nothing was. */
export function optionFacts({ effort, maxReply }: ModelOptions, l10n: L10n): readonly string[] {
  return [
    ...(effort === undefined ? [] : [l10n.t('effort: {0}', effortName(effort, l10n))]),
    ...(maxReply === undefined ? [] : [l10n.t('replies of up to {0}', formatTokens(maxReply, l10n.locale))]),
  ];
}
