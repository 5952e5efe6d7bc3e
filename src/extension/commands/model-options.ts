/** Model Options…: a person chooses the effort and the longest reply of a model. */
import * as vscode from 'vscode';
import type { Effort } from '../../core/agent/effort.ts';
import { usualReserve } from '../../core/compaction/limits.ts';
import { configForModel } from '../../core/compaction/model-config.ts';
import { assertNever } from '../../core/lang/assert-never.ts';
import { modelSize } from '../../core/tokens/window.ts';
import { formatCount } from '../../core/view/format.ts';
import type { L10n } from '../l10n/l10n.ts';
import type { ChatModel } from '../models/chat-model.ts';
import { effortName } from '../words/model-options-text.ts';
import { modelProblemNotice } from '../words/turn-notice.ts';
import type { ModelCommandContext } from './model-command-context.ts';
import { parseTokens } from './set-context-window.ts';

interface Row extends vscode.QuickPickItem {
  readonly ask: () => Promise<void>;
}

/** `id` with its provider in front; without it, of the model that the next message goes to. Resolves when the person closes the list. */
export async function modelOptions(host: ModelCommandContext, id?: string): Promise<void> {
  const { catalog, session, l10n, tell } = host;
  const wanted = id ?? session.state.model?.head.id;
  for (;;) {
    const found = await catalog.find(wanted);
    if (!found.ok) return tell(modelProblemNotice(found.error, l10n));
    const { head } = found.value;
    const rows = rowsOf(host, found.value);
    if (rows.length === 0)
      return tell({ severity: 'info', text: l10n.t('{0} has no options: VS Code or a recording decides.', head.name) });
    const row = await vscode.window.showQuickPick(rows, { title: l10n.t('Options of {0}', head.name) });
    if (!row) return;
    await row.ask();
  }
}

function rowsOf(host: ModelCommandContext, chatModel: ChatModel): readonly Row[] {
  const { l10n } = host;
  const { efforts, options = {} } = chatModel;
  if (efforts === undefined) return [];
  const effort: Row = {
    label: l10n.t('Effort'),
    description: effortName(options.effort, l10n),
    detail: l10n.t('How much the model reasons before it answers'),
    ask: () => askEffort(host, chatModel, efforts),
  };
  const reply: Row = {
    label: l10n.t('Longest Reply'),
    description: replyText(host, chatModel),
    detail: l10n.t('Kept free in the context window, so compaction is due earlier when it is larger'),
    ask: () => askReply(host, chatModel),
  };
  return efforts.length > 0 ? [effort, reply] : [reply];
}

async function askEffort(host: ModelCommandContext, chatModel: ChatModel, efforts: readonly Effort[]): Promise<void> {
  const { catalog, l10n } = host;
  const { options = {}, head } = chatModel;
  const levels: readonly (Effort | undefined)[] = [undefined, ...efforts];
  const rows = levels.map((effort) => ({
    label: effortName(effort, l10n),
    ...(effort === options.effort && { description: l10n.t('in use') }),
    effort,
  }));
  const placeHolder = l10n.t('A level that the model’s server refuses is left out of later requests');
  const row = await vscode.window.showQuickPick(rows, { title: l10n.t('Effort of {0}', head.name), placeHolder });
  if (row) await catalog.setOptions(chatModel, { ...options, effort: row.effort });
}

async function askReply(host: ModelCommandContext, chatModel: ChatModel): Promise<void> {
  const { catalog, session, l10n } = host;
  const { head, reported, options = {} } = chatModel;
  const size = modelSize(head.id, session.state.settings.config.contextWindows, reported);
  const typed = await vscode.window.showInputBox({
    title: l10n.t('Longest Reply of {0}', head.name),
    prompt: l10n.t('Tokens. Empty is what the settings and the model say.'),
    placeHolder: '16384 · 32k',
    value: options.maxReply === undefined ? '' : String(options.maxReply),
    ignoreFocusOut: true,
    validateInput: (text) => replyProblem(text, size, l10n),
  });
  if (typed === undefined) return;
  await catalog.setOptions(chatModel, { ...options, maxReply: parseTokens(typed) });
}

/** Why a text can't be the longest reply of a model with this size; undefined where it can, or is empty. */
export function replyProblem(
  text: string,
  { window, maxOutput }: Pick<ReturnType<typeof modelSize>, 'window' | 'maxOutput'>,
  l10n: L10n,
): string | undefined {
  const tokens = parseTokens(text);
  if (text.trim() === '') return undefined;
  if (tokens === undefined) return l10n.t('Type a number of tokens from 1,000 on, such as {0}.', '16384 · 32k');
  if (maxOutput !== undefined && tokens > maxOutput)
    return l10n.t('The model writes at most {0} tokens in one reply.', formatCount(maxOutput, l10n.locale));
  if (window !== undefined && tokens > window / 2)
    return l10n.t('The whole window has {0} tokens: type at most half of that.', formatCount(window, l10n.locale));
  return undefined;
}

/** The number, and where it comes from. */
function replyText({ session, l10n }: ModelCommandContext, { head, reported, options = {} }: ChatModel): string {
  const { t, locale } = l10n;
  const { config } = session.state.settings;
  const { reserveTokens } = configForModel(config, head.id);
  const number = (tokens: number) => formatCount(tokens, locale);
  if (options.maxReply !== undefined) return t('{0} tokens', number(options.maxReply));
  if (reserveTokens !== null) return t('{0} tokens, by spool.model.reserveTokens', number(reserveTokens));
  const { tokens, from } = usualReserve(modelSize(head.id, config.contextWindows, reported));
  switch (from) {
    case 'output':
      return t('{0} tokens, the model’s most', number(tokens));
    case 'window':
      return t('{0} tokens, a quarter of the window', number(tokens));
    case 'limit':
      return t('{0} tokens, Spool’s limit unless one is set', number(tokens));
    default:
      return assertNever(from);
  }
}
