/** Runs turns in the open thread until no message is queued, each with the model that is selected when it begins. */
import type { ThreadLog } from '../../core/agent/ports.ts';
import { runTurn } from '../../core/agent/run-turn.ts';
import type { TurnEnd } from '../../core/agent/turn.ts';
import { titleFrom } from '../../core/thread/title.ts';
import { joinedText } from '../../core/view/message-rows.ts';
import { modeNote } from '../../core/workspace/mode-note.ts';
import { restoredNote } from '../../core/workspace/restore/restored-note.ts';
import { chosenModel } from '../models/current-model.ts';
import { sessionMeter } from '../session/session-state.ts';
import { windowSuggestedNotice } from '../words/window-notice.ts';
import type { AgentPorts } from './agent-ports.ts';
import { findResources } from './find-resources.ts';
import { prepareTurn, type TurnOptions } from './prepare-turn.ts';
import type { Progress } from './progress.ts';
import { settleSubAgents } from './sub-agent/settle-sub-agents.ts';
import { trimQueued } from './trim-queued.ts';
import { modelStateOf, type TurnResources } from './turn-resources.ts';
import type { TurnsEnd } from './turns-end.ts';
import { unlessAborted } from './unless-aborted.ts';

/** Resolves to the end of the last turn. */
export async function runTurns(
  options: TurnOptions,
  ports: AgentPorts,
  progress: Progress,
  signal: AbortSignal,
): Promise<TurnsEnd> {
  const { log } = options;
  let isTrimmed = false;
  for (;;) {
    const found = await unlessAborted(findResources(ports), signal);
    if (!found || signal.aborted) return { type: 'stopped' };
    if (!found.ok) return { type: 'no-model', problem: found.error };
    const resources = found.value;
    const failure =
      (await settleSubAgents(resources.threadId, log, ports.subAgents)) ??
      (await writeTitleAndModel(log, resources)) ??
      (await writeNotes(log, resources, ports));
    if (failure) return failure;
    const turn = prepareTurn(resources, ports, progress, options);
    const before = sessionMeter(ports.session.state)?.suggestedWindow;
    const { end, knowledge } = await runTurn(turn.input, turn.ports, signal);
    turn.learn(knowledge);
    showModel(resources, ports);
    const window = sessionMeter(ports.session.state)?.suggestedWindow;
    if (window !== undefined && before === undefined)
      ports.session.notify(windowSuggestedNotice({ model: resources.chatModel.head.name, window }, ports.l10n));
    if (end.type === 'cannot-fit' && !isTrimmed) {
      isTrimmed = await trimQueued(log, end, ports);
      if (isTrimmed) continue;
    }
    if (end.type !== 'done' || log.thread.queue.length === 0) return end;
  }
}

/** Writes the thread's title and model to its log before the first call. */
async function writeTitleAndModel(
  { thread, append }: ThreadLog,
  { chatModel }: TurnResources,
): Promise<TurnEnd | undefined> {
  const title = thread.title === undefined ? titleFrom(joinedText(thread.queue[0]?.blocks ?? [])) : undefined;
  // A recording that plays for want of a model does not bind the thread: it goes on with the first model that is configured.
  const isBound = thread.model !== undefined || !chatModel.head.isReplay;
  const model = thread.model !== chatModel.agent.id && isBound ? chatModel.agent.id : undefined;
  const titled = title === undefined ? undefined : await append({ type: 'title', title });
  if (titled && !titled.ok) return titled.error;
  const named = model === undefined ? undefined : await append({ type: 'model', model });
  return named && !named.ok ? named.error : undefined;
}

/** Tells the model what a person did since it spoke last. */
async function writeNotes(
  log: ThreadLog,
  { chatModel }: TurnResources,
  { workspaceTools }: AgentPorts,
): Promise<TurnEnd | undefined> {
  const mode = chatModel.agent.tools ? undefined : workspaceTools?.mode?.();
  for (const note of [restoredNote(log.thread), mode && modeNote(log.thread, mode)]) {
    const noted = note && (await log.append(note));
    if (noted?.ok === false) return noted.error;
  }
  return undefined;
}

/** Shows what the turn taught about its model, unless another model was selected meanwhile. */
function showModel({ chatModel, config }: TurnResources, ports: AgentPorts): void {
  const { session } = ports;
  const { open } = session.state;
  if (open && (chosenModel(open) ?? chatModel.agent.id) === chatModel.agent.id)
    session.show({ model: modelStateOf(chatModel, config, ports) });
}
