/** Makes the preview of a compaction of the open thread, or returns the reason why no compaction is possible. */
import { rehearseCompaction } from '../../core/agent/rehearse-compaction.ts';
import type { EntryId } from '../../core/thread/entry-id.ts';
import { makePreview } from '../../core/view/make-preview.ts';
import type { Preview } from '../../core/view/preview.ts';
import { planInput } from '../session/compact-by-plan.ts';
import type { CompactOutcome } from '../session/outcome.ts';
import { runContext } from '../session/run-context.ts';
import type { SessionState, ShownPreview } from '../session/session-state.ts';
import type { AgentPorts } from './agent-ports.ts';
import { compactionModelsFor } from './compaction-models.ts';
import { callContextFor, contextFor, type TurnResources } from './turn-resources.ts';

export type MadePreview = { readonly type: 'preview'; readonly shown: ShownPreview } | CompactOutcome;

/** Calls no model. */
export async function previewFor(
  { open, settings, model }: SessionState,
  resources: TurnResources | undefined,
  ports: AgentPorts,
  { why, upTo }: { readonly why: Preview['why']; readonly upTo: EntryId | undefined },
): Promise<MadePreview> {
  if (!open) return { type: 'no-thread' };
  const { thread } = open;
  const meter = resources ? contextFor(resources, ports, thread) : runContext(thread, settings.config, model);
  const planned = planInput(thread, meter);
  if (!planned.ok) return planned.error;
  const { cold = false } = (resources && callContextFor(resources, ports, thread)) ?? {};
  const input = { ...planned.value, ...(cold && { cold }), ...(upTo !== undefined && { upTo }) };
  const models = resources ? compactionModelsFor(resources, ports, cold, () => thread) : { model: undefined };
  const { outcome, asked } = await rehearseCompaction(input, models);
  if (outcome.type !== 'compacted') return outcome;
  const { draft, price } = outcome;
  const preview = makePreview({
    thread,
    draft,
    price,
    meter,
    why,
    ...(asked && { asked }),
    ...(upTo !== undefined && { upTo }),
  });
  return { type: 'preview', shown: { thread, settings, model, preview, upTo } };
}
