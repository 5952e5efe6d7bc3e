/** The list of models that Select Model… shows: it grows as each provider answers. */
import * as vscode from 'vscode';
import type { ProviderId } from '../../providers/shared/provider.ts';
import type { L10n } from '../l10n/l10n.ts';
import { parseModelName } from '../models/model-name.ts';
import { PROVIDER_ORDER, providerName } from '../models/provider-facts.ts';
import type { ModelCommandContext } from './model-command-context.ts';
import {
  type Choice,
  enterItems,
  groupItems,
  type ItemContext,
  type ModelGroup,
  type ModelItem,
} from './model-items.ts';

type Row = vscode.QuickPickItem & Partial<Pick<ModelItem, 'choice' | 'refuses'>>;

/** `first` is the provider whose models are at the top, and whose first model is active. Undefined: the person closed the list. */
export async function askForModel(host: ModelCommandContext, first?: ProviderId): Promise<Choice | undefined> {
  const picker = new ModelPicker(host, first);
  try {
    return await picker.choose();
  } finally {
    picker.dispose();
  }
}

class ModelPicker {
  readonly #host: ModelCommandContext;
  readonly #first: ProviderId | undefined;
  readonly #pick = vscode.window.createQuickPick<Row>();
  readonly #stop = new AbortController();
  readonly #groups: Map<ProviderId, ModelGroup>;
  readonly #askAgain: vscode.QuickInputButton;
  readonly #options: vscode.QuickInputButton;
  #unfollow: () => void = () => undefined;
  /** What is active without the person: the first row, by VS Code, or the one that was made active here. They are left as more rows come. */
  #byItself: readonly (string | undefined)[] = [];

  constructor(host: ModelCommandContext, first: ProviderId | undefined) {
    const { l10n } = host;
    this.#host = host;
    this.#first = first;
    const order = first === undefined ? PROVIDER_ORDER : [...new Set([first, ...PROVIDER_ORDER])];
    this.#groups = new Map(order.map((provider) => [provider, { provider }]));
    this.#askAgain = button('discard', l10n.t('Ask Its Server Again for What It Refused'));
    this.#options = button('settings', l10n.t('Model Options…'));
  }

  /** What is connected while the list is open can become the model of the next message. */
  get #context(): ItemContext {
    const { session, l10n } = this.#host;
    const { settings, open, model } = session.state;
    return { current: model?.head.id ?? open?.thread.model, contextWindows: settings.config.contextWindows, l10n };
  }

  choose(): Promise<Choice | undefined> {
    const { l10n, catalog, session } = this.#host;
    const pick = this.#pick;
    const renew = button('refresh', l10n.t('Ask the Providers Anew'));
    const settle = button('gear', l10n.t('Settings of Providers'));
    pick.title = l10n.t('Select Model');
    pick.placeholder = l10n.t('Models of all providers that can be used');
    pick.matchOnDescription = true;
    pick.matchOnDetail = true;
    pick.keepScrollPosition = true;
    pick.buttons = [renew, settle];
    const chosen = new Promise<Choice | undefined>((resolve) => {
      pick.onDidAccept(() => {
        const [row] = pick.selectedItems;
        if (row?.choice) resolve(row.choice);
      });
      pick.onDidHide(() => resolve(undefined));
      pick.onDidTriggerItemButton(({ item: { choice }, button }) => {
        if (choice?.type !== 'model') return;
        if (button === this.#options) resolve({ type: 'options', id: choice.id });
        else void catalog.forgetRefusals(choice.id).then(() => this.#load());
      });
      pick.onDidTriggerButton((pressed) => {
        if (pressed === renew) return void catalog.forgetLists().then(() => this.#load());
        resolve(undefined);
        void vscode.commands.executeCommand('workbench.action.openSettings', '@ext:spool.spool baseUrl');
      });
    });
    let { current } = this.#context;
    this.#unfollow = session.onDidChange(() => {
      if (this.#context.current === current) return;
      current = this.#context.current;
      this.#show();
    });
    pick.show();
    void this.#load();
    return chosen;
  }

  dispose(): void {
    this.#unfollow();
    this.#stop.abort();
    this.#pick.dispose();
  }

  #show(): void {
    const pick = this.#pick;
    const active = keyOf(pick.activeItems[0]);
    const isChosen = active !== undefined && !this.#byItself.includes(active);
    const wanted = isChosen ? active : this.#proposed();
    pick.items = rowsOf([...this.#groups.values()], this.#context).map((row) =>
      row.choice?.type === 'model'
        ? { ...row, buttons: row.refuses ? [this.#askAgain, this.#options] : [this.#options] }
        : row,
    );
    const same =
      pick.items.find((row) => row.choice && keyOf(row) === wanted) ??
      pick.items.find(({ choice }) => choice?.type === 'model');
    if (same) pick.activeItems = [same];
    this.#byItself = isChosen ? [] : [keyOf(pick.items.find(({ choice }) => choice)), keyOf(same)];
  }

  /** What Enter takes before the person moves: what was just connected, else the model in use, but no recording where a model can be used. */
  #proposed(): string | undefined {
    const firstModels = this.#first && this.#groups.get(this.#first)?.models;
    const [model] = firstModels?.ok ? firstModels.value : [];
    // What was just connected lists no model: the person knows its id.
    if (this.#first && firstModels && !model) {
      const row = { choice: { type: 'enter-id', provider: this.#first } } as const;
      if (enterItems(this.#first, firstModels, this.#context.l10n).length > 0) return keyOf(row);
    }
    const id = model?.id ?? String(this.#context.current);
    return parseModelName(id)?.provider === 'replay' ? undefined : keyOf({ choice: { type: 'model', id } });
  }

  async #load(): Promise<void> {
    const { signal } = this.#stop;
    this.#pick.busy = true;
    await Promise.allSettled(
      PROVIDER_ORDER.map(async (provider) => {
        const models = await this.#host.catalog.list(provider, signal);
        if (signal.aborted) return;
        this.#groups.set(provider, { provider, models });
        this.#show();
      }),
    );
    if (!signal.aborted) this.#pick.busy = false;
  }
}

function button(icon: string, tooltip: string): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon(icon), tooltip };
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
