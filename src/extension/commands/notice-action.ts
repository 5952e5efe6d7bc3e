/** What the buttons of a card do. */
import * as vscode from 'vscode';
import type { NoticeAction } from '../../core/protocol/panel.ts';
import type { Host } from './host.ts';
import { compactThread, previewCompaction } from './thread-acts.ts';

export async function doNoticeAction(host: Host, action: NoticeAction): Promise<void> {
  const { agent } = host;
  switch (action) {
    case 'retry':
    case 'continue':
      await agent.goOn();
      break;
    case 'compactAndRetry': {
      const outcome = await compactThread(host, { force: true });
      if (outcome.type === 'compacted') await agent.goOn();
      break;
    }
    case 'compactWithoutModel':
      await compactThread(host, { withoutModel: true });
      break;
    case 'previewCompaction':
      await previewCompaction(host);
      break;
    case 'setApiKey':
    case 'selectModel':
    case 'showRequestLog':
      await vscode.commands.executeCommand(`spool.${action}`);
      break;
    case 'openSettings':
      await vscode.commands.executeCommand('workbench.action.openSettings', '@ext:spool.spool');
      break;
  }
}
