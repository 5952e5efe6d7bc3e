/** Moves the keyboard focus back to the panel when a quick pick or an input box that the panel opened has closed. */
import * as vscode from 'vscode';
import type { CommandContext } from './command-context.ts';

const ANSWERS: ReadonlySet<unknown> = new Set(['restored', 'saved', 'selected', 'stored']);

/**
 * Runs a command that asks the person something. VS Code gives the focus to the editor when a list or box is closed, so the composer
 * gets it where the person answered. Who left the question, perhaps by a click elsewhere, keeps the focus that they have.
 */
export async function runThenReturnFocus<T>(
  { reveal }: Pick<CommandContext, 'reveal'>,
  command: string,
  ...args: readonly unknown[]
): Promise<T> {
  const outcome = await vscode.commands.executeCommand<T>(command, ...args);
  if (isAnswer(outcome)) await reveal('composer');
  return outcome;
}

function isAnswer(outcome: unknown): boolean {
  const isTagged = typeof outcome === 'object' && outcome !== null && 'type' in outcome;
  return ANSWERS.has(isTagged ? outcome.type : outcome);
}
