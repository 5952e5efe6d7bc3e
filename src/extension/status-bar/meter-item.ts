/** The meter in the status bar: one item, on the right; a click shows the details and never compacts. While a question waits and the panel is hidden, it says so. */
import * as vscode from 'vscode';
import type { OtherThreads } from '../../core/protocol/panel-state.ts';
import { VIEW_ID } from '../chat-view/thread-view.ts';
import type { L10n } from '../l10n/l10n.ts';
import { type SessionState, sessionMeter } from '../session/session-state.ts';
import { STATUS_BAR } from '../settings/meter-settings.ts';
import { meterText, questionText, TOOLTIP_COMMANDS, withOthers } from './meter-text.ts';

const BACKGROUNDS = {
  warning: 'statusBarItem.warningBackground',
  error: 'statusBarItem.errorBackground',
} as const;

export interface MeterItem extends vscode.Disposable {
  update(state: SessionState, viewIsVisible: boolean, others: OtherThreads): void;
}

export function createMeterItem(l10n: L10n): MeterItem {
  const item = vscode.window.createStatusBarItem('spool.context', vscode.StatusBarAlignment.Right, 100);
  item.name = l10n.t('Spool: Context');
  return {
    update(state, viewIsVisible, others) {
      const when = vscode.workspace.getConfiguration().get<unknown>(STATUS_BAR.key);
      if (when === 'never' || (when === 'whenViewVisible' && !viewIsVisible)) {
        item.hide();
        return;
      }
      const asks = state.open !== undefined && state.question?.threadId === state.open.id && !viewIsVisible;
      item.command = asks || !state.open ? `${VIEW_ID}.focus` : 'spool.showContextUsage';
      const shown = asks ? questionText(l10n) : meterText(sessionMeter(state), state.busy, l10n);
      const { text, tooltip, label, background } = withOthers(shown, others, l10n);
      const markdown = new vscode.MarkdownString(tooltip, true);
      markdown.isTrusted = { enabledCommands: TOOLTIP_COMMANDS };
      item.text = text;
      item.tooltip = markdown;
      item.accessibilityInformation = { label, role: 'button' };
      item.backgroundColor = background && new vscode.ThemeColor(BACKGROUNDS[background]);
      item.show();
    },
    dispose: () => item.dispose(),
  };
}
