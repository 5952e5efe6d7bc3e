/** Opens a new thread in which the recording that ships with the extension plays. */
import type { CreateOutcome } from '../session/outcome.ts';
import type { AgentPorts } from './agent-ports.ts';

const RECORDING = 'replay/upload-queue';

/** The messages that are queued in the open thread are queued there. */
export async function openRecordingThread({ session, chatModels, workspace }: AgentPorts): Promise<CreateOutcome> {
  const usual = await chatModels.find(undefined);
  // Where the recording plays for want of a model, the thread stays free for the first model that is configured.
  const isUsual = usual.ok && usual.value.head.isReplay;
  return session.createFromQueue(workspace(), isUsual ? undefined : RECORDING);
}
