/** Writes to the log of the open thread that it goes on with another model. */
import type { Notice } from '../../core/protocol/panel-state.ts';
import { forThread } from '../models/current-model.ts';
import { writeFailureText } from '../words/outcome-text.ts';
import { modelProblemNotice } from '../words/turn-notice.ts';
import type { AgentPorts } from './agent-ports.ts';

/** The notice says why that is impossible; undefined where no thread is open, or another one by now. */
export async function writeModel(
  model: string,
  { session, chatModels, l10n }: AgentPorts,
): Promise<Notice | 'written' | undefined> {
  const { open } = session.state;
  const found = forThread(await chatModels.find(model), open?.thread);
  if (!found.ok) return modelProblemNotice(found.error, l10n);
  // The user selected the model for the thread that was open then.
  if (!open || session.state.open?.id !== open.id) return undefined;
  const written = await session.append({ type: 'model', model });
  return typeof written === 'number' ? 'written' : { severity: 'error', text: writeFailureText(written, l10n).text };
}
