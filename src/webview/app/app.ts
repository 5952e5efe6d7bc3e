/** Connects the panel with the extension host: sends each action of the person to the host, or handles it in the panel. */
import type { Announcer } from '../a11y/announcer.ts';
import { type Action, isHostAction, type LocalAction, type LocalActions } from '../state/action.ts';
import { type Channel, type EditorApi, openChannel } from '../state/channel.ts';
import type { SpoolPanel } from '../ui/spool-panel.ts';
import { panel as words } from '../words/panel-strings.ts';
import { DraftSender } from './draft-sender.ts';
import { HostUpdates } from './host-updates.ts';
import { PanelStore } from './panel-store.ts';
import { RowLoader } from './row-loader.ts';
import type { SummaryEditor } from './summary-editor.ts';
import type { ThreadFinder } from './thread-finder.ts';

type LocalHandlers = {
  readonly [T in keyof LocalActions]: (params: LocalActions[T]) => void | Promise<void>;
};

export class App {
  private readonly channel: Channel;
  private readonly store: PanelStore;
  private readonly announcer: Announcer;
  private readonly handlers: LocalHandlers;

  constructor(api: EditorApi, panel: SpoolPanel, announcer: Announcer) {
    const store = new PanelStore(api, panel);
    const channel = openChannel(api, {
      snapshot: (snapshot) => {
        updates.snapshot(snapshot);
        drafts.shareSaved();
      },
      delta: (delta) => updates.delta(delta),
      replyPieces: (pieces) => updates.replyPieces(pieces),
      liveCommands: (live) => updates.liveCommands(live),
      liveAgents: (live) => updates.liveAgents(live),
      attachments: (attachments) => updates.attachments(attachments),
      draft: (draft) => drafts.take(draft),
      focus: ({ target, text }) => {
        if (target === 'find') this.act({ type: 'openFind', ...(text !== undefined && { text }) });
        else if (target === 'summary') void this.attempt(async () => (await editor()).beginNewest());
        else void updates.focus(target);
      },
    });
    const rows = new RowLoader(store, channel, panel);
    const updates = new HostUpdates(store, panel, announcer, {
      requestSnapshot: () => this.start(),
      loadQuestion: () => void this.attempt(loadQuestion),
      loadPreview: () => void this.attempt(loadPreview),
      loadQueue: () => void this.attempt(loadQueue),
      loadAttachments: (before, now) =>
        void this.attempt(async () => {
          const added = (await loadAttachments()).addedText(before, now);
          if (added) announcer.say(added);
        }),
      goTo: (position) => void this.attempt(() => rows.goTo(position.index, position.offset, false)),
    });
    const drafts = new DraftSender(store, channel, panel, announcer);
    // Most starts of the panel find nothing, so it is loaded with its first use.
    let loaded: ThreadFinder | undefined;
    const finder = async () => {
      // An import takes a task even when it is loaded; by then more could be typed, which an older text must not replace.
      if (loaded) return loaded;
      const { ThreadFinder } = await loadFinder();
      loaded ??= new ThreadFinder(store, channel, rows, panel, announcer);
      return loaded;
    };
    const editor = async () => {
      const { SummaryEditor } = await loadEditor();
      return new SummaryEditor(store, channel, rows, announcer);
    };
    this.store = store;
    this.channel = channel;
    this.announcer = announcer;
    this.handlers = localHandlers({ store, channel, announcer, rows, drafts, finder, editor });
  }

  /** Asks the host for a snapshot. */
  start(): void {
    this.channel.notify({ type: 'ready' });
  }

  receive(message: unknown): void {
    this.channel.receive(message);
  }

  act(action: Action): void {
    if (!isHostAction(action)) {
      void this.attempt(() => this.handle(action));
      return;
    }
    // The notice disappears at once, without waiting for the host.
    if (action.type === 'dismissNotice') this.store.setNotice(undefined);
    this.channel.notify(action);
  }

  private handle<T extends keyof LocalActions>(action: LocalAction<T>): void | Promise<void> {
    return this.handlers[action.type](action);
  }

  /** Shows the error when `run` fails. */
  private async attempt(run: () => void | Promise<void>): Promise<void> {
    try {
      await run();
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.announcer.say(text);
      this.store.setNotice({ severity: 'error', text });
    }
  }
}

interface Parts {
  readonly store: PanelStore;
  readonly channel: Channel;
  readonly announcer: Announcer;
  readonly rows: RowLoader;
  readonly drafts: DraftSender;
  readonly finder: () => Promise<ThreadFinder>;
  readonly editor: () => Promise<SummaryEditor>;
}

/** What the panel does itself, by the name of the action. */
function localHandlers({ store, channel, announcer, rows, drafts, finder, editor }: Parts): LocalHandlers {
  return {
    toggle: ({ key }) => store.toggle(key),
    toggleFold: ({ from }) => rows.toggleFold(from),
    setContextOpen: ({ open }) => store.change({ contextOpen: open }),
    scrolled: async ({ position }) => {
      store.setPosition(position);
      if (store.state.find) (await finder()).mark();
    },
    loadOlder: () => rows.loadOlder(),
    loadNewer: () => rows.loadNewer(),
    jumpToLatest: () => rows.jumpToLatest(),
    goTo: ({ index, offset }) => rows.goTo(index, offset, false),
    reveal: ({ entry, key }) => rows.reveal(entry, key),
    loadText: async ({ key, part }) => void (await rows.text(key, part)),
    copyRowText: async ({ key, part }) => channel.notify({ type: 'copyText', text: await rows.text(key, part) }),
    openFind: async ({ text }) => (await finder()).open(text),
    closeFind: async () => (await finder()).close(),
    find: async ({ text }) => (await finder()).find(text),
    findNext: async ({ back }) => (await finder()).next(back),
    jump: async ({ kind, back }) => (await finder()).jump(kind, back),
    editDraft: ({ text }) => drafts.edit(text),
    useDraft: ({ text }) => drafts.insert(text),
    say: ({ text }) => announcer.say(text),
    attach: ({ wish }) => drafts.attach(wish),
    refuse: ({ why }) => drafts.refuse(why),
    findMentions: async ({ text, take }) => take(await channel.request('findMentions', { text })),
    findPrompts: async ({ take }) => take(await channel.request('findPrompts', {})),
    countTokens: async ({ texts, take }) => take(await channel.request('countTokens', { texts: [...texts] })),
    send: () => drafts.send(),
    editMessage: ({ entry }) => drafts.editMessage(entry),
    beginEdit: async ({ key, edit }) => (await editor()).begin(key, edit),
    keepEdit: ({ text }) => store.keepEdit(text),
    endEdit: () => store.endEdit(),
    saveEdit: async ({ compaction, text }) => (await editor()).save(compaction, text),
    unqueue: ({ queued }) => drafts.unqueue(queued),
    editQueued: ({ queued, text }) => drafts.editQueued(queued, text),
  };
}

async function loadFinder(): Promise<typeof import('./thread-finder.ts')> {
  const loaded = await import('./thread-finder.ts').catch(() => undefined);
  if (!loaded) throw new Error(words.findNotLoaded());
  return loaded;
}

async function loadEditor(): Promise<typeof import('./summary-editor.ts')> {
  const loaded = await import('./summary-editor.ts').catch(() => undefined);
  if (!loaded) throw new Error(words.editorNotLoaded());
  return loaded;
}

async function loadPreview(): Promise<void> {
  const loaded = await import('../ui/thread/spool-preview.ts').catch(() => undefined);
  if (!loaded) throw new Error(words.previewNotLoaded());
}

async function loadQueue(): Promise<void> {
  const loaded = await import('../ui/dock/spool-queue.ts').catch(() => undefined);
  if (!loaded) throw new Error(words.queueNotLoaded());
}

async function loadAttachments(): Promise<typeof import('../ui/dock/spool-attachments.ts')> {
  const loaded = await import('../ui/dock/spool-attachments.ts').catch(() => undefined);
  if (!loaded) throw new Error(words.attachmentsNotLoaded());
  return loaded;
}

async function loadQuestion(): Promise<void> {
  const loaded = await import('../ui/thread/spool-question.ts').catch(() => undefined);
  if (!loaded) throw new Error(words.questionNotLoaded());
}
