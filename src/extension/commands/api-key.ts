/** Set API Key… and Remove API Key…: a key is tested before it is stored, and never shown again. */
import * as vscode from 'vscode';
import type { ModelError } from '../../core/agent/model-event.ts';
import { assertNever } from '../../core/lang/assert-never.ts';
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

/** Without `provider` the person is asked whose key it is. */
export async function setApiKey(host: ModelCommandContext, provider?: ProviderId): Promise<KeyOutcome> {
  const { keys, l10n } = host;
  const whose = provider ?? (await askForProvider(host, l10n.t('Whose key is it?')));
  if (whose === undefined) return CANCELLED;
  let before = '';
  for (;;) {
    const key = await askForKey(host, whose, before);
    if (key === undefined) return CANCELLED;
    const tested = await test(host, whose, key);
    const answer = tested === undefined ? 'keep' : await askAfter(tested, host, whose, key);
    if (answer === 'cancel') return CANCELLED;
    before = key;
    if (answer === 'correct') continue;
    await keys.store(whose, key);
    const name = nameAt(host, whose);
    const text = tested
      ? l10n.t('The key for {0} is stored, untested.', name)
      : l10n.t('The key for {0} works and is stored.', name);
    host.tell({ severity: 'info', text });
    return { type: 'stored', provider: whose };
  }
}

/** Without `provider` the person is asked which of the stored ones. */
export async function removeApiKey(host: ModelCommandContext, provider?: ProviderId): Promise<KeyOutcome> {
  const { keys, l10n } = host;
  const whose = provider ?? (await askForProvider(host, l10n.t('Which key is to be removed?'), true));
  if (whose === undefined) return CANCELLED;
  await keys.remove(whose);
  const text = l10n.t(
    'The key for {0} is removed from this machine. It stays valid at its provider.',
    providerName(whose, l10n),
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
async function askForKey(host: ModelCommandContext, provider: ProviderId, before: string): Promise<string | undefined> {
  const { settings, l10n } = host;
  const url = findBaseUrl(provider, settings().config);
  const name = nameAt(host, provider);
  const keyPage = findService(url?.url)?.service?.keyPage ?? PROVIDERS[provider].keyPage;
  const box = vscode.window.createInputBox();
  box.title = l10n.t('API Key for {0}', name);
  box.prompt = url
    ? l10n.t('It goes to {0}, and is stored in the operating system’s own store.', url.url)
    : l10n.t('It is stored in the operating system’s own store, and goes to {0} alone.', name);
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
async function test(host: ModelCommandContext, provider: ProviderId, apiKey: string): Promise<ModelError | undefined> {
  const { l10n, settings } = host;
  // Without an address there is no server to ask.
  if (PROVIDERS[provider].needsUrl && !findBaseUrl(provider, settings().config))
    return { kind: 'network', message: l10n.t('No address is set.') };
  const title = l10n.t('Testing the key for {0}', nameAt(host, provider));
  const answer = await testAccess(host, provider, { apiKey }, title);
  return answer.ok ? undefined : answer.error;
}

/** The name of the service at the provider's address, else the provider's own. */
function nameAt({ settings, l10n }: ModelCommandContext, provider: ProviderId): string {
  return findService(findBaseUrl(provider, settings().config)?.url)?.name ?? providerName(provider, l10n);
}

/** What a person does about a key that was not proven to work. */
async function askAfter(
  { kind, message }: ModelError,
  host: ModelCommandContext,
  provider: ProviderId,
  key: string,
): Promise<'keep' | 'correct' | 'cancel'> {
  const { l10n } = host;
  const name = nameAt(host, provider);
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
