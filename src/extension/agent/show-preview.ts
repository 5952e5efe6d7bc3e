/** Shows in the panel what a compaction of the open thread would do. */
import type { Preview } from '../../core/view/preview.ts';
import type { CompactOutcome } from '../session/outcome.ts';
import type { AgentPorts } from './agent-ports.ts';
import { findResources } from './find-resources.ts';
import { previewFor } from './preview-for.ts';

/** Returns undefined when the preview is shown, else why there is nothing to show. */
export async function showPreview(ports: AgentPorts, why: Preview['why']): Promise<CompactOutcome | undefined> {
  const { session } = ports;
  const found = await findResources(ports);
  const preview = previewFor(session.state, found?.ok ? found.value : undefined, ports, why);
  if (preview.type !== 'preview') return preview;
  session.show({ preview: preview.shown });
  return undefined;
}
