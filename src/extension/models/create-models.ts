/** Builds the model catalogue, API keys and request log of a window, and updates them when settings or keys change. */
import * as vscode from 'vscode';
import { type ConfigProblem, describeProblem } from '../../core/lang/setting.ts';
import { PROVIDER_IDS, type Provider, type ProviderId } from '../../providers/shared/provider.ts';
import type { L10n } from '../l10n/l10n.ts';
import { RequestLog } from '../request-log/request-log.ts';
import { provideRequestLog } from '../request-log/show.ts';
import { findBaseUrl, MODEL_SETTING_KEYS, type ScopedModelSettings } from '../settings/model-settings.ts';
import { readModelConfiguration } from '../settings/read-configuration.ts';
import { ApiKeys, type Secrets } from './api-keys.ts';
import { ModelCatalog } from './catalog.ts';
import type { Memory } from './knowledge-store.ts';
import { loadOnce } from './load-once.ts';
import { providerName } from './provider-facts.ts';

export interface Models extends vscode.Disposable {
  readonly catalog: ModelCatalog;
  readonly keys: ApiKeys;
  readonly requests: RequestLog;
  /** As they are in use, with what was refused. */
  readonly settings: () => ScopedModelSettings;
}

export function createModels(
  context: { readonly secrets: Secrets; readonly globalState: Memory },
  load: (id: ProviderId) => Promise<Provider>,
  log: { warn(text: string): void },
  l10n: L10n,
): Models {
  const requests = new RequestLog(Date.now);
  const keys = new ApiKeys(context.secrets, (key) => requests.hide(key));
  let settings = readModelConfiguration();
  const memory = context.globalState;
  const catalog = new ModelCatalog({
    load: loadOnce(load),
    keys,
    memory,
    requests,
    settings: () => settings,
    now: Date.now,
  });
  const said = new Set<string>();
  const sayOnce = (text: string, say: (text: string) => unknown) => {
    if (!said.has(text)) say(text);
    said.add(text);
  };
  const refuse = (problems: readonly ConfigProblem[]) => {
    for (const problem of problems.map(describeProblem)) sayOnce(problem, (text) => log.warn(text));
  };
  const read = async () => {
    settings = readModelConfiguration();
    refuse(settings.problems);
    for (const text of PROVIDER_IDS.flatMap((id) => plainText(id, settings, l10n) ?? []))
      sayOnce(text, () => vscode.window.showWarningMessage(text));
    catalog.changed();
    const { refused, provider } = await catalog.default();
    if (refused !== undefined) refuse([foreignModel(refused, providerName(provider, l10n))]);
  };
  void read();
  const disposable = vscode.Disposable.from(
    provideRequestLog(requests, l10n),
    vscode.lm.onDidChangeChatModels(() => catalog.changed()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (MODEL_SETTING_KEYS.some((key) => event.affectsConfiguration(key))) void read();
    }),
  );
  return { catalog, keys, requests, settings: () => settings, dispose: () => disposable.dispose() };
}

function plainText(provider: ProviderId, { config }: ScopedModelSettings, l10n: L10n): string | undefined {
  const url = findBaseUrl(provider, config);
  return url?.isPlain
    ? l10n.t(
        '{0} is reached at {1} without encryption: your key and threads can be read on the way.',
        providerName(provider, l10n),
        url.url,
      )
    : undefined;
}

/** What is refused of a workspace's settings for naming another provider's model. */
function foreignModel(value: string, provider: string): ConfigProblem {
  return { key: 'spool.model.id', value, expected: `a model of the provider in use, ${provider}, from a workspace` };
}
