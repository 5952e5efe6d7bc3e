/** Compacts the open thread when a person asks for it: with the thread's model if there is one, else without a model. */
import { type CompactPorts, type CompactRun, compactThread } from '../../core/agent/compact-thread.ts';
import type { AppendFailure, CompactionEvent, ThreadLog } from '../../core/agent/ports.ts';
import type { CompactionConfig } from '../../core/compaction/config.ts';
import type { EntryId } from '../../core/thread/entry-id.ts';
import { measure } from '../../core/thread/measure.ts';
import { type CompactionTask, compactByPlan, compacted, planInput } from '../session/compact-by-plan.ts';
import type { CompactOutcome } from '../session/outcome.ts';
import { writeFailureOf } from '../session/outcome.ts';
import type { RunContext } from '../session/run-context.ts';
import type { AgentPorts } from './agent-ports.ts';
import { compactionModelsFor } from './compaction-models.ts';
import { runningAfter } from './running-compaction.ts';
import { callContextFor, contextFor, type TurnResources } from './turn-resources.ts';

export interface CompactOptions {
  readonly instructions?: string;
  /** Compacts by a strategy that needs no model, whatever the settings say. */
  readonly withoutModel?: true;
  /** As in `PlanInput`. */
  readonly upTo?: EntryId;
  /** Also where compaction is switched off: the person asks for this one. */
  readonly force?: true;
}

/** `resources`: of the thread's model; undefined when the thread has no model. */
export function compactWith(
  { instructions, force, upTo }: CompactOptions,
  resources: TurnResources | undefined,
  ports: AgentPorts,
  signal: AbortSignal,
): CompactionTask {
  return async (known, log) => {
    const found = resources ? contextFor(resources, ports, log.thread) : known;
    const context = force ? { ...found, config: switchedOn(found.config) } : found;
    const asked = { ...(instructions !== undefined && { instructions }), ...(upTo !== undefined && { upTo }) };
    if (!resources) return compactWithoutModel(context, log, asked, ports);
    const input = planInput(log.thread, context);
    if (!input.ok) return input.error;
    const { cold } = callContextFor(resources, ports, log.thread);
    const run = await compactThread(
      {
        ...input.value,
        ...asked,
        ...(cold && { cold }),
      },
      {
        ...compactionModelsFor(resources, ports, cold ?? false, () => log.thread),
        threadLog: log,
        ...adviceFor(resources.threadId, ports),
        log: { write: showing(ports) },
        now: ports.now,
      },
      signal,
      ports.breakers.read(resources.threadId),
    );
    ports.breakers.write(resources.threadId, run.breaker);
    return run.outcome.type === 'write-failed' ? run.outcome : outcomeOf(run, '');
  };
}

/** Other extensions take part as in any compaction. */
async function compactWithoutModel(
  context: RunContext,
  log: ThreadLog,
  asked: Pick<CompactOptions, 'instructions' | 'upTo'>,
  { hooks, session }: AgentPorts,
): Promise<CompactOutcome | AppendFailure> {
  const thread = session.state.open?.id ?? '';
  const { tokens } = measure(log.thread, context.base);
  const { strategy } = context.config;
  const advice = await hooks?.ask(thread, { trigger: 'manual', strategy, tokens, canVeto: true });
  if (advice?.veto) return { type: 'vetoed', ...advice.veto };
  const outcome = await compactByPlan(context, log, asked);
  const newest = log.thread.compactions.at(-1);
  if (outcome.type === 'compacted' && newest) hooks?.tell(thread, newest);
  return outcome;
}

/** The port by which other extensions are asked before a compaction. */
export function adviceFor(threadId: string, { hooks }: Pick<AgentPorts, 'hooks'>): Pick<CompactPorts, 'askAdvice'> {
  return hooks ? { askAdvice: (news) => hooks.ask(threadId, news) } : {};
}

/** Logs what happens, and shows it where the session compacts. */
function showing({ session, log }: AgentPorts): (event: CompactionEvent) => void {
  return (event) => {
    log.compaction(event);
    const { busy } = session.state;
    const running = busy?.type === 'compacting' ? runningAfter(busy.compaction, event) : undefined;
    if (running) session.show({ busy: { ...busy, type: 'compacting', compaction: running } });
  };
}

/** `file` is the thread's log. */
export function outcomeOf({ outcome, thread }: CompactRun, file: string): CompactOutcome {
  if (outcome.type === 'write-failed') return writeFailureOf(outcome, file);
  return outcome.type === 'compacted' ? compacted(thread, outcome.draft) : outcome;
}

/** As if nobody had switched compaction off. */
export function switchedOn(config: CompactionConfig): CompactionConfig {
  return { ...config, enabled: true, strategy: config.strategy === 'disabled' ? 'extract' : config.strategy };
}
