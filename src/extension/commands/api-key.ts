/** Set API Key… and Remove API Key…: a key is tested before it is stored, and never shown again. */
import * as vscode from 'vscode';
import type { ModelError } from '../../core/agent/model-event.ts';
import { assertNever } from '../../core/lang/assert-never.ts';
import { type BaseUrl, checkBaseUrl } from '../../providers/shared/base-url.ts';
import type { ProviderId } from '../../providers/shared/provider.ts';
import type { L10n } from '../l10n/l10n.ts';
import { keyProblem } from '../models/api-keys.ts';
import { findService } from '../models/known-servers.ts';
import { PROVIDER_ORDER, PROVIDERS, providerName } from '../models/provider-facts.ts';
import { redact } from '../request-log/redact.ts';
import { findBaseUrl } from '../settings/model-settings.ts';
import type { ModelCommandContext } from './model-command-context.ts';
import { testAccess } from './test-access.ts';

export type KeyOutcome =
  | { readonly type: 'stored' | 'removed'; readonly provider: ProviderId }
  | { readonly type: 'cancelled' };

const CANCELLED: KeyOutcome = { type: 'cancelled' };

/** A key that its provider took, or that the person keeps untested. */
export interface ProposedKey {
  readonly key: string;
  readonly isTested: boolean;
}

/** Where a key is to go, if not to the address that is set now. */
export interface NewAddress {
  readonly url: string;
  /** The address that it replaces. */
  readonly replaces: string | undefined;
}

/** Without `provider` the person is asked which provider the key is for. */
export async function setApiKey(host: ModelCommandContext, provider?: ProviderId): Promise<KeyOutcome> {
  const whose = provider ?? (await askForProvider(host, host.l10n.t('Whose key is it?')));
  if (whose === undefined) return CANCELLED;
  const proposed = await proposeKey(host, whose);
  if (proposed === undefined) return CANCELLED;
  await storeKey(host, whose, proposed);
  return { type: 'stored', provider: whose };
}

/** Asks for a key and tests it. Nothing is stored; undefined: the person cancelled. */
export async function proposeKey(
  host: ModelCommandContext,
  provider: ProviderId,
  address?: NewAddress,
): Promise<ProposedKey | undefined> {
  let before = '';
  for (;;) {
    const key = await askForKey(host, provider, before, address);
    if (key === undefined) return undefined;
    const tested = await test(host, provider, key, address);
    const answer = tested === undefined ? 'keep' : await askAfter(tested, host, provider, key, address);
    if (answer === 'cancel') return undefined;
    if (answer === 'keep') return { key, isTested: tested === undefined };
    before = key;
  }
}

export async function storeKey(
  host: ModelCommandContext,
  provider: ProviderId,
  { key, isTested }: ProposedKey,
): Promise<void> {
  await host.keys.store(provider, key);
  const name = nameAt(host, provider);
  const text = isTested
    ? host.l10n.t('The key for {0} works and is stored.', name)
    : host.l10n.t('The key for {0} is stored, untested.', name);
  host.tell({ severity: 'info', text });
}

/** Without `provider` the person is asked which of the stored ones. */
export async function removeApiKey(host: ModelCommandContext, provider?: ProviderId): Promise<KeyOutcome> {
  const { keys, l10n } = host;
  const whose = provider ?? (await askForProvider(host, l10n.t('Which key is to be removed?'), true));
  if (whose === undefined) return CANCELLED;
  await keys.remove(whose);
  const text = l10n.t(
    'The key for {0} is removed from this machine. It stays valid at its provider.',
    nameAt(host, whose),
  );
  host.tell({ severity: 'info', text });
  return { type: 'removed', provider: whose };
}

async function askForProvider(
  { keys, l10n, tell }: ModelCommandContext,
  placeHolder: string,
  onlyStored = false,
): Promise<ProviderId | undefined> {
  const candidates = PROVIDER_ORDER.filter((provider) => PROVIDERS[provider].key !== 'none');
  const rows = await Promise.all(
    candidates.map(async (provider) => {
      const isStored = (await keys.find(provider)) !== undefined;
      const description = isStored ? l10n.t('stored') : '';
      return { label: providerName(provider, l10n), description, isStored, provider };
    }),
  );
  const shown = rows.filter(({ isStored }) => isStored || !onlyStored);
  if (shown.length === 0) {
    tell({ severity: 'info', text: l10n.t('No key is stored.') });
    return undefined;
  }
  return (await vscode.window.showQuickPick(shown, { placeHolder }))?.provider;
}

/** `before` is what was typed last, to be corrected. */
async function askForKey(
  host: ModelCommandContext,
  provider: ProviderId,
  before: string,
  address: NewAddress | undefined,
): Promise<string | undefined> {
  const { l10n } = host;
  const url = urlOf(host, provider, address);
  const name = nameAt(host, provider, address);
  const keyPage = findService(url?.url)?.service?.keyPage ?? PROVIDERS[provider].keyPage;
  const box = vscode.window.createInputBox();
  box.title = l10n.t('API Key for {0}', name);
  const where = url
    ? l10n.t('It goes to {0}, and is stored in the operating system’s own store.', url.url)
    : l10n.t('It is stored in the operating system’s own store, and goes to {0} alone.', name);
  box.prompt = address?.replaces === undefined ? where : `${replacesText(address.replaces, l10n)} ${where}`;
  box.password = true;
  box.ignoreFocusOut = true;
  box.value = before;
  if (keyPage !== undefined)
    box.buttons = [{ iconPath: new vscode.ThemeIcon('link-external'), tooltip: l10n.t('Get a Key: {0}', keyPage) }];
  if (url?.isPlain) box.validationMessage = plainWarning(url.url, l10n);
  try {
    return await new Promise<string | undefined>((resolve) => {
      box.onDidTriggerButton(() => keyPage !== undefined && vscode.env.openExternal(vscode.Uri.parse(keyPage)));
      box.onDidChangeValue(() => {
        box.validationMessage = undefined;
      });
      box.onDidAccept(() => {
        const problem = keyProblem(box.value);
        if (problem === undefined) resolve(box.value.trim());
        else
          box.validationMessage =
            problem === 'empty'
              ? l10n.t('Type or paste the key.')
              : l10n.t('A key is one word of letters, digits and signs.');
      });
      box.onDidHide(() => resolve(undefined));
      box.show();
    });
  } finally {
    box.dispose();
  }
}

function plainWarning(url: string, l10n: L10n) {
  const message = l10n.t('{0} is not encrypted: the key can be read on the way.', url);
  return { message, severity: vscode.InputBoxValidationSeverity.Warning };
}

/** Undefined where the provider takes the key. */
async function test(
  host: ModelCommandContext,
  provider: ProviderId,
  apiKey: string,
  address: NewAddress | undefined,
): Promise<ModelError | undefined> {
  const { l10n } = host;
  // Without an address there is no server to ask.
  if (PROVIDERS[provider].needsUrl && !urlOf(host, provider, address))
    return { kind: 'network', message: l10n.t('No address is set.') };
  const title = l10n.t('Testing the key for {0}', nameAt(host, provider, address));
  const draft = address ? { apiKey, baseUrl: address.url } : { apiKey };
  const answer = await testAccess(host, provider, draft, title);
  return answer.ok ? undefined : answer.error;
}

/** Said before another address is replaced. */
export function replacesText(url: string, l10n: L10n): string {
  return l10n.t('It takes the place of {0}.', url);
}

function urlOf({ settings }: ModelCommandContext, provider: ProviderId, address?: NewAddress): BaseUrl | undefined {
  const checked = address && checkBaseUrl(address.url);
  return checked?.ok ? checked.value : findBaseUrl(provider, settings().config);
}

/** The name of the service at the provider's address; of a server that has none the host of its address; else the provider's name. */
export function nameAt(host: ModelCommandContext, provider: ProviderId, address?: NewAddress): string {
  const url = urlOf(host, provider, address)?.url;
  const server = PROVIDERS[provider].needsUrl && url !== undefined ? new URL(url).host : undefined;
  return findService(url)?.name ?? server ?? providerName(provider, host.l10n);
}

/** What a person does about a key that was not proven to work. */
async function askAfter(
  { kind, message }: ModelError,
  host: ModelCommandContext,
  provider: ProviderId,
  key: string,
  address: NewAddress | undefined,
): Promise<'keep' | 'correct' | 'cancel'> {
  const { l10n } = host;
  const name = nameAt(host, provider, address);
  const keep = l10n.t('Keep It Anyway');
  const correct = l10n.t('Correct It…');
  const text = testText(kind, name, l10n);
  const detail = redact(message, [key]);
  const chosen = await vscode.window.showWarningMessage(text, { modal: true, detail }, correct, keep);
  if (chosen === keep) return 'keep';
  return chosen === correct ? 'correct' : 'cancel';
}

function testText(kind: ModelError['kind'], name: string, l10n: L10n): string {
  switch (kind) {
    case 'auth':
      return l10n.t('{0} refuses this key.', name);
    case 'quota':
      return l10n.t('{0} knows this key, but its quota is used up or it has no credit.', name);
    case 'cancelled':
      return l10n.t('The test was cancelled.');
    case 'network':
      return l10n.t('{0} could not be reached, so the key is not tested.', name);
    case 'rate-limit':
    case 'overloaded':
      return l10n.t('{0} is too busy to test the key.', name);
    case 'invalid-request':
    case 'overflow':
    case 'refused':
    case 'empty':
    case 'endless':
      return l10n.t('{0} answered the test in a way that says nothing of the key.', name);
    default:
      return assertNever(kind);
  }
}
