/** Holds what the panel shows; each change is drawn by the panel's element and saved in the editor's webview state. */
import type { DraftAttachmentView } from '../../core/protocol/draft-attachment.ts';
import type { Notice } from '../../core/protocol/panel-state.ts';
import type { ScrollPosition } from '../state/action.ts';
import type { EditorApi } from '../state/channel.ts';
import { type DraftKey, type Drafts, draftKeyOf } from '../state/draft.ts';
import { type Remembered, remember, remembered, rememberedDrafts, rememberedEdits } from '../state/remember.ts';
import { attachedTo, emptyState, type PanelState } from '../state/state.ts';
import { dropEdit, keepEdit, newestEdit } from '../state/summary-edits.ts';
import type { SpoolPanel } from '../ui/spool-panel.ts';

export class PanelStore {
  private readonly api: EditorApi;
  private readonly panel: SpoolPanel;
  position: ScrollPosition = { type: 'end' };
  state = emptyState;
  drafts: Drafts;
  edits;
  /** The host's `showContext` counter that was handled last. */
  shownContext: number | undefined;

  constructor(api: EditorApi, panel: SpoolPanel) {
    this.api = api;
    this.panel = panel;
    this.drafts = rememberedDrafts(api);
    this.edits = rememberedEdits(api);
  }

  /** The saved state of a thread; undefined when another thread was saved. */
  saved(thread: string | undefined): Remembered | undefined {
    return remembered(this.api, thread);
  }

  get draftKey(): DraftKey {
    return draftKeyOf(this.state.head ?? {});
  }

  /** What is attached to the draft of the open thread. */
  get attached(): readonly DraftAttachmentView[] {
    return attachedTo(this.state);
  }

  set(state: PanelState): void {
    this.state = state;
    this.panel.state = state;
    this.panel.drafts = this.drafts;
    this.save();
  }

  change(change: Partial<PanelState>): void {
    this.set({ ...this.state, ...change });
  }

  setDrafts(drafts: Drafts): void {
    this.drafts = drafts;
    this.panel.drafts = drafts;
    this.save();
  }

  setPosition(position: ScrollPosition): void {
    // While a reply is followed, each of its pieces scrolls.
    if (position.type === 'end' && this.position.type === 'end') return;
    this.position = position;
    this.save();
  }

  setNotice(notice: Notice | undefined): void {
    const { head } = this.state;
    if (!head) return;
    const { notice: _, ...rest } = head;
    this.change({ head: notice ? { ...rest, notice } : rest });
  }

  /** Keeps what was typed into the field of a summary. Nothing is drawn, as the field shows it. */
  keepEdit(typed: string): void {
    const { editing } = this.state;
    if (!editing) return;
    const now = { ...editing, typed };
    this.state = { ...this.state, editing: now };
    this.edits = keepEdit(this.edits, this.draftKey, now);
    this.save();
  }

  /** Closes the field of a summary, and forgets what was typed. */
  endEdit(): void {
    const { editing } = this.state;
    if (editing) this.edits = dropEdit(this.edits, this.draftKey, editing);
    this.change({ editing: undefined });
  }

  /** Opens the field again in which the person typed last, where a snapshot comes with none open. */
  resumeEdit(): void {
    const editing = this.state.editing ?? newestEdit(this.edits, this.draftKey);
    if (editing !== this.state.editing) this.change({ editing });
  }

  toggle(key: string): void {
    const open = new Set(this.state.open);
    if (!open.delete(key)) open.add(key);
    this.change({ open });
  }

  private save(): void {
    remember(this.api, this.state, this.position, this.shownContext ?? 0, this.drafts, this.edits);
  }
}
