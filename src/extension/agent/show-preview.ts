/** Shows in the panel what a compaction of the open thread would do, and keeps that true while it is shown. */
import type { EntryId } from '../../core/thread/entry-id.ts';
import type { Preview } from '../../core/view/preview.ts';
import type { CompactOutcome } from '../session/outcome.ts';
import { isPreviewOf, type SessionState } from '../session/session-state.ts';
import type { AgentPorts } from './agent-ports.ts';
import { findResources } from './find-resources.ts';
import { type MadePreview, previewFor } from './preview-for.ts';

/** Returns undefined when the preview is shown, else why there is nothing to show. `upTo` is that of `PlanInput`. */
export async function showPreview(
  ports: AgentPorts,
  why: Preview['why'],
  upTo?: EntryId,
): Promise<CompactOutcome | undefined> {
  const made = await makeFor(ports, why, upTo);
  if (made.type !== 'preview') return made;
  ports.session.show({ preview: made.shown });
  return undefined;
}

async function makeFor(ports: AgentPorts, why: Preview['why'], upTo: EntryId | undefined): Promise<MadePreview> {
  const found = await findResources(ports);
  return previewFor(ports.session.state, found?.ok ? found.value : undefined, ports, { why, upTo });
}

/** Makes the shown preview again when what it was made of has changed: a pin, a setting, the model. */
export function keepPreview(ports: AgentPorts): void {
  const { session, log } = ports;
  let isMaking = false;
  const keep = async () => {
    for (let { preview } = session.state; preview && isOutdated(session.state); preview = session.state.preview) {
      const made = await makeFor(ports, preview.preview.why, preview.upTo);
      // Meanwhile the person may have closed it.
      if (session.state.preview === preview)
        session.show({ preview: made.type === 'preview' ? made.shown : undefined });
    }
  };
  session.onDidChange(async (state) => {
    if (isMaking || !isOutdated(state)) return;
    isMaking = true;
    await keep().catch((error) => log.error(error instanceof Error ? error : String(error)));
    isMaking = false;
  });
}

/** Whether a preview is shown that was made of other pins, settings or another model than the thread has now. */
function isOutdated(state: SessionState): boolean {
  const { open, settings, model, preview } = state;
  if (!preview || !open || state.busy || !isPreviewOf(preview, open.thread)) return false;
  return preview.thread !== open.thread || preview.settings !== settings || preview.model !== model;
}
