/** The commands for models, keys and the request log. */
import * as vscode from 'vscode';
import { PROVIDER_IDS, type ProviderId } from '../../providers/shared/provider.ts';
import { showRequestLog } from '../request-log/show.ts';
import type { ModelCommandContext } from './model-command-context.ts';

/** `revealComposer` shows the panel and moves the keyboard focus to its composer. */
export function registerModelCommands(
  current: () => ModelCommandContext,
  revealComposer: () => Promise<void>,
): readonly vscode.Disposable[] {
  const { registerCommand } = vscode.commands;
  return [
    registerCommand('spool.selectModel', async (wish?: unknown) => {
      const { selectModel, selectOther } = (await import('./on-demand.ts')).onDemandCommands;
      if (typeof wish === 'object' && wish !== null && 'goesOn' in wish) return selectOther(current());
      return selectModel(current(), typeof wish === 'string' ? wish : undefined);
    }),
    registerCommand('spool.connectModel', async () => {
      const { connectAndSelect } = (await import('./on-demand.ts')).onDemandCommands;
      const outcome = await connectAndSelect(current());
      // The button that was pressed is gone, so VS Code has nothing to give the focus back to.
      if (outcome.type === 'selected') await revealComposer();
      return outcome;
    }),
    registerCommand('spool.setAddress', async (provider?: unknown) => {
      const { runSetAddress } = (await import('./on-demand.ts')).onDemandCommands;
      return runSetAddress(current(), asProvider(provider));
    }),
    registerCommand('spool.setContextWindow', async (wish?: unknown) => {
      const { runSetContextWindow } = (await import('./on-demand.ts')).onDemandCommands;
      const isToCompact = typeof wish === 'object' && wish !== null && 'toCompact' in wish;
      return runSetContextWindow(current(), isToCompact ? 'compact' : undefined);
    }),
    registerCommand('spool.modelOptions', async (id?: unknown) => {
      const { modelOptions } = (await import('./on-demand.ts')).onDemandCommands;
      return modelOptions(current(), typeof id === 'string' ? id : undefined);
    }),
    registerCommand('spool.setApiKey', async (provider?: unknown) => {
      const { setApiKey } = (await import('./on-demand.ts')).onDemandCommands;
      return setApiKey(current(), asProvider(provider));
    }),
    registerCommand('spool.removeApiKey', async (provider?: unknown) => {
      const { removeApiKey } = (await import('./on-demand.ts')).onDemandCommands;
      return removeApiKey(current(), asProvider(provider));
    }),
    registerCommand('spool.showRequestLog', () => showRequestLog(current().l10n)),
  ];
}

function asProvider(argument: unknown): ProviderId | undefined {
  return PROVIDER_IDS.find((id) => id === argument);
}
