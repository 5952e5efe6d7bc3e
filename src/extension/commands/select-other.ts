/** Go On with Another Model…: offers the models that can be used now in place of one that is unavailable, with what the switch costs. */
import * as vscode from 'vscode';
import { sizeAfterSwitch } from '../../core/agent/switch-model.ts';
import { oneLine } from '../../core/lang/clip.ts';
import { shownCommand } from '../../core/permission/hidden-characters.ts';
import { NO_BASE } from '../../core/thread/measure.ts';
import type { Thread } from '../../core/thread/thread.ts';
import { ratesFor } from '../../core/tokens/prices.ts';
import { formatTokens } from '../../core/view/format.ts';
import type { ProviderId } from '../../providers/shared/provider.ts';
import type { L10n } from '../l10n/l10n.ts';
import type { ListedModel } from '../models/listed-model.ts';
import { PROVIDER_ORDER, providerName } from '../models/provider-facts.ts';
import { runContext } from '../session/run-context.ts';
import type { SessionState } from '../session/session-state.ts';
import type { ModelCommandContext } from './model-command-context.ts';
import { plainLabel } from './plain-label.ts';
import { type SelectOutcome, selectModel } from './select-model.ts';

/** A provider that does not answer within this time, as it may be the unavailable one, is not in the list. */
const WAIT_MS = 5_000;
/** UTF-16 units of a name. */
const MOST_OF_NAME = 100;

type ShownState = Pick<SessionState, 'open' | 'settings' | 'model'>;
/** A model by its id, or the list of all models. A separator has none. */
type Choice = { readonly type: 'model'; readonly id: string } | { readonly type: 'all-models' };
type ModelItem = vscode.QuickPickItem & { readonly choice?: Choice };

/** The thread is switched once a model is chosen; the caller goes on with the turn. */
export async function selectOther(host: ModelCommandContext): Promise<SelectOutcome> {
  const { session, l10n } = host;
  const { open, model } = session.state;
  const current = model?.head.id ?? open?.thread.model;
  const chosen = await vscode.window.showQuickPick(itemsOf(host, current), {
    title: l10n.t('Go On with Another Model'),
    placeHolder: l10n.t('The turn goes on with the model that you choose'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  switch (chosen?.choice?.type) {
    case undefined:
      return { type: 'cancelled' };
    case 'all-models':
      return selectModel(host);
    case 'model':
      return selectModel(host, chosen.choice.id);
  }
}

/** Those of the unavailable provider come last: its other models may share the limit or the fault. */
async function itemsOf(
  { catalog, session, l10n }: ModelCommandContext,
  current: string | undefined,
): Promise<ModelItem[]> {
  const own = current?.split('/', 1)[0];
  const order = [...PROVIDER_ORDER.filter((id) => id !== own), ...PROVIDER_ORDER.filter((id) => id === own)];
  const lists = await Promise.all(order.map((provider) => listInTime(catalog, provider)));
  const thoughts = thoughtsIn(session.state.open?.thread);
  const rows = lists.flatMap((models, at): readonly ModelItem[] => {
    const provider = order[at];
    const others = models?.ok ? models.value.filter(({ id }) => id !== current) : [];
    if (provider === undefined || provider === 'replay' || others.length === 0) return [];
    const head = { label: providerName(provider, l10n), kind: vscode.QuickPickItemKind.Separator };
    return [head, ...others.map((model) => itemOf(model, session.state, thoughts, l10n))];
  });
  const whole: ModelItem = {
    label: `$(list-selection) ${l10n.t('Select Model…')}`,
    ...(rows.length === 0 && { detail: l10n.t('No other model can be used yet. Connect one here.') }),
    choice: { type: 'all-models' },
  };
  return [...rows, { label: '', kind: vscode.QuickPickItemKind.Separator }, whole];
}

/** Undefined where the provider was late. */
async function listInTime(catalog: ModelCommandContext['catalog'], provider: ProviderId) {
  const signal = AbortSignal.timeout(WAIT_MS);
  const late = new Promise<undefined>((resolve) =>
    signal.addEventListener('abort', () => resolve(undefined), { once: true }),
  );
  return Promise.race([catalog.list(provider, signal), late]);
}

function itemOf(model: ListedModel, state: ShownState, thoughts: Thoughts, l10n: L10n): ModelItem {
  const { id, name, info } = model;
  return {
    label: shownName(name),
    ...(info.id !== name && { description: info.id }),
    detail: switchFacts(model, state, thoughts, l10n).join(' · '),
    choice: { type: 'model', id },
  };
}

/** What the switch costs: the window, what is sent anew as no cache has it, and what only the model that made it can read. */
function switchFacts(
  { id, name, modelKey, reported, learned = {}, options = {}, prices }: ListedModel,
  { open, settings, model }: ShownState,
  thoughts: Thoughts,
  l10n: L10n,
): readonly string[] {
  if (!open) return [];
  const { thread } = open;
  const head = { id, name, provider: '', isReplay: false };
  const next = { head, reported, learned, options, base: model?.base ?? NO_BASE };
  const { limits, base } = runContext(thread, settings.config, next);
  const { tokens, fits } = sizeAfterSwitch({ thread, model: id, base, ...(limits.ok && { limits: limits.value }) });
  const left = [...thoughts].reduce((sum, [by, count]) => sum + (by === modelKey ? 0 : count), 0);
  const size = (count: number) => formatTokens(count, l10n.locale);
  return [
    ...(limits.ok ? [] : [l10n.t('window unknown')]),
    fits || !limits.ok
      ? l10n.t('sends ~{0} tokens anew', size(tokens))
      : l10n.t('takes {0}, so that the thread is compacted first', size(limits.value.window - limits.value.reserve)),
    ...(fits && prices ? [l10n.t('about {0}', dollars(ratesFor(tokens, prices).cacheWrite * tokens, l10n))] : []),
    ...(left > 0
      ? [l10n.plural(left, 'without {0} thought of another model', 'without {0} thoughts of another model')]
      : []),
  ];
}

/** `price` in millionths of a US dollar. */
function dollars(price: number, { locale }: L10n): string {
  const style = { style: 'currency', currency: 'USD', maximumSignificantDigits: 2 } as const;
  return new Intl.NumberFormat(locale, style).format(price / 1_000_000);
}

/** How many blocks of thinking the context has of each model, by its `modelKey`: they are sent to that model alone. */
type Thoughts = ReadonlyMap<string | undefined, number>;

function thoughtsIn(thread: Pick<Thread, 'items'> | undefined): Thoughts {
  const counts = new Map<string | undefined, number>();
  for (const { message } of thread?.items ?? [])
    for (const block of message.blocks)
      if (block.type === 'thinking' || block.type === 'redacted_thinking')
        counts.set(block.by, (counts.get(block.by) ?? 0) + 1);
  return counts;
}

/** On one line, hidden characters by their number. */
function shownName(text: string): string {
  return plainLabel(oneLine(shownCommand(text), MOST_OF_NAME));
}
