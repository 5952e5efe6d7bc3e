/** Tells the person what a model's server refused of a request, once for each refusal. */
import type { ModelEvent } from '../../core/agent/model-event.ts';
import type { ChatModel } from '../models/chat-model.ts';
import { concessionNotice } from '../words/concession-text.ts';
import type { AgentPorts } from './agent-ports.ts';

/** Hears the events of the model's calls; all but new concessions are passed over. */
export function tellConcessions(
  { agent, head }: Pick<ChatModel, 'agent' | 'head'>,
  { knowledge, session, l10n }: Pick<AgentPorts, 'knowledge' | 'session' | 'l10n'>,
): (event: ModelEvent) => void {
  return (event) => {
    if (event.type !== 'concession' || !event.isNew) return;
    const known = knowledge.concessions.read(agent.modelKey);
    const notice = concessionNotice(event.concession, { model: head.name, known }, l10n);
    if (notice) session.notify(notice);
  };
}
