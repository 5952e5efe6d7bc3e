/** What a person typed in the composer: a message, or a command in its place. */
import * as vscode from 'vscode';
import type { Attached } from '../../core/message/attachment.ts';
import {
  parseSlashCommand,
  parseTypedPrompt,
  SLASH_COMMANDS,
  type SlashCommand,
} from '../../core/protocol/slash-command.ts';
import { listText } from '../../core/view/list-text.ts';
import type { Sent } from '../agent/message-queue.ts';
import type { L10n } from '../l10n/l10n.ts';
import type { CommandContext } from './command-context.ts';
import { runThenReturnFocus } from './return-focus.ts';
import { newThread, runCompactThread, undoCompaction } from './thread-commands.ts';

/** Prompts of the workspace that a refusal names. */
const MOST_NAMED = 20;

const TAKEN: Sent = { taken: true };

/** A command is done, and never sent to the model as text. */
export async function sendTyped(host: CommandContext, text: string, attached: readonly Attached[] = []): Promise<Sent> {
  if (text.trim() === '' && attached.length === 0) return { taken: false };
  const command = parseSlashCommand(text);
  if (command && command.type !== 'unknown') return run(host, command);
  const typed = parseTypedPrompt(text);
  const prompt = typed && (await insertPrompt(typed, host.l10n));
  if (prompt) return prompt;
  return command ? { taken: false, why: await unknownText(command.typed, host.l10n) } : host.agent.send(text, attached);
}

/** Lists the names of the commands and of the workspace's prompts. */
async function unknownText(typed: string, l10n: L10n): Promise<string> {
  const { onDemandCommands } = await import('./on-demand.ts');
  const prompts = (await onDemandCommands.listPrompts(l10n)).slice(0, MOST_NAMED);
  const names = [...SLASH_COMMANDS, ...prompts].map((one) => one.typed).filter((one) => one.startsWith('/'));
  return l10n.t('There is no command {0}. There are {1}.', typed, listText(names, l10n.t));
}

async function insertPrompt(typed: { readonly name: string; readonly rest: string }, l10n: L10n) {
  const { onDemandCommands } = await import('./on-demand.ts');
  return onDemandCommands.insertPrompt(typed.name, typed.rest, l10n);
}

/** The text goes with what is attached to the draft, which a command leaves there. */
export async function sendDraft(host: CommandContext, text: string): Promise<Sent> {
  const { attachments, session } = host;
  const key = session.state.open?.id ?? '';
  const list = await attachments.load(key);
  const blocks = list.map(({ block }) => block);
  const sent = await sendTyped(host, text, blocks);
  if (sent.taken && parseSlashCommand(text) === undefined)
    await attachments.remove(
      list.map(({ id }) => id),
      key,
    );
  return sent;
}

/** What takes longer is begun, not waited for: the composer is free again. */
async function run(host: CommandContext, command: Exclude<SlashCommand, { type: 'unknown' }>): Promise<Sent> {
  const { session, l10n } = host;
  switch (command.type) {
    case 'compact': {
      const { instructions } = command;
      void runCompactThread(host, { ...(instructions !== undefined && { instructions }) });
      return TAKEN;
    }
    case 'context':
      session.showContext();
      return TAKEN;
    case 'export':
      void vscode.commands.executeCommand('spool.exportThread');
      return TAKEN;
    case 'new':
      void newThread(host);
      return TAKEN;
    case 'model':
      void runThenReturnFocus(host, 'spool.selectModel');
      return TAKEN;
    case 'undo-compact':
      if (session.state.busy) return atWork(command, l10n);
      void undoCompaction(host);
      return TAKEN;
  }
}

/** What the menus refuse while the agent works, a command in the composer refuses too: it would wait unseen, with no limit of time. */
function atWork({ type }: Pick<SlashCommand, 'type'>, l10n: L10n): Sent {
  return { taken: false, why: l10n.t('{0} waits for no turn: stop the agent first, or let it end.', `/${type}`) };
}
