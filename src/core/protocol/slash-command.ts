/** The slash commands of the composer: the list that the panel offers, and the parser that the host uses on a sent draft. */

export type SlashCommandName = 'compact' | 'context' | 'export' | 'new' | 'model' | 'undo-compact';

export interface ListedSlashCommand {
  readonly name: SlashCommandName;
  /** As it is typed. */
  readonly typed: string;
  /** Instructions may follow it. */
  readonly takesInstructions: boolean;
}

export const SLASH_COMMANDS: readonly ListedSlashCommand[] = [
  { name: 'compact', typed: '/compact', takesInstructions: true },
  { name: 'context', typed: '/context', takesInstructions: false },
  { name: 'export', typed: '/export', takesInstructions: false },
  { name: 'new', typed: '/new', takesInstructions: false },
  { name: 'model', typed: '/model', takesInstructions: false },
  { name: 'undo-compact', typed: '/undo-compact', takesInstructions: false },
  { name: 'compact', typed: '@compact', takesInstructions: true },
];

export type SlashCommand =
  | { readonly type: SlashCommandName; readonly instructions?: string }
  | { readonly type: 'unknown'; readonly typed: string };

/** A draft that may insert a prompt of the workspace: its name, in lower case, and what follows it. Undefined for any other. */
export function parseTypedPrompt(draft: string): { readonly name: string; readonly rest: string } | undefined {
  const [, name, rest = ''] = /^\/([\p{L}\p{N}][\p{L}\p{M}\p{N}_.:-]*)(?:\s+([\s\S]*))?$/u.exec(draft.trim()) ?? [];
  return name === undefined ? undefined : { name: name.normalize('NFC').toLowerCase(), rest };
}

/**
 * The command that a draft is, known or not, in either case; undefined for a message. A command is a slash and one word at the
 * very beginning: a path (`/usr/bin`), a file (`/a.conf`) or a slash in the middle is no command. It is never sent to the model as text.
 */
export function parseSlashCommand(draft: string): SlashCommand | undefined {
  const [, typed = '', rest = ''] = /^([/@]\p{L}[\p{L}\p{M}\p{N}_:-]*)(?:\s+([\s\S]*))?$/u.exec(draft.trim()) ?? [];
  const command = SLASH_COMMANDS.find((one) => one.typed === typed.toLowerCase());
  if (!command) return typed.startsWith('/') ? { type: 'unknown', typed } : undefined;
  const instructions = command.takesInstructions ? rest.trim() : '';
  return { type: command.name, ...(instructions && { instructions }) };
}
