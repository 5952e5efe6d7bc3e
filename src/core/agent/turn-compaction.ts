/** Compactions between the calls of a turn: the one that the person asked for, then what is due by itself. */
import { countRequest } from './call-model.ts';
import { compactThread } from './compact-thread.ts';
import { makeRoom, type RoomResult } from './make-room.ts';
import { type Turn, turnBase, turnLimits } from './turn.ts';

/** Makes room for the next call and `pendingTokens` more. At most two compactions, and one where the person asked for none. */
export async function makeRoomInTurn(turn: Turn, pendingTokens: number): Promise<RoomResult> {
  const requested = await compactAsRequested(turn);
  if (requested === 'stopped') return { compacted: false, knowledge: turn.knowledge, obstacle: { type: 'stopped' } };
  const { input, signal } = turn;
  const ports = { ...turn.ports, threadLog: turn.ports.threadLog, count: () => countRequest(turn) };
  const room = await makeRoom(input, turn.knowledge, pendingTokens, ports, signal);
  turn.knowledge = room.knowledge;
  return requested === 'compacted' ? { ...room, compacted: true } : room;
}

/** Returns undefined when no compaction was asked for, or it changed nothing: the turn goes on in the same way. */
async function compactAsRequested(turn: Turn): Promise<'compacted' | 'stopped' | undefined> {
  const { input, ports, signal, knowledge } = turn;
  const { config, prices, cold } = input;
  const limits = turnLimits(turn);
  const requested = limits.ok ? ports.takeRequested?.() : undefined;
  if (!requested || !limits.ok) return undefined;
  const { instructions } = requested;
  const request = {
    thread: ports.threadLog.thread,
    config,
    base: turnBase(turn),
    limits: limits.value,
    trigger: 'manual',
    ...(instructions !== undefined && { instructions }),
    ...(prices && { prices }),
    ...(cold && { cold }),
  } as const;
  const run = await compactThread(request, ports, signal, knowledge.breaker);
  turn.knowledge = { ...knowledge, breaker: run.breaker };
  requested.done(run);
  if (run.outcome.type === 'cancelled') return 'stopped';
  return run.outcome.type === 'compacted' ? 'compacted' : undefined;
}
