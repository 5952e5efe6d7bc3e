/** Finds what the open thread is run with: the model that it speaks with, and the one that writes its summaries. */
import { ok, type Result } from '../../core/lang/result.ts';
import type { Speaker, SpeakerProblem } from '../models/chat-model.ts';
import { findSpeaker } from '../models/current-model.ts';
import type { Settings } from '../session/session-state.ts';
import { speakerNotice } from '../words/turn-notice.ts';
import type { AgentPorts } from './agent-ports.ts';
import type { Equipment } from './equipment.ts';

const SUMMARY_MODEL = 'spool.compaction.model';

/** Undefined while no thread is open. */
export async function equip(ports: AgentPorts): Promise<Result<Equipment, SpeakerProblem> | undefined> {
  const { session, speakers, outputsOf, regex } = ports;
  const { open, settings } = session.state;
  if (!open) return undefined;
  const found = await findSpeaker(open, speakers);
  if (!found.ok) return found;
  const speaker = found.value;
  const summarizer = await findSummarizer(settings, speaker, ports);
  return ok({ threadId: open.id, speaker, summarizer, config: settings.config, outputs: outputsOf(open), regex });
}

/**
 * A model that can't be used for summaries leaves them to the thread's own. A workspace may name one of the provider in use
 * only: it must not send a thread anywhere else (R45; requirements, "Resolutions").
 */
async function findSummarizer(
  { config, values }: Settings,
  speaker: Speaker,
  { speakers, log, l10n }: AgentPorts,
): Promise<Speaker> {
  const { model } = config.summary;
  if (model === null) return speaker;
  const place = values?.[SUMMARY_MODEL]?.place;
  const isForeign = providerOf(model) !== providerOf(speaker.agent.id);
  if ((place === 'workspace' || place === 'folder') && isForeign) {
    log.error(`${SUMMARY_MODEL}: a workspace may name only models of the provider in use, not ${model}`);
    return speaker;
  }
  const found = await speakers.find(model);
  if (!found.ok) log.error(`${SUMMARY_MODEL}: ${speakerNotice(found.error, l10n).text}`);
  return found.ok ? found.value : speaker;
}

function providerOf(model: string): string {
  return model.slice(0, Math.max(0, model.indexOf('/')));
}
