/** The list of models that Select Model… shows: it grows as each provider answers. */
import * as vscode from 'vscode';
import type { ProviderId } from '../../providers/shared/provider.ts';
import type { L10n } from '../l10n/l10n.ts';
import { PROVIDER_ORDER, providerName } from '../models/provider-facts.ts';
import type { ModelCommandContext } from './model-command-context.ts';
import { type Choice, groupItems, type ItemContext, type ModelGroup, type ModelItem } from './model-items.ts';

type Row = vscode.QuickPickItem & Partial<Pick<ModelItem, 'choice' | 'refuses'>>;

/** `first` is the provider whose models are at the top. Undefined: the person closed the list. */
export async function askForModel(
  { catalog, session, l10n }: ModelCommandContext,
  first?: ProviderId,
): Promise<Choice | undefined> {
  const pick = vscode.window.createQuickPick<Row>();
  const stop = new AbortController();
  const { settings, open, model } = session.state;
  const current = model?.head.id ?? open?.thread.model;
  const order = first === undefined ? PROVIDER_ORDER : [...new Set([first, ...PROVIDER_ORDER])];
  const groups = new Map<ProviderId, ModelGroup>(order.map((provider) => [provider, { provider }]));
  const askAgain = {
    iconPath: new vscode.ThemeIcon('discard'),
    tooltip: l10n.t('Ask Its Server Again for What It Refused'),
  };
  const options = { iconPath: new vscode.ThemeIcon('settings'), tooltip: l10n.t('Model Options…') };
  // What is active without the person: the first row, by VS Code, or the one that was made active here. They are left as more rows come.
  let byItself: readonly (string | undefined)[] = [];
  const show = () => {
    const active = keyOf(pick.activeItems[0]);
    const isChosen = active !== undefined && !byItself.includes(active);
    const wanted = isChosen ? active : keyOf({ choice: { type: 'model', id: String(current) } });
    pick.items = rowsOf([...groups.values()], { current, contextWindows: settings.config.contextWindows, l10n }).map(
      (row) =>
        row.choice?.type === 'model' ? { ...row, buttons: row.refuses ? [askAgain, options] : [options] } : row,
    );
    const same =
      pick.items.find((row) => keyOf(row) === wanted) ?? pick.items.find(({ choice }) => choice?.type === 'model');
    if (same) pick.activeItems = [same];
    byItself = isChosen ? [] : [keyOf(pick.items.find(({ choice }) => choice)), keyOf(same)];
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
      pick.onDidTriggerItemButton(({ item: { choice }, button }) => {
        if (choice?.type !== 'model') return;
        if (button === options) resolve({ type: 'options', id: choice.id });
        else void catalog.forgetRefusals(choice.id).then(load);
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

function keyOf(row: Pick<Row, 'choice'> | undefined): string | undefined {
  return row?.choice && JSON.stringify(row.choice);
}

function rowsOf(groups: readonly ModelGroup[], context: ItemContext): readonly Row[] {
  const connect = { label: `$(plug) ${context.l10n.t('Connect a Model…')}`, choice: { type: 'connect' } } as const;
  const rows = groups.flatMap((group): readonly Row[] => {
    const items = groupItems(group, context);
    const head = { label: providerName(group.provider, context.l10n), kind: vscode.QuickPickItemKind.Separator };
    return items.length === 0 ? [] : [head, ...items];
  });
  const options = context.current === undefined ? [] : [optionsRow(context.current, context.l10n)];
  return [...rows, { label: '', kind: vscode.QuickPickItemKind.Separator }, ...options, connect];
}

/** Of the model in use: the buttons of rows are hard to reach by keyboard. */
function optionsRow(id: string, l10n: L10n): Row {
  return { label: `$(settings) ${l10n.t('Model Options…')}`, description: id, choice: { type: 'options', id } };
}
