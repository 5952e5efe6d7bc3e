/** The user's actions in the panel: components dispatch them as events, and the app handles them. */
import type { AttachWish } from '../../core/protocol/draft-attachment.ts';
import type { Mentions } from '../../core/protocol/mention.ts';
import { PANEL_NOTIFICATIONS, type PanelNotification, type TextPart } from '../../core/protocol/panel-messages.ts';
import type { PromptView } from '../../core/protocol/prompt.ts';
import type { EntryId } from '../../core/thread/entry-id.ts';
import type { RowKind } from '../../core/view/row.ts';
import type { HostAction } from './channel.ts';

/** Where the reader is: at the thread's end, or `offset` pixels into the row at the top of the view. */
export type ScrollPosition =
  | { readonly type: 'end' }
  | { readonly type: 'row'; readonly index: number; readonly offset: number };

type NoParams = Readonly<Record<never, never>>;
interface RowText {
  readonly key: string;
  readonly part: TextPart;
}

/** The actions that the panel itself handles, some by a request to the host: name → parameters. */
export interface LocalActions {
  /** Expands or collapses a row. */
  readonly toggle: { readonly key: string };
  /** Expands or collapses a fold, named by the index of its first row. */
  readonly toggleFold: { readonly from: number };
  readonly setContextOpen: { readonly open: boolean };
  readonly scrolled: { readonly position: ScrollPosition };
  readonly loadOlder: NoParams;
  readonly loadNewer: NoParams;
  readonly jumpToLatest: NoParams;
  /** Scrolls `offset` pixels into the row at `index`. */
  readonly goTo: { readonly index: number; readonly offset: number };
  /** Scrolls to the row of an entry: to its row `key` when it has several. */
  readonly reveal: { readonly entry: EntryId; readonly key?: string };
  readonly loadText: RowText;
  /** Copies the whole text of a row that may be clipped. */
  readonly copyRowText: RowText;
  /** Shows the find bar, or puts the focus into it, and finds the text if there is one. */
  readonly openFind: { readonly text?: string };
  readonly closeFind: NoParams;
  readonly find: { readonly text: string };
  /** Shows the next row that holds the text, or the one before. */
  readonly findNext: { readonly back: boolean };
  /** Moves the focus to the next row of a kind, or to the one before. */
  readonly jump: { readonly kind: RowKind; readonly back: boolean };
  readonly editDraft: { readonly text: string };
  /** Puts a text before the draft, and the focus into the composer. */
  readonly useDraft: { readonly text: string };
  /** Has a screen reader say it. */
  readonly say: { readonly text: string };
  /** Attaches something to the draft, or shows why not. */
  readonly attach: { readonly wish: AttachWish };
  /** Shows why something that a person did had no effect. */
  readonly refuse: { readonly why: string };
  /** Asks the host what can be attached; `take` is called with the answer. */
  readonly findMentions: { readonly text: string; readonly take: (found: Mentions) => void };
  /** Asks the host for the prompts of the workspace; `take` is called with them. */
  readonly findPrompts: { readonly take: (found: readonly PromptView[]) => void };
  /** Asks the host for the tokens of each text; `take` is called with them. */
  readonly countTokens: { readonly texts: readonly string[]; readonly take: (counts: readonly number[]) => void };
  /** Sends the draft. */
  readonly send: NoParams;
  /** Restores the thread to before a typed message, and puts its text into the draft. */
  readonly editMessage: { readonly entry: EntryId };
  /** Opens a summary of a compaction's row in a field. */
  readonly beginEdit: { readonly key: string; readonly edit: number };
  /** Notes what was typed into that field. */
  readonly keepEdit: { readonly text: string };
  readonly endEdit: NoParams;
  readonly saveEdit: { readonly compaction: EntryId; readonly text: string };
  /** Removes a queued message. */
  readonly unqueue: { readonly queued: number };
  /** Replaces the text of a queued message. */
  readonly editQueued: { readonly queued: number; readonly text: string };
}

export type LocalAction<T extends keyof LocalActions = keyof LocalActions> = {
  readonly [N in T]: { readonly type: N } & LocalActions[N];
}[T];

/** An action that the host handles is sent to it as it is. */
export type Action = LocalAction | HostAction<Exclude<PanelNotification, 'ready'>>;

export function isHostAction(action: Action): action is HostAction<Exclude<PanelNotification, 'ready'>> {
  return Object.hasOwn(PANEL_NOTIFICATIONS, action.type);
}

const NAME = 'spool-action';

class ActionEvent extends Event {
  readonly action: Action;
  constructor(action: Action) {
    super(NAME, { bubbles: true, composed: true });
    this.action = action;
  }
}

export function act(from: EventTarget, action: Action): void {
  from.dispatchEvent(new ActionEvent(action));
}

/** Calls `run` for every action that is dispatched at or below `root`. */
export function onAction(root: EventTarget, run: (action: Action) => void): void {
  root.addEventListener(NAME, (event) => {
    if (event instanceof ActionEvent) run(event.action);
  });
}
