/** The commands of one thread: it reads and stops only what it started itself. */
import type { Commands } from './ports.ts';

/**
 * The same commands, of which the thread knows its own only.
 * @param owners the thread of each command by its id; kept as long as the window, in which threads are opened again
 */
export function threadCommands(commands: Commands, thread: string, owners: Map<string, string>): Commands {
  const isOwn = (id: string) => owners.get(id) === thread;
  return {
    shell: commands.shell,
    start: async (order, signal) => {
      const started = await commands.start({ ...order, thread }, signal);
      if (started.ok) owners.set(started.value.id, thread);
      return started;
    },
    read: async (id, from, signal) => (isOwn(id) ? commands.read(id, from, signal) : undefined),
    stop: async (id) => (isOwn(id) ? commands.stop(id) : undefined),
    running: () => commands.running().filter(isOwn),
  };
}
