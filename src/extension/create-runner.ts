/** Builds what each open thread has of its own: a session, an agent, what follows them, and what commands need of them. */
import * as vscode from 'vscode';
import { createAgent } from './agent/create-agent.ts';
import { type EndedThread, followTurnEnds } from './agent/follow-turn-ends.ts';
import { offerToContinue } from './agent/offer-to-continue.ts';
import type { Runner } from './agent/runner.ts';
import type { RunnerPool } from './agent/runner-pool.ts';
import type { CommandContext } from './commands/command-context.ts';
import type { ModelCommandContext } from './commands/model-command-context.ts';
import { createNotifier } from './commands/notifier.ts';
import { warnAboutFit } from './commands/warn-about-fit.ts';
import { createSettingsFollower } from './follow-settings.ts';
import { reportDamage } from './session/report-damage.ts';
import type { OpenThread, SessionState } from './session/session-state.ts';
import { ThreadSession } from './session/thread-session.ts';

export interface WindowRunner extends Runner {
  readonly host: CommandContext;
  readonly models: ModelCommandContext;
}

export type WindowThreads = RunnerPool<WindowRunner>;

type AgentParts = Omit<Parameters<typeof createAgent>[0], 'session' | 'l10n' | 'workspace' | 'root'>;

export type SharedContext = Omit<CommandContext, 'session' | 'agent' | 'threads' | 'tell'>;

/** What all threads of a window share. */
export interface SharedParts {
  readonly agent: AgentParts;
  readonly host: SharedContext;
  readonly threads: () => RunnerPool;
  readonly models: Omit<ModelCommandContext, 'session' | 'switchModel' | 'tell' | 'l10n'>;
  readonly mode: () => SessionState['mode'];
  /** Whether a person sees the thread of this session. */
  readonly isVisible: (session: ThreadSession) => boolean;
  /** Called when the agent of a thread becomes idle. */
  readonly onTurnEnd: (ended: EndedThread) => void;
}

export function runnerMaker({
  agent: parts,
  host: shared,
  threads,
  models,
  mode,
  isVisible,
  onTurnEnd,
}: SharedParts): () => WindowRunner {
  const { store, storage, l10n, log, workspace } = shared;
  const followSettings = createSettingsFollower(log);
  return () => {
    const session = new ThreadSession(store, storage.root, Date.now);
    session.show({ mode: mode() });
    const turnLog = followTurnEnds(parts.log, () => ({ session, agent }), onTurnEnd);
    const created = createAgent({ ...parts, log: turnLog, session, l10n, workspace, root: storage.root });
    const { agent } = created;
    const tell = createNotifier(session, log, l10n, () => isVisible(session));
    // Only a window of the thread's workspace, which has the tools, asks its open questions again.
    const asksAgain = (open: OpenThread) => open.workspace === workspace() && session.state.mode !== undefined;
    const following = vscode.Disposable.from(
      created,
      followSettings(session),
      { dispose: reportDamage(session, log, l10n) },
      { dispose: offerToContinue(session, l10n, asksAgain, () => void agent.goOn()) },
      { dispose: warnAboutFit(session, l10n) },
    );
    // The first thread is made with the pool itself.
    const host: CommandContext = {
      ...shared,
      session,
      agent,
      tell,
      get threads() {
        return threads();
      },
    };
    return {
      session,
      agent,
      host,
      models: { ...models, session, l10n, tell, switchModel: (id) => agent.switchModel(id) },
      dispose: () => following.dispose(),
    };
  };
}
