/** The commands that can be typed, and which of them a beginning may become; the host reads what is sent. */
import { commands } from './turn-strings.ts';

export interface Command {
  /** As it is typed. */
  readonly name: string;
  /** What may follow it. */
  readonly takes?: () => string;
  readonly about: () => string;
}

const all: readonly Command[] = [
  { name: '/compact', takes: commands.instructions, about: commands.compact },
  { name: '/context', about: commands.context },
  { name: '/new', about: commands.new },
  { name: '/model', about: commands.model },
  { name: '/undo-compact', about: commands.undoCompact },
  { name: '@compact', takes: commands.instructions, about: commands.compact },
];

/** The commands that `text` is the beginning of; none once there is more than one word. */
export function commandsFor(text: string): readonly Command[] {
  return /^[/@][\w-]*$/.test(text) ? all.filter(({ name }) => name.startsWith(text.toLowerCase())) : [];
}

/** What stands in the composer once a command is chosen, and whether it is sent at once: it is whole as it is. */
export function choose({ name, takes }: Command, typed: string): { readonly text: string; readonly send: boolean } {
  return takes && typed !== name ? { text: `${name} `, send: false } : { text: name, send: true };
}
