/** How the turns that a message began came to their end. */
import type { TurnEnd } from '../../core/agent/turn.ts';
import type { ModelProblem } from '../models/chat-model.ts';
import type { ThreadWriteFailure } from '../session/outcome.ts';

export type TurnsEnd = TurnEnd | { readonly type: 'no-model'; readonly problem: ModelProblem };

/** `fault`: an error of Spool ended the turn. */
export type TurnsEndType = (TurnsEnd | ThreadWriteFailure)['type'] | 'fault';
