/** The window that a server's reports suggest: takes it for the open thread's model at its endpoint, or takes that back (R25). */
import { modelSize } from '../../core/tokens/window.ts';
import type { ChatModel } from '../models/chat-model.ts';
import { findChatModel } from '../models/current-model.ts';
import { sessionMeter } from '../session/session-state.ts';
import { windowForgottenNotice, windowSetNotice } from '../words/window-notice.ts';
import type { AgentPorts } from './agent-ports.ts';
import { modelStateOf } from './turn-resources.ts';

/** Does nothing where no report suggests a window any more. */
export async function useSuggestedWindow(ports: AgentPorts): Promise<void> {
  const { session, knowledge, l10n } = ports;
  const chatModel = await currentModel(ports);
  const limit = sessionMeter(session.state)?.suggestedWindow;
  if (!chatModel || limit === undefined) return;
  const { agent, head, reported } = chatModel;
  const { window } = modelSize(agent.id, session.state.settings.config.contextWindows, reported);
  knowledge.write(agent.modelKey, { ...knowledge.read(agent.modelKey), limit, below: window ?? 'unknown' });
  show(chatModel, ports);
  session.notify(windowSetNotice({ model: head.name, window: limit }, l10n));
}

/** The model's window is again what settings, server and table say. */
export async function forgetLearnedWindow(ports: AgentPorts): Promise<void> {
  const { session, knowledge, l10n } = ports;
  const chatModel = await currentModel(ports);
  if (!chatModel) return;
  const { modelKey } = chatModel.agent;
  const { limit: _, below: __, ...others } = knowledge.read(modelKey);
  knowledge.write(modelKey, others);
  show(chatModel, ports);
  session.notify(windowForgottenNotice(chatModel.head.name, l10n));
}

async function currentModel({ session, chatModels }: AgentPorts): Promise<ChatModel | undefined> {
  const { open } = session.state;
  const found = await findChatModel(open, chatModels);
  return found.ok && open !== undefined && session.state.open?.id === open.id ? found.value : undefined;
}

function show(chatModel: ChatModel, ports: AgentPorts): void {
  const { session } = ports;
  session.show({ model: modelStateOf(chatModel, session.state.settings.config, ports) });
}
