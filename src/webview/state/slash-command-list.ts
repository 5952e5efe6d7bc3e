/** Which slash commands the composer lists for a draft, and what choosing one does to the draft. */
import type { PromptView } from '../../core/protocol/prompt.ts';
import { type ListedSlashCommand, SLASH_COMMANDS } from '../../core/protocol/slash-command.ts';

/** The commands that begin with `draft`; none once it has more than one word. */
export function commandsFor(draft: string): readonly ListedSlashCommand[] {
  if (!/^[/@][\w-]*$/.test(draft)) return [];
  return SLASH_COMMANDS.filter(({ typed }) => typed.startsWith(draft.toLowerCase()));
}

/** Whether the draft may become the name of a prompt. */
export function mayNamePrompt(draft: string): boolean {
  return /^\/\S{0,100}$/.test(draft);
}

/** The prompts that begin with `draft`. */
export function promptsFor(draft: string, prompts: readonly PromptView[]): readonly PromptView[] {
  if (!mayNamePrompt(draft)) return [];
  return prompts.filter(({ typed }) => typed.startsWith(draft.normalize('NFC').toLowerCase()));
}

/** The draft once a command is chosen. It is sent at once when no instructions can follow, or when it was typed out already. */
export function choose(
  { typed, takesInstructions }: Pick<ListedSlashCommand, 'typed' | 'takesInstructions'>,
  draft: string,
): { readonly text: string; readonly send: boolean } {
  return takesInstructions && draft !== typed ? { text: `${typed} `, send: false } : { text: typed, send: true };
}
