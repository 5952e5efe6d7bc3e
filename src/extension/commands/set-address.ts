/** Asks for the address of a provider, tests it, and saves it in the person's own settings. */
import * as vscode from 'vscode';
import type { ModelError } from '../../core/agent/model-event.ts';
import { assertNever } from '../../core/lang/assert-never.ts';
import { translateOwn } from '../../core/lang/own-sentences.ts';
import { type BaseUrlProblem, checkBaseUrl, withScheme } from '../../providers/shared/base-url.ts';
import type { ProviderId } from '../../providers/shared/provider.ts';
import type { L10n } from '../l10n/l10n.ts';
import type { KnownServer } from '../models/known-servers.ts';
import { parseModelName } from '../models/model-name.ts';
import { PROVIDER_ORDER, PROVIDERS, providerName } from '../models/provider-facts.ts';
import { redact } from '../request-log/redact.ts';
import { findBaseUrl, findUrlKey } from '../settings/model-settings.ts';
import { type ProposedKey, proposeKey, replacesText, storeKey } from './api-key.ts';
import type { ModelCommandContext } from './model-command-context.ts';
import { testAccess } from './test-access.ts';

export type AddressOutcome = { readonly type: 'saved' | 'cancelled' };

const CANCELLED: AddressOutcome = { type: 'cancelled' };

/** With a known server, its address is proposed; that of a service is taken without a question, and its key is asked for. */
export async function setAddress(
  host: ModelCommandContext,
  provider: ProviderId,
  server?: KnownServer,
): Promise<AddressOutcome> {
  const current = findBaseUrl(provider, host.settings().config)?.url;
  let proposed = server?.url ?? current ?? '';
  for (;;) {
    const url = server?.service
      ? server.url
      : await askForAddress(host.l10n, titleOf(provider, server, host.l10n), proposed, current);
    if (url === undefined) return CANCELLED;
    proposed = url;
    const choice = await keyFor(host, provider, url, current);
    if (choice.type === 'cancelled') return CANCELLED;
    // A service takes nothing without a key, which is tested when it is set.
    const answer = server?.service
      ? 'set-key'
      : await testAddress(host, provider, url, choice.type === 'send' ? choice.apiKey : undefined, server);
    if (answer === 'cancel') return CANCELLED;
    if (answer === 'again') continue;
    const replaces = current === url ? undefined : current;
    const key = answer === 'set-key' ? await proposeKey(host, provider, { url, replaces }) : undefined;
    if (answer === 'set-key' && key === undefined) return CANCELLED;
    return keep(host, provider, url, { removes: choice.type === 'remove', key });
  }
}

/** Nothing is saved before the person is done: a step that they cancel leaves the address and the key as they were. */
async function keep(
  host: ModelCommandContext,
  provider: ProviderId,
  url: string,
  { removes, key }: { readonly removes: boolean; readonly key: ProposedKey | undefined },
): Promise<AddressOutcome> {
  const { keys } = host;
  const before = removes ? await keys.find(provider) : undefined;
  // The key goes first: no request may take it to the new address.
  if (removes) await keys.remove(provider);
  if (!(await save(host, provider, url))) {
    if (before !== undefined) await keys.store(provider, before);
    return CANCELLED;
  }
  if (key) await storeKey(host, provider, key);
  return { type: 'saved' };
}

/** Set Address…: without `provider`, of the model that the next message goes to; where that has none, the person is asked. */
export async function runSetAddress(host: ModelCommandContext, provider?: ProviderId): Promise<AddressOutcome> {
  const { session, l10n } = host;
  const current = parseModelName(session.state.model?.head.id ?? '')?.provider;
  const [own] = [provider, current].filter((one) => one !== undefined && findUrlKey(one) !== undefined);
  const rows = PROVIDER_ORDER.filter((one) => findUrlKey(one) !== undefined).map((one) => ({
    label: providerName(one, l10n),
    description: findBaseUrl(one, host.settings().config)?.url ?? '',
    provider: one,
  }));
  const placeHolder = l10n.t('Whose address is it?');
  const whose = own ?? (await vscode.window.showQuickPick(rows, { placeHolder }))?.provider;
  if (whose === undefined) return CANCELLED;
  return setAddress(host, whose);
}

/** A server that is not a known one has no name that a person would look for. */
function titleOf(provider: ProviderId, server: KnownServer | undefined, l10n: L10n): string {
  if (server === undefined && PROVIDERS[provider].needsUrl) return l10n.t('Address of the Server');
  return l10n.t('Address of {0}', server?.name ?? providerName(provider, l10n));
}

async function askForAddress(
  l10n: L10n,
  title: string,
  value: string,
  current: string | undefined,
): Promise<string | undefined> {
  const prompt = l10n.t('It is asked for its models at once, and saved in your user settings.');
  const typed = await vscode.window.showInputBox({
    title,
    prompt: current === undefined ? prompt : `${replacesText(current, l10n)} ${prompt}`,
    placeHolder: 'http://localhost:11434/v1',
    value,
    ignoreFocusOut: true,
    validateInput: (text) => {
      const checked = checkBaseUrl(withScheme(text));
      return checked.ok ? undefined : problemText(checked.error, l10n);
    },
  });
  const checked = typed === undefined ? undefined : checkBaseUrl(withScheme(typed));
  return checked?.ok ? checked.value.url : undefined;
}

function problemText(problem: BaseUrlProblem, l10n: L10n): string {
  switch (problem.type) {
    case 'no-url':
      return l10n.t('Type an address that begins with http:// or https://, such as {0}.', 'http://localhost:11434/v1');
    case 'wrong-scheme':
      return l10n.t('An address begins with http:// or https://, not with “{0}”.', problem.scheme);
    case 'credentials':
      return l10n.t('Leave out the name and password: Set API Key… stores a key safely.');
    case 'query':
      return l10n.t('Leave out everything behind ? or #: Spool appends paths to the address.');
    default:
      return assertNever(problem);
  }
}

type KeyChoice =
  | { readonly type: 'send'; readonly apiKey: string | undefined }
  | { readonly type: 'remove' | 'cancelled' };

/** The stored key was given for another server: it goes to a new one only where the person says so. */
async function keyFor(
  { keys, l10n }: ModelCommandContext,
  provider: ProviderId,
  url: string,
  current: string | undefined,
): Promise<KeyChoice> {
  const apiKey = PROVIDERS[provider].key === 'none' ? undefined : await keys.find(provider);
  const isSame = current !== undefined && new URL(current).origin === new URL(url).origin;
  if (apiKey === undefined || isSame) return { type: 'send', apiKey };
  const send = l10n.t('Send It There');
  const remove = l10n.t('Remove the Key');
  const text = l10n.t('A key for {0} is stored.', current ?? providerName(provider, l10n));
  const detail = l10n.t('With the new address it would go to {0}.', url);
  const chosen = await vscode.window.showWarningMessage(text, { modal: true, detail }, remove, send);
  if (chosen === send) return { type: 'send', apiKey };
  return { type: chosen === remove ? 'remove' : 'cancelled' };
}

type AfterTest = 'save' | 'set-key' | 'again' | 'cancel';

async function testAddress(
  host: ModelCommandContext,
  provider: ProviderId,
  baseUrl: string,
  apiKey: string | undefined,
  server: KnownServer | undefined,
): Promise<AfterTest> {
  const { l10n } = host;
  const tested = await testAccess(host, provider, { apiKey, baseUrl }, l10n.t('Asking {0}', baseUrl));
  if (tested.ok) return 'save';
  if (tested.error.kind === 'cancelled') return 'again';
  if (tested.error.kind === 'auth') return 'set-key';
  const again = l10n.t('Correct or Try Again…');
  const keep = l10n.t('Keep It Anyway');
  const text = failureText(tested.error, baseUrl, server, l10n);
  const detail = redact(translateOwn(tested.error.message, l10n.t), apiKey === undefined ? [] : [apiKey]);
  const chosen = await vscode.window.showWarningMessage(text, { modal: true, detail }, again, keep);
  if (chosen === keep) return 'save';
  return chosen === again ? 'again' : 'cancel';
}

function failureText({ kind }: ModelError, url: string, server: KnownServer | undefined, l10n: L10n): string {
  if (kind !== 'network') return l10n.t('{0} answers, but not with a list of models.', url);
  return server
    ? l10n.t('Nothing answers at {0}. Is {1} running?', url, server.name)
    : l10n.t('Nothing answers at {0}.', url);
}

async function save({ own, l10n, tell }: ModelCommandContext, provider: ProviderId, url: string): Promise<boolean> {
  const saved = await own.save(findUrlKey(provider) ?? '', url);
  if (!saved.ok)
    tell({ severity: 'error', text: l10n.t('The address was not saved: {0}', saved.error), offer: 'open-settings' });
  return saved.ok;
}
