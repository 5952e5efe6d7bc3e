/** The handler of each message from the panel. */
import * as vscode from 'vscode';
import type { DraftText, PanelCommand } from '../../core/protocol/panel-messages.ts';
import { estimateText } from '../../core/tokens/estimate.ts';
import { findRows, nextRow } from '../../core/view/find-rows.ts';
import { rowText } from '../../core/view/rows.ts';
import { compareCode, insertCode, newFile } from '../commands/code-block.ts';
import type { CommandContext } from '../commands/command-context.ts';
import {
  compactUpTo,
  editMessage,
  pinMessage,
  restoreTo,
  retryReply,
  sendAgain,
  takeBackMessage,
} from '../commands/message-actions.ts';
import { doNoticeAction } from '../commands/notice-action.ts';
import type { RestoreWish } from '../commands/restore-files.ts';
import { runThenReturnFocus } from '../commands/return-focus.ts';
import { sendDraft } from '../commands/send-typed.ts';
import { redoCompaction, retryCompaction, saveSummary, undoCompaction } from '../commands/thread-commands.ts';
import { compareCall } from '../documents/compare-call.ts';
import { compareChange, compareContexts, showAgent, showRow, showSummary } from '../documents/show.ts';
import { type PanelView, pageOf, panelView } from '../session/panel-view.ts';
import type { OpenThread } from '../session/session-state.ts';
import { compactText } from '../words/outcome-text.ts';
import type { PanelHandlers } from './inbound.ts';
import { openFileLink } from './open-file.ts';
import type { PanelFeed } from './panel-feed.ts';
import { panelWords } from './panel-words.ts';

/** VS Code's command, with its arguments. */
const COMMANDS: Readonly<Record<PanelCommand, readonly [id: string, ...args: (string | RestoreWish)[]]>> = {
  newThread: ['spool.newThread'],
  openThread: ['spool.openThread'],
  importThread: ['spool.importThread'],
  compactThread: ['spool.compactThread'],
  openSettings: ['workbench.action.openSettings', '@ext:spool.spool'],
  openThreadAsText: ['spool.openThreadAsText'],
  takeOverThread: ['spool.takeOverThread'],
  selectModel: ['spool.selectModel'],
  connectModel: ['spool.connectModel'],
  setContextWindow: ['spool.setContextWindow'],
  setApiKey: ['spool.setApiKey'],
  setMode: ['spool.setMode'],
  selectTools: ['spool.selectTools'],
  previewCompaction: ['spool.previewCompaction'],
  showRequestLog: ['spool.showRequestLog'],
  addSelection: ['spool.addSelection'],
  undoRestore: ['spool.restoreFiles', { undo: true }],
};

/** What the handlers need of the panel that sends the messages. */
export interface PanelLink {
  readonly feed: PanelFeed;
  /** Sends the panel what is attached to the draft. */
  readonly showAttachments: () => void;
  /** Sends the panel the draft of the shown thread, if another panel edited it. */
  readonly showDraft: () => void;
  /** Called when the keyboard focus comes into the panel. */
  readonly onFocus: (isFocused: boolean) => void;
  /** Called with a draft that a person edited, or that the panel had saved. */
  readonly onDraft: (draft: DraftText, saved: boolean) => void;
}

export function panelHandlers(host: CommandContext, link: PanelLink): PanelHandlers {
  return {
    ...linkHandlers(host, link),
    ...documentHandlers(host),
    ...messageHandlers(host),
    ...queueHandlers(host),
    ...compactionHandlers(host),
    ...attachmentHandlers(host),
    ...rowHandlers(host),
    runCommand: ({ command }) => {
      const [id, ...args] = COMMANDS[command];
      return runThenReturnFocus(host, id, ...args);
    },
    answerQuestion: (given) => {
      if (!host.permissions.answer(given)) throw new Error('this answer fits no open question');
    },
    setMode: ({ mode }) => host.permissions.setMode(mode),
    dismissNotice: () => host.session.notify(undefined),
    noticeAction: ({ action }) => doNoticeAction(host, action),
  };
}

function viewOf({ session, l10n }: CommandContext): () => PanelView {
  const words = panelWords(l10n);
  return () => panelView(session.state, words);
}

/** What the panel says of itself. */
function linkHandlers(host: CommandContext, link: PanelLink) {
  const { feed } = link;
  const { session } = host;
  const view = viewOf(host);
  return {
    ready: () => {
      feed.ready(view());
      feed.liveCommands(() => host.live.of(session.state.open?.id));
      feed.liveAgents(() => host.liveAgents.of(session.state.open?.id));
      void host.attachments.load().then(link.showAttachments);
      link.showDraft();
    },
    focused: ({ isFocused }) => link.onFocus(isFocused),
    draft: ({ saved = false, ...draft }) => link.onDraft(draft, saved),
  } satisfies Partial<PanelHandlers>;
}

/** What opens beside the panel. */
function documentHandlers(host: CommandContext) {
  const { session, l10n } = host;
  const inThread = (run: (thread: OpenThread) => Promise<void>) => session.state.open && run(session.state.open);
  return {
    openSummary: ({ compaction }) => inThread((thread) => showSummary(thread, compaction, l10n)),
    compareContexts: ({ compaction }) => inThread((thread) => compareContexts(thread, compaction, l10n)),
    openRow: ({ key }) => inThread((thread) => showRow(thread, key, l10n)),
    openAgent: ({ key }) => inThread((thread) => showAgent(thread, key, l10n)),
    openDiff: async ({ key }) => {
      const { open } = session.state;
      const why = open && (await compareCall(open, key, host.store, l10n));
      if (why !== undefined) host.tell({ severity: 'info', text: why });
    },
    showTerminal: ({ id }) => {
      if (host.live.reveal(id)) return;
      host.live.forget(id);
      host.tell({ severity: 'info', text: l10n.t('The terminal of this command was closed.') });
    },
    openFile: ({ path, line }) => openFileLink(host, path, line),
    reviewQuestion: ({ id, change }) => {
      const asked = host.permissions.questions.find((one) => one.id === id);
      return asked && compareChange(asked, change, l10n);
    },
    copyText: ({ text }) => vscode.env.clipboard.writeText(text),
    insertCode: ({ text }) => insertCode(host, text),
    compareCode: ({ text }) => compareCode(host, text),
    newFile: ({ text, language }) => newFile(text, language),
  } satisfies Partial<PanelHandlers>;
}

/** What is done with one message of the thread. */
function messageHandlers(host: CommandContext) {
  return {
    pin: ({ entry, pinned }) => pinMessage(host, entry, pinned),
    compactUpTo: ({ entry }) => compactUpTo(host, entry),
    restoreTo: ({ entry }) => restoreTo(host, entry),
    retryReply: () => retryReply(host),
    sendAgain: () => sendAgain(host),
    takeBack: ({ entry }) => takeBackMessage(host, entry),
    editMessage: ({ entry }) => editMessage(host, entry),
  } satisfies Partial<PanelHandlers>;
}

/** What is sent, and what waits to be. */
function queueHandlers(host: CommandContext) {
  return {
    countTokens: ({ texts }) => texts.map(estimateText),
    send: ({ text }) => sendDraft(host, text),
    stop: () => host.agent.stop(),
    unqueue: async ({ queued }) => {
      const key = host.session.state.open?.id ?? '';
      const taken = await host.agent.unqueue(queued);
      await host.attachments.putBack(taken?.attached ?? [], key);
      return { text: taken?.text ?? null };
    },
    editQueued: ({ queued, text }) => host.agent.editQueued(queued, text),
    moveQueued: async ({ queued, by }) => void (await host.agent.moveQueued(queued, by)),
    sendQueued: () => host.agent.goOn(),
  } satisfies Partial<PanelHandlers>;
}

function compactionHandlers(host: CommandContext) {
  const { l10n } = host;
  return {
    undoCompaction: ({ compaction }) => undoCompaction(host, compaction),
    redoCompaction: ({ compaction }) => redoCompaction(host, compaction),
    answerPreview: async ({ answer: given, instructions }) => {
      const outcome = await host.agent.answerPreview(given, instructions);
      if (outcome) host.tell(compactText(outcome, l10n));
    },
    compactAgain: async ({ compaction, instructions }) => {
      host.tell(compactText(await host.agent.compactAgain(compaction, instructions), l10n));
    },
    editSummary: ({ compaction, text, edit }) => saveSummary(host, compaction, text, edit),
    restoreSummary: async ({ compaction }) => {
      const { why } = await saveSummary(host, compaction);
      if (why !== undefined) host.tell({ severity: 'warning', text: why });
    },
    retryCompaction: ({ attempt, withoutModel }) => retryCompaction(host, attempt, withoutModel),
  } satisfies Partial<PanelHandlers>;
}

function attachmentHandlers(host: CommandContext) {
  return {
    attach: async (wish) => (await onDemand()).attach(host, wish),
    findMentions: async ({ text }) => (await onDemand()).findMentions(text),
    findPrompts: async () => (await onDemand()).listPrompts(host.l10n),
    attachAgain: async ({ id }) => (await onDemand()).attachAgain(host, id),
    openAttachment: async ({ id }) => (await onDemand()).openAttachment(host, id),
    removeAttachment: ({ id }) => host.attachments.remove([id]),
  } satisfies Partial<PanelHandlers>;
}

/** What the panel is given of the thread when it asks. */
function rowHandlers(host: CommandContext) {
  const { session, l10n } = host;
  const view = viewOf(host);
  return {
    findRows: ({ text, from }) => {
      const { open } = session.state;
      return open ? findRows(open.thread, view().rows, text, from) : { hits: [], next: null };
    },
    nextRow: ({ kind, from, back }) => ({ index: nextRow(view().rows, kind, from, back) ?? null }),
    loadRows: ({ from, to }) => pageOf(view(), from, to),
    loadText: ({ key, part }) => {
      const text = session.state.open && rowText(session.state.open.thread, key, part);
      if (text === undefined) throw new Error(l10n.t('This part of the thread is not here any more.'));
      return text;
    },
  } satisfies Partial<PanelHandlers>;
}

async function onDemand() {
  return (await import('../commands/on-demand.ts')).onDemandCommands;
}
