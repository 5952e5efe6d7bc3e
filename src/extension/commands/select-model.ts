/** Select Model…: lets a person choose the model of the thread, and warns where the thread does not fit it. */
import * as vscode from 'vscode';
import { assertNever } from '../../core/lang/assert-never.ts';
import { modelSize } from '../../core/tokens/window.ts';
import type { ProviderId } from '../../providers/shared/provider.ts';
import type { ChatModel } from '../models/chat-model.ts';
import { forThread } from '../models/current-model.ts';
import { fullName } from '../models/model-name.ts';
import { modelProblemNotice } from '../words/turn-notice.ts';
import { nameAt, setApiKey } from './api-key.ts';
import { connectModel } from './connect-model.ts';
import type { ModelCommandContext } from './model-command-context.ts';
import { findMisfit } from './model-fit.ts';
import { modelOptions } from './model-options.ts';
import { askForModel } from './model-picker.ts';
import { setAddress } from './set-address.ts';
import { setContextWindow } from './set-context-window.ts';

export type SelectOutcome =
  | { readonly type: 'selected'; readonly model: string }
  | { readonly type: 'cancelled' }
  | { readonly type: 'failed'; readonly why: string };

/** Without `id`, which has its provider in front, the person is asked; `first` is the provider at the top of the list. */
export async function selectModel(host: ModelCommandContext, id?: string, first?: ProviderId): Promise<SelectOutcome> {
  if (id !== undefined) return switchTo(host, id);
  let top = first;
  for (;;) {
    const choice = await askForModel(host, top);
    switch (choice?.type) {
      case undefined:
        return { type: 'cancelled' };
      case 'model':
        return switchTo(host, choice.id, { asksWindow: true });
      case 'options':
        await modelOptions(host, choice.id);
        break;
      case 'connect':
        top = (await connectModel(host)) ?? top;
        break;
      case 'set-key':
        if ((await setApiKey(host, choice.provider)).type === 'stored') top = choice.provider;
        break;
      case 'set-address': {
        const { type } = await setAddress(host, choice.provider);
        if (type === 'saved') top = choice.provider;
        break;
      }
      case 'enter-id': {
        const model = await askForId(host, choice.provider);
        if (model !== undefined)
          return switchTo(host, fullName({ provider: choice.provider, model }), { asksWindow: true });
        break;
      }
      default:
        assertNever(choice);
    }
  }
}

/** Connect a Model…: connects a provider or server, then asks which of its models. */
export async function connectAndSelect(host: ModelCommandContext): Promise<SelectOutcome> {
  const connected = await connectModel(host);
  return connected === undefined ? { type: 'cancelled' } : selectModel(host, undefined, connected);
}

/** `asksWindow`: the person is asked for the window where it is not known. */
async function switchTo(host: ModelCommandContext, id: string, { asksWindow = false } = {}): Promise<SelectOutcome> {
  const { catalog, session, l10n } = host;
  const found = forThread(await catalog.find(id), session.state.open?.thread);
  if (!found.ok) {
    const notice = modelProblemNotice(found.error, l10n);
    host.tell(notice);
    return { type: 'failed', why: notice.text };
  }
  const { head, reported } = found.value;
  const { window } = modelSize(head.id, session.state.settings.config.contextWindows, reported);
  if (asksWindow && window === undefined) await setContextWindow(host, { ...head, asking: 'select' });
  if (!(await acceptsMisfit(host, found.value, asksWindow))) return { type: 'cancelled' };
  const failure = await host.switchModel(id);
  if (failure) {
    host.tell(failure);
    return { type: 'failed', why: failure.text };
  }
  await catalog.pick(id);
  await sayWherePinned(host, id);
  return { type: 'selected', model: id };
}

/** Asks where the thread does not fit the model, or nobody knows; `isWindowAsked`: they were asked for the window already. */
async function acceptsMisfit(host: ModelCommandContext, model: ChatModel, isWindowAsked: boolean): Promise<boolean> {
  const { session, l10n } = host;
  const anyway = l10n.t('Switch Anyway');
  const set = l10n.t('Set Context Window…');
  for (;;) {
    const misfit = findMisfit(session.state, model, host.learned, l10n);
    if (!misfit || (isWindowAsked && misfit.isWindowUnknown)) return true;
    const buttons = misfit.isWindowUnknown ? [set, anyway] : [anyway];
    const options = { modal: true, detail: misfit.detail };
    const chosen = await vscode.window.showWarningMessage(misfit.text, options, ...buttons);
    if (chosen !== set) return chosen === anyway;
    await setContextWindow(host, model.head);
  }
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

async function askForId(host: ModelCommandContext, provider: ProviderId): Promise<string | undefined> {
  const { l10n } = host;
  const typed = await vscode.window.showInputBox({
    title: l10n.t('Select Model'),
    prompt: l10n.t('The id of the model, as {0} has it', nameAt(host, provider)),
    validateInput: (text) => (text.trim() === '' ? l10n.t('Type the id of a model.') : undefined),
  });
  return typed?.trim();
}
