/** Tells the person when the schemas of tools take more than their share of the window, and which tools a small window has no room for. */
import type { ChosenTools } from '../../core/workspace/external/choose-tools.ts';
import { toolsNotice } from '../words/tools-text.ts';
import type { AgentPorts } from './agent-ports.ts';
import type { TurnResources } from './turn-resources.ts';

export function tellOfTools(
  chosen: ChosenTools,
  { chatModel }: Pick<TurnResources, 'chatModel'>,
  { session, l10n }: Pick<AgentPorts, 'session' | 'l10n'>,
): void {
  const notice = toolsNotice(chosen, chatModel.head.name, l10n);
  if (notice) session.notify(notice);
}
