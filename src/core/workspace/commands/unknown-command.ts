/** Tells the model that no command has the id that it gave, and which commands run. */
import { ellipsize } from '../../lang/clip.ts';
import type { Commands } from './ports.ts';

const ID_LENGTH = 40;

export function unknownCommandText(id: string, commands: Pick<Commands, 'running'>): string {
  const running = commands.running();
  const others = running.length === 0 ? 'No command runs in the background.' : `These run: ${running.join(', ')}.`;
  return `There is no command ${JSON.stringify(ellipsize(id, ID_LENGTH))}: it ended long ago, or with the window that it ran in. ${others}`;
}
