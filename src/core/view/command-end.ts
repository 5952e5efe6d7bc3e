/** Reads from a command's result how it ended: its last line says so (`core/workspace/commands/state-text.ts`). */
import type { CommandEnd } from './row.ts';

/** `[exit code 0, 1.2 s]`, `[stopped by the person, signal SIGKILL, 3.0 s]`, `[c1 runs in the background: …]`. */
const LINE =
  /^\[(?:(?:[a-z_ ]+, )?(?:exit code (?<code>-?\d{1,10})|signal (?<signal>SIG[A-Z0-9]{1,10}))\b|(?<id>\w{1,20}) (?:runs in|runs for|said nothing for long|still runs))/;

/** The line may be followed by a note that the output was cut. */
const LAST_CHARACTERS = 2_000;

/** Undefined when no line says it. The command may have written such lines too, so the last one counts. */
export function commandEnd(result: string): CommandEnd | undefined {
  const lines = result.slice(-LAST_CHARACTERS).split('\n');
  for (const line of lines.reverse()) {
    const { code, signal, id } = LINE.exec(line)?.groups ?? {};
    if (code !== undefined) return { type: 'exit', code: Number(code) };
    if (signal !== undefined) return { type: 'signal', signal };
    if (id !== undefined) return { type: 'background', id };
  }
  return undefined;
}
