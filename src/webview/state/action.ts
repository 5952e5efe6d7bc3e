/** What a person did in the panel; components tell it upwards, the app acts on it. */
import type * as v from 'valibot';
import type { answerPreview, NoticeAction, runCommand } from '../../core/protocol/panel.ts';
import type { EntryId } from '../../core/thread/entry-id.ts';

export type TextPart = 'body' | 'input' | 'result' | 'summary';
export type PanelCommand = v.InferOutput<typeof runCommand.params>['command'];
export type PreviewAnswer = v.InferOutput<typeof answerPreview.params>['answer'];

export type Action =
  | { readonly type: 'command'; readonly command: PanelCommand }
  | { readonly type: 'toggle'; readonly key: string }
  | { readonly type: 'toggleFold'; readonly from: number }
  | { readonly type: 'undo' | 'redo' | 'openSummary' | 'compare'; readonly compaction: EntryId }
  | { readonly type: 'openRow'; readonly key: string }
  | { readonly type: 'openFile'; readonly path: string; readonly line?: number }
  | { readonly type: 'copy'; readonly text: string }
  | { readonly type: 'copyText' | 'loadText'; readonly key: string; readonly part: TextPart }
  | { readonly type: 'reveal'; readonly entry: EntryId; readonly key?: string }
  | { readonly type: 'loadOlder' | 'loadNewer' | 'latest' }
  | { readonly type: 'dismissNotice' }
  | { readonly type: 'noticeAction'; readonly action: NoticeAction }
  | { readonly type: 'draft'; readonly text: string }
  | { readonly type: 'send' }
  | { readonly type: 'stop' }
  | { readonly type: 'editQueued' | 'removeQueued'; readonly queued: number }
  | { readonly type: 'answerPreview'; readonly answer: PreviewAnswer; readonly instructions: string }
  | { readonly type: 'compactAgain'; readonly compaction: EntryId; readonly instructions: string }
  | { readonly type: 'context'; readonly open: boolean }
  | { readonly type: 'scrolled'; readonly place: Place };

/** Where the reader is: at the end, or `offset` pixels into the row at the top. */
export type Place =
  | { readonly type: 'end' }
  | { readonly type: 'row'; readonly index: number; readonly offset: number };

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

/** Calls `run` for every action below `root`. */
export function onAction(root: EventTarget, run: (action: Action) => void): void {
  root.addEventListener(NAME, (event) => {
    if (event instanceof ActionEvent) run(event.action);
  });
}
