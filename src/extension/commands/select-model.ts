/** Select Model…: lets a person choose what the thread speaks with, and warns where it does not fit. */
import * as vscode from 'vscode';
import { assertNever } from '../../core/lang/assert-never.ts';
import type { ProviderId } from '../../providers/shared/provider.ts';
import { forThread } from '../models/current-model.ts';
import { fullName } from '../models/model-name.ts';
import { PROVIDER_ORDER, PROVIDERS } from '../models/provider-facts.ts';
import { findUrlKey } from '../settings/model-settings.ts';
import { modelProblemNotice } from '../words/turn-notice.ts';
import { setApiKey } from './api-key.ts';
import type { ModelCommandContext } from './model-command-context.ts';
import { findMisfit } from './model-fit.ts';
import { type Choice, groupItems, type ItemContext, type ModelGroup, type ModelItem } from './model-items.ts';

export type SelectOutcome =
  | { readonly type: 'selected'; readonly model: string }
  | { readonly type: 'cancelled' }
  | { readonly type: 'failed'; readonly why: string };

/** Without `id`, which has its provider in front, the person is asked. */
export async function selectModel(host: ModelCommandContext, id?: string): Promise<SelectOutcome> {
  if (id !== undefined) return switchTo(host, id);
  for (;;) {
    const choice = await askForModel(host);
    switch (choice?.type) {
      case undefined:
        return { type: 'cancelled' };
      case 'model':
        return switchTo(host, choice.id);
      case 'set-key':
        await setApiKey(host, choice.provider);
        break;
      case 'set-address':
        await openAddressSetting(choice.provider);
        return { type: 'cancelled' };
      case 'enter-id': {
        const model = await askForId(host, choice.provider);
        if (model !== undefined) return switchTo(host, fullName({ provider: choice.provider, model }));
        break;
      }
      default:
        assertNever(choice);
    }
  }
}

async function switchTo(host: ModelCommandContext, id: string): Promise<SelectOutcome> {
  const { catalog, session, l10n } = host;
  const found = forThread(await catalog.find(id), session.state.open?.thread);
  if (!found.ok) {
    const notice = modelProblemNotice(found.error, l10n);
    host.tell(notice);
    return { type: 'failed', why: notice.text };
  }
  const misfit = findMisfit(session.state, found.value, host.learned, l10n);
  if (misfit) {
    const anyway = l10n.t('Switch Anyway');
    const options = { modal: true, detail: misfit.detail };
    if ((await vscode.window.showWarningMessage(misfit.text, options, anyway)) !== anyway) return { type: 'cancelled' };
  }
  const failure = await host.switchModel(id);
  if (failure) {
    host.tell(failure);
    return { type: 'failed', why: failure.text };
  }
  await catalog.pick(id);
  await sayWherePinned(host, id);
  return { type: 'selected', model: id };
}

/** What was picked counts for new threads only where no setting does. */
async function sayWherePinned({ catalog, session, l10n, tell }: ModelCommandContext, id: string): Promise<void> {
  const next = await catalog.find(undefined);
  if (!next.ok || next.value.head.id === id) return;
  const { name } = next.value.head;
  const text = session.state.open
    ? l10n.t('This thread goes on with it. New threads begin with {0}, as your settings say.', name)
    : l10n.t('New threads begin with {0}, as your settings say. Change spool.provider or spool.model.id.', name);
  tell({ severity: 'info', text });
}

type Row = vscode.QuickPickItem & Partial<Pick<ModelItem, 'choice' | 'refuses'>>;

/** Shows each provider's models as soon as it has answered. */
async function askForModel({ catalog, session, l10n }: ModelCommandContext): Promise<Choice | undefined> {
  const pick = vscode.window.createQuickPick<Row>();
  const stop = new AbortController();
  const { settings, open, model } = session.state;
  const current = model?.head.id ?? open?.thread.model;
  const groups = new Map<ProviderId, ModelGroup>(PROVIDER_ORDER.map((provider) => [provider, { provider }]));
  const askAgain = {
    iconPath: new vscode.ThemeIcon('discard'),
    tooltip: l10n.t('Ask Its Server Again for What It Refused'),
  };
  const show = () => {
    const active = pick.activeItems[0]?.choice ?? { type: 'model', id: current };
    pick.items = rowsOf([...groups.values()], { current, contextWindows: settings.config.contextWindows, l10n }).map(
      (row) => (row.refuses ? { ...row, buttons: [askAgain] } : row),
    );
    const same = pick.items.find(({ choice }) => choice && JSON.stringify(choice) === JSON.stringify(active));
    if (same) pick.activeItems = [same];
  };
  const load = async () => {
    pick.busy = true;
    await Promise.allSettled(
      PROVIDER_ORDER.map(async (provider) => {
        const models = await catalog.list(provider, stop.signal);
        if (stop.signal.aborted) return;
        groups.set(provider, { provider, models });
        show();
      }),
    );
    if (!stop.signal.aborted) pick.busy = false;
  };
  const renew = { iconPath: new vscode.ThemeIcon('refresh'), tooltip: l10n.t('Ask the Providers Anew') };
  const settle = { iconPath: new vscode.ThemeIcon('gear'), tooltip: l10n.t('Settings of Providers') };
  pick.title = l10n.t('Select Model');
  pick.placeholder = l10n.t('Models of all providers that can be used');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.keepScrollPosition = true;
  pick.buttons = [renew, settle];
  try {
    const chosen = new Promise<Choice | undefined>((resolve) => {
      pick.onDidAccept(() => {
        const [row] = pick.selectedItems;
        if (row?.choice) resolve(row.choice);
      });
      pick.onDidHide(() => resolve(undefined));
      pick.onDidTriggerItemButton(({ item: { choice } }) => {
        if (choice?.type === 'model') void catalog.forgetRefusals(choice.id).then(load);
      });
      pick.onDidTriggerButton((button) => {
        if (button === renew) return void catalog.forgetLists().then(load);
        resolve(undefined);
        void vscode.commands.executeCommand('workbench.action.openSettings', '@ext:spool.spool baseUrl');
      });
    });
    pick.show();
    void load();
    return await chosen;
  } finally {
    stop.abort();
    pick.dispose();
  }
}

function rowsOf(groups: readonly ModelGroup[], context: ItemContext): readonly Row[] {
  return groups.flatMap((group): readonly Row[] => {
    const items = groupItems(group, context);
    const head = { label: PROVIDERS[group.provider].name, kind: vscode.QuickPickItemKind.Separator };
    return items.length === 0 ? [] : [head, ...items];
  });
}

async function askForId({ l10n }: ModelCommandContext, provider: ProviderId): Promise<string | undefined> {
  const typed = await vscode.window.showInputBox({
    title: l10n.t('Select Model'),
    prompt: l10n.t('The id of the model, as {0} has it', PROVIDERS[provider].name),
    validateInput: (text) => (text.trim() === '' ? l10n.t('Type the id of a model.') : undefined),
  });
  return typed?.trim();
}

async function openAddressSetting(provider: ProviderId): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', findUrlKey(provider) ?? '@ext:spool.spool');
}
