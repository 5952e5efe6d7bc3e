/** Tells the model in one line how a command ended, or that it still runs. */
import { assertNever } from '../../lang/assert-never.ts';
import type { CommandState, StartProblem, StopCause } from './ports.ts';

/** Processes that are named. */
const MOST_NAMED = 3;

const STOPPED_BY: Readonly<Record<StopCause, string>> = {
  person: 'stopped by the person',
  tool: 'stopped by stop_command',
  timeout: 'ended at the time limit',
  window: 'ended as the window was closed',
};

const MOVED: Readonly<Record<'asked' | 'silent' | 'long', string>> = {
  asked: 'runs in the background',
  silent: 'said nothing for long and goes on in the background (it may wait for input, which never comes)',
  long: 'runs for long and goes on in the background',
};

/** For the result of the call that started it. */
export function startedText(id: string, state: CommandState): string {
  if (state.type === 'ended') return endText(id, state);
  const { reason, seconds } = state;
  const after = reason === 'asked' ? '' : `, after ${secondsText(seconds)}`;
  return `[${id} ${MOVED[reason]}${after}: command_output reads it, stop_command ends it${keptText(state)}]`;
}

/** For a later look at it. */
export function stateText(id: string, state: CommandState): string {
  if (state.type === 'ended') return endText(id, state);
  return `[${id} still runs, for ${secondsText(state.seconds)}${keptText(state)}]`;
}

export function startProblemText(problem: StartProblem, folder: string): string {
  switch (problem.type) {
    case 'no-shell':
      return 'Nothing was run: no shell was found on the PATH outside of the workspace. The person must install bash (PowerShell 7 on Windows).';
    case 'no-folder':
      return `Nothing was run: the folder ${JSON.stringify(folder)} does not exist.`;
    case 'not-a-folder':
      return `Nothing was run: ${JSON.stringify(folder)} is no folder that can be entered.`;
    case 'system':
      return `Nothing was run: the system could not start a process (${problem.code}).`;
    default:
      return assertNever(problem);
  }
}

function endText(id: string, state: Extract<CommandState, { type: 'ended' }>): string {
  const { by, cause, left, seconds } = state;
  const how = by.type === 'exit' ? `exit code ${by.code}` : `signal ${by.signal}`;
  const why = cause ? `${STOPPED_BY[cause]}, ` : '';
  const named = left.slice(0, MOST_NAMED).map(({ pid, name }) => `process ${pid} (${name})`);
  const more = left.length > MOST_NAMED ? ` and ${left.length - MOST_NAMED} more` : '';
  const behind = left.length > 0 ? `; it left running: ${named.join(', ')}${more}; stop_command ${id} ends that` : '';
  return `[${why}${how}, ${secondsText(seconds)}${keptText(state)}${behind}]`;
}

function keptText({ binaryBytes, droppedLength }: CommandState): string {
  const binary = binaryBytes > 0 ? `; the output is binary and not shown (${binaryBytes} bytes)` : '';
  return `${binary}${droppedLength > 0 ? `; ${droppedLength} characters more were not kept` : ''}`;
}

function secondsText(seconds: number): string {
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}
