/** What a person types in place of a message, to have something done: never sent to the model as text. */

export type SlashCommand =
  | { readonly type: 'compact'; readonly instructions?: string }
  | { readonly type: 'context' | 'new' | 'model' | 'undo' }
  | { readonly type: 'unknown'; readonly name: string };

const NAMES: Readonly<Record<string, 'compact' | 'context' | 'new' | 'model' | 'undo'>> = {
  compact: 'compact',
  context: 'context',
  new: 'new',
  model: 'model',
  'undo-compact': 'undo',
};

/** The commands that there are, as they are typed. */
export const SLASH_COMMANDS: readonly string[] = Object.keys(NAMES).map((name) => `/${name}`);

/**
 * Undefined for a message. A slash and one word at its very beginning is a command, known or not; a path (`/usr/bin`) or a
 * slash in the middle is none. `@compact` is `/compact`.
 */
export function parseSlashCommand(text: string): SlashCommand | undefined {
  const found = /^(?:\/([a-z][a-z-]*)|@(compact))(?:\s+([\s\S]*))?$/.exec(text.trim());
  if (!found) return undefined;
  const name = found[1] ?? found[2] ?? '';
  const rest = (found[3] ?? '').trim();
  if (!Object.hasOwn(NAMES, name)) return { type: 'unknown', name };
  const type = NAMES[name] ?? 'compact';
  if (type === 'compact') return rest === '' ? { type } : { type, instructions: rest };
  return { type };
}
