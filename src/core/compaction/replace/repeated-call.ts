/** Detects that a model repeats a refused `compact` call, and gives the error that tells it to stop. */
import type { Thread } from '../../thread/thread.ts';
import { COMPACT_TOOL } from './compact-tool.ts';

/** Whether the context holds an earlier call with the same input that was refused. Linear. */
export function wasRefusedBefore({
  thread: { items },
  input,
  callId,
}: {
  readonly thread: Pick<Thread, 'items'>;
  readonly input: unknown;
  readonly callId: string;
}): boolean {
  const asked = canonical(input);
  const same = new Set<string>();
  for (const { message } of items)
    for (const block of message.blocks) {
      const isCall = block.type === 'tool_use' && block.name === COMPACT_TOOL.name && block.id !== callId;
      if (isCall && canonical(block.input) === asked) same.add(block.id);
      if (block.type === 'tool_result' && block.isError === true && same.has(block.toolUseId)) return true;
    }
  return false;
}

/** The answer to a call that was refused before; the reason may have changed. */
export function finalRefusal(reason: string): string {
  return `Refused again: you have made this very call before. ${reason} Do not make it again; go on with the work without it.`;
}

/** JSON with sorted keys. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? ''
  );
}
