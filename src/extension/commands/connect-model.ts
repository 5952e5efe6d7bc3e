/** Connect a Model…: a list of providers and servers; the one that is chosen is asked for what it needs, tested, and saved. */
import * as vscode from 'vscode';
import type { ProviderId } from '../../providers/shared/provider.ts';
import type { L10n } from '../l10n/l10n.ts';
import { KNOWN_SERVERS, type KnownServer } from '../models/known-servers.ts';
import { PROVIDER_ORDER, PROVIDERS } from '../models/provider-facts.ts';
import { setApiKey } from './api-key.ts';
import type { ModelCommandContext } from './model-command-context.ts';
import { setAddress } from './set-address.ts';

/** Undefined: nothing was connected. */
export type Connected = ProviderId | undefined;

const SERVERS: ProviderId = 'openai-compatible';

interface Row extends vscode.QuickPickItem {
  readonly connect?: () => Promise<Connected>;
}

export async function connectModel(host: ModelCommandContext): Promise<Connected> {
  const options = { title: host.l10n.t('Connect a Model'), matchOnDescription: true, matchOnDetail: true };
  const row = await vscode.window.showQuickPick(rowsOf(host), options);
  return row?.connect?.();
}

function rowsOf(host: ModelCommandContext): readonly Row[] {
  const { l10n } = host;
  const withKey = async (provider: ProviderId) =>
    (await setApiKey(host, provider)).type === 'stored' ? provider : undefined;
  const byAddress = async (server?: KnownServer) => {
    const outcome = await setAddress(host, SERVERS, server);
    return outcome.type === 'saved' ? SERVERS : undefined;
  };
  const keyed = PROVIDER_ORDER.filter((provider) => PROVIDERS[provider].key === 'needed').map(
    (provider): Row => ({
      label: PROVIDERS[provider].name,
      detail: l10n.t('With your API key'),
      connect: () => withKey(provider),
    }),
  );
  const service = (server: KnownServer): Row => ({
    label: server.name,
    description: server.url,
    detail: l10n.t('With your API key'),
    connect: () => byAddress(server),
  });
  const local = (server: KnownServer): Row => ({
    label: server.name,
    description: server.url,
    detail: l10n.t('Runs on your computer or in your network, without a key'),
    connect: () => byAddress(server),
  });
  return [
    separator(l10n.t('Services')),
    ...keyed,
    ...KNOWN_SERVERS.filter(({ service }) => service).map(service),
    separator(l10n.t('Servers of Your Own')),
    // The last rows of a list are out of sight.
    otherServer(l10n, byAddress),
    ...KNOWN_SERVERS.filter(({ service }) => !service).map(local),
  ];
}

const separator = (label: string): Row => ({ label, kind: vscode.QuickPickItemKind.Separator });

function otherServer(l10n: L10n, connect: () => Promise<Connected>): Row {
  return {
    label: l10n.t('Another Server…'),
    detail: l10n.t('Any that speaks as OpenAI’s does'),
    connect: () => connect(),
  };
}
