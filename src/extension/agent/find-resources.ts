/** Finds the models, settings, limits and tools that a turn of the open thread runs with. */
import { ok, type Result } from '../../core/lang/result.ts';
import type { ChatModel, ModelProblem } from '../models/chat-model.ts';
import { findChatModel } from '../models/current-model.ts';
import type { Settings } from '../session/session-state.ts';
import { modelProblemNotice } from '../words/turn-notice.ts';
import type { AgentPorts } from './agent-ports.ts';
import type { TurnResources } from './turn-resources.ts';

type FindPorts = Pick<AgentPorts, 'session' | 'chatModels' | 'outputsOf' | 'regex' | 'log' | 'l10n' | 'workspaceTools'>;

const SUMMARY_MODEL = 'spool.compaction.model';

/** Undefined while no thread is open. */
export async function findResources(ports: FindPorts): Promise<Result<TurnResources, ModelProblem> | undefined> {
  const { session, chatModels, outputsOf, regex } = ports;
  await ports.workspaceTools?.ready?.();
  const { open, settings } = session.state;
  if (!open) return undefined;
  const found = await findChatModel(open, chatModels);
  if (!found.ok) return found;
  const chatModel = found.value;
  const summarizer = await findSummarizer(settings, chatModel, ports);
  return ok({ threadId: open.id, chatModel, summarizer, config: settings.config, outputs: outputsOf(open), regex });
}

/**
 * A model that can't be used for summaries leaves them to the thread's own. A workspace may name one of the provider in use
 * only: it must not send a thread anywhere else (R45; docs/settings.md, "Trust").
 */
async function findSummarizer(
  { config, values }: Settings,
  chatModel: ChatModel,
  { chatModels, log, l10n }: FindPorts,
): Promise<ChatModel> {
  const { model } = config.summary;
  if (model === null) return chatModel;
  const scope = values?.[SUMMARY_MODEL]?.scope;
  const isForeign = providerOf(model) !== providerOf(chatModel.agent.id);
  if ((scope === 'workspace' || scope === 'folder') && isForeign) {
    log.error(`${SUMMARY_MODEL}: a workspace may name only models of the provider in use, not ${model}`);
    return chatModel;
  }
  const found = await chatModels.find(model);
  if (!found.ok) log.error(`${SUMMARY_MODEL}: ${modelProblemNotice(found.error, l10n).text}`);
  return found.ok ? found.value : chatModel;
}

function providerOf(model: string): string {
  return model.slice(0, Math.max(0, model.indexOf('/')));
}
