/** What each message of the panel does. */
import * as vscode from 'vscode';
import * as protocol from '../../core/protocol/panel.ts';
import { rowText } from '../../core/view/rows.ts';
import type { CommandContext } from '../commands/command-context.ts';
import { doNoticeAction } from '../commands/notice-action.ts';
import { sendTyped } from '../commands/send-typed.ts';
import { redoCompaction, undoCompaction } from '../commands/thread-commands.ts';
import { compareContexts, showRow, showSummary } from '../documents/show.ts';
import { pageOf, panelView } from '../session/panel-view.ts';
import { compactText } from '../words/outcome-text.ts';
import { answer, type InboundHandler, on } from './inbound.ts';
import { openFileLink } from './open-file.ts';
import type { PanelFeed } from './panel-feed.ts';
import { panelWords } from './panel-words.ts';

const COMMANDS = {
  newThread: ['spool.newThread'],
  openThread: ['spool.openThread'],
  importThread: ['spool.importThread'],
  compactThread: ['spool.compactThread'],
  openSettings: ['workbench.action.openSettings', '@ext:spool.spool'],
  openThreadAsText: ['spool.openThreadAsText'],
  selectModel: ['spool.selectModel'],
  setApiKey: ['spool.setApiKey'],
  previewCompaction: ['spool.previewCompaction'],
  showRequestLog: ['spool.showRequestLog'],
} as const;

export function handlers(host: CommandContext, feed: PanelFeed): readonly InboundHandler[] {
  const { session, l10n } = host;
  const words = panelWords(l10n);
  const view = () => panelView(session.state, words);
  const inThread = (run: (thread: string) => Promise<void>) => session.state.open && run(session.state.open.id);
  return [
    on(protocol.ready, () => feed.ready(view())),
    on(protocol.runCommand, ({ command }) => {
      const [id, ...args] = COMMANDS[command];
      return vscode.commands.executeCommand(id, ...args);
    }),
    on(protocol.undoCompaction, ({ compaction }) => undoCompaction(host, compaction)),
    on(protocol.redoCompaction, ({ compaction }) => redoCompaction(host, compaction)),
    on(protocol.openSummary, ({ compaction }) => inThread((thread) => showSummary(thread, compaction, l10n))),
    on(protocol.compareContexts, ({ compaction }) => inThread((thread) => compareContexts(thread, compaction, l10n))),
    on(protocol.openRow, ({ key }) => inThread((thread) => showRow(thread, key, l10n))),
    on(protocol.openFile, ({ path, line }) => openFileLink(host, path, line)),
    on(protocol.copyText, ({ text }) => vscode.env.clipboard.writeText(text)),
    on(protocol.dismissNotice, () => session.notify(undefined)),
    answer(protocol.send, ({ text }) => sendTyped(host, text)),
    on(protocol.stop, () => host.agent.stop()),
    answer(protocol.unqueue, async ({ queued }) => ({ text: (await host.agent.unqueue(queued)) ?? null })),
    on(protocol.noticeAction, ({ action }) => doNoticeAction(host, action)),
    on(protocol.answerPreview, async ({ answer: given, instructions }) => {
      const outcome = await host.agent.answerPreview(given, instructions);
      if (outcome) host.tell(compactText(outcome, l10n));
    }),
    on(protocol.compactAgain, async ({ compaction, instructions }) => {
      host.tell(compactText(await host.agent.compactAgain(compaction, instructions), l10n));
    }),
    answer(protocol.loadRows, ({ from, to }) => pageOf(view(), from, to)),
    answer(protocol.loadText, ({ key, part }) => {
      const text = session.state.open && rowText(session.state.open.thread, key, part);
      if (text === undefined) throw new Error(l10n.t('This part of the thread is not here any more.'));
      return text;
    }),
  ];
}
