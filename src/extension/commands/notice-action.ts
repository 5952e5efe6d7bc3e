/** What the buttons of a card do. */
import * as vscode from 'vscode';
import { assertNever } from '../../core/lang/assert-never.ts';
import type { NoticeAction } from '../../core/protocol/panel-state.ts';
import { formatCount } from '../../core/view/format.ts';
import { isUnfinished } from '../agent/offer-to-continue.ts';
import type { KeyOutcome } from './api-key.ts';
import type { CommandContext } from './command-context.ts';
import { retryRequest } from './message-actions.ts';
import { runThenReturnFocus } from './return-focus.ts';
import type { SelectOutcome } from './select-model.ts';
import type { AddressOutcome } from './set-address.ts';
import { playRecording, previewCompaction, runCompactThread } from './thread-commands.ts';

/** What the settings page is searched for. */
const SETTINGS_QUERY = {
  openSettings: '@ext:spool.spool',
  openCompactionSettings: '@ext:spool.spool compaction',
  openReserveSetting: '@id:spool.model.reserveTokens',
} as const;

export async function doNoticeAction(host: CommandContext, action: NoticeAction): Promise<void> {
  const { agent } = host;
  switch (action) {
    case 'retry':
      await retryRequest(host);
      break;
    case 'continue':
      await agent.goOn();
      break;
    case 'compactAndRetry':
      await agent.goOn({ chosen: 'compacting' });
      break;
    case 'compactWithoutModel':
      await runCompactThread(host, { withoutModel: true });
      break;
    case 'previewCompaction':
      await previewCompaction(host);
      break;
    case 'playRecording':
      await playRecording(host);
      break;
    case 'setApiKey':
    case 'setAddress':
    case 'connectModel':
    case 'otherModel':
    case 'selectModel':
      await changeModel(host, action);
      break;
    case 'useSuggestedWindow':
      await agent.useSuggestedWindow();
      break;
    case 'forgetLearnedWindow':
      await agent.forgetLearnedWindow();
      break;
    case 'showRequestLog':
    case 'selectTools':
    case 'setContextWindow':
      await runThenReturnFocus(host, `spool.${action}`);
      break;
    case 'openSettings':
    case 'openCompactionSettings':
      await vscode.commands.executeCommand('workbench.action.openSettings', SETTINGS_QUERY[action]);
      break;
    case 'openReserveSetting':
      await openReserve(host);
      break;
    default:
      assertNever(action);
  }
}

/** Where a longest reply was chosen for the model, that is the reserve, whatever the setting says. */
async function openReserve({ session, tell, l10n }: CommandContext): Promise<void> {
  const { head, options } = session.state.model ?? {};
  if (head === undefined || options?.maxReply === undefined) {
    await vscode.commands.executeCommand('workbench.action.openSettings', SETTINGS_QUERY.openReserveSetting);
    return;
  }
  const tokens = formatCount(options.maxReply, l10n.locale);
  tell({
    severity: 'info',
    text: l10n.t(
      'The reserve of {0} is its Longest Reply, {1} tokens, which counts before spool.model.reserveTokens. Empty it in Model Options… and the setting counts.',
      head.name,
      tokens,
    ),
  });
  await vscode.commands.executeCommand('spool.modelOptions', head.id);
}

/** Asks for a model, a key or an address. Messages that could not be sent without it are sent then. */
async function changeModel(host: CommandContext, action: ModelAction): Promise<void> {
  const { agent, session } = host;
  // A turn that lacked a model begins by itself when one is selected.
  const goesOn = action !== 'setApiKey' && action !== 'setAddress' && agent.lacksModel;
  const [command, ...args] = modelCommand(host, action);
  const outcome = await runThenReturnFocus<KeyOutcome | SelectOutcome | AddressOutcome | undefined>(
    host,
    `spool.${command}`,
    ...args,
  );
  const isChanged = outcome?.type === 'stored' || outcome?.type === 'saved' || outcome?.type === 'selected';
  const { open } = session.state;
  if (!goesOn && isChanged && open && isUnfinished(open.thread)) await retryRequest(host);
}

type ModelAction = Extract<NoticeAction, 'setApiKey' | 'setAddress' | 'connectModel' | 'otherModel' | 'selectModel'>;

/** A key or an address is that of the provider that the card is about. */
function modelCommand({ session }: CommandContext, action: ModelAction): readonly [string, ...unknown[]] {
  if (action === 'otherModel') return ['selectModel', { goesOn: true }];
  if (action !== 'setApiKey' && action !== 'setAddress') return [action];
  const { model, open } = session.state;
  const provider = (model?.head.id ?? open?.thread.model)?.split('/', 1)[0];
  return provider === undefined ? [action] : [action, provider];
}
