/** The types of how the turns of one run of the agent ended. */
import type { TurnEnd } from '../../core/agent/turn.ts';
import type { ModelProblem } from '../models/chat-model.ts';
import type { ThreadWriteFailure } from '../session/outcome.ts';

export type TurnsEnd = TurnEnd | { readonly type: 'no-model'; readonly problem: ModelProblem };

/** `fault`: an error of Spool ended the turn. */
export type TurnsEndType = (TurnsEnd | ThreadWriteFailure)['type'] | 'fault';
