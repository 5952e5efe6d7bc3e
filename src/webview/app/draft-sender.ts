/** Edits and sends the draft, and changes queued messages. */
import { type AttachWish, MOST_TEXT } from '../../core/protocol/draft-attachment.ts';
import type { DraftText, PanelAnswers } from '../../core/protocol/panel-messages.ts';
import type { EntryId } from '../../core/thread/entry-id.ts';
import type { ExpandedPrompt } from '../../core/workspace/prompts/expand-prompt.ts';
import type { Announcer } from '../a11y/announcer.ts';
import type { Channel } from '../state/channel.ts';
import * as drafts from '../state/draft.ts';
import type { SpoolPanel } from '../ui/spool-panel.ts';
import { messages } from '../words/row-strings.ts';
import { composer, queue } from '../words/turn-strings.ts';
import type { PanelStore } from './panel-store.ts';

/** Milliseconds after which the other panels of the window are sent what was typed. */
const SHARE_MS = 200;

export class DraftSender {
  private readonly store: PanelStore;
  private readonly channel: Channel;
  private readonly panel: SpoolPanel;
  private readonly announcer: Announcer;
  private readonly unshared = new Set<drafts.DraftKey>();
  private readonly tooLong = new Set<drafts.DraftKey>();

  constructor(store: PanelStore, channel: Channel, panel: SpoolPanel, announcer: Announcer) {
    this.store = store;
    this.channel = channel;
    this.panel = panel;
    this.announcer = announcer;
  }

  edit(text: string): void {
    const { store } = this;
    this.set(drafts.type(store.drafts, store.draftKey, text), store.draftKey);
  }

  /** Puts a text before the draft, and the focus into the composer. */
  async insert(text: string): Promise<void> {
    const { store, panel } = this;
    this.set(drafts.takeBack(store.drafts, store.draftKey, text), store.draftKey);
    await panel.updateComplete;
    panel.focusOn('composer');
  }

  /** Clears the draft once the host has taken it; else keeps it and shows why. */
  async send(): Promise<void> {
    const { store } = this;
    const held = drafts.holdForPlaceholders(store.drafts, store.draftKey, composer.fillIn);
    if (held) {
      store.setDrafts(held);
      this.announcer.say(held.refused?.why ?? '');
      return this.panel.selectPlaceholder();
    }
    const begun = drafts.send(store.drafts, store.draftKey, store.attached.length > 0);
    if (!begun?.sending) return;
    store.setDrafts(begun);
    this.panel.toLatest();
    const { taken, why, draft }: PanelAnswers['send'] = await this.channel
      .request('send', { text: begun.sending.text })
      .catch((error: unknown) => ({ taken: false, why: error instanceof Error ? error.message : String(error) }));
    if (draft !== undefined) return this.insertPrompt(draft, begun.sending.key);
    if (taken) this.set(drafts.taken(store.drafts), begun.sending.key);
    else store.setDrafts(drafts.refuse(store.drafts, why ?? ''));
    if (!taken && why) this.announcer.say(why);
  }

  /** In place of what was sent; text that was typed since stays behind it. */
  private async insertPrompt({ text, placeholders }: ExpandedPrompt, key: drafts.DraftKey): Promise<void> {
    const { store, panel } = this;
    this.set(drafts.takeBack(drafts.taken(store.drafts), key, text, placeholders), key);
    this.announcer.say(
      placeholders.length > 0 ? composer.saidPlaceholders(placeholders.length) : composer.saidPrompt(),
    );
    if (placeholders.length === 0) return;
    await panel.updateComplete;
    panel.selectPlaceholder();
  }

  async attach(wish: AttachWish): Promise<void> {
    const { why } = await this.channel.request('attach', wish);
    if (why) this.refuse(why);
  }

  refuse(why: string): void {
    this.announcer.say(why);
    this.store.setNotice({ severity: 'info', text: why });
  }

  /** The text comes once the thread is restored; until then the person may be asked about files. */
  async editMessage(entry: EntryId): Promise<void> {
    const { store } = this;
    const { draftKey } = store;
    const { text, why } = await this.channel.request('editMessage', { entry });
    if (why) this.announcer.say(why);
    if (text === null) return;
    this.set(drafts.takeBack(store.drafts, draftKey, text), draftKey);
    this.announcer.say(messages.saidEdit());
    await this.panel.updateComplete;
    this.panel.focusOn('composer');
  }

  async unqueue(queued: number): Promise<void> {
    const { text } = await this.channel.request('unqueue', { queued });
    if (text === null) this.announcer.say(queue.gone());
    await this.panel.updateComplete;
    this.panel.focusOn('composer');
  }

  /** Puts the text into the draft where the message was sent meanwhile, so that it is not lost. */
  async editQueued(queued: number, text: string): Promise<void> {
    if (await this.channel.request('editQueued', { queued, text })) return;
    this.announcer.say(queue.gone());
    await this.insert(text);
  }

  /** Tells the host of a draft that was saved, so that other panels of the window show it too. */
  shareSaved(): void {
    const draft = this.draftOf(this.store.draftKey);
    if (draft.text !== '' && draft.text.length <= MOST_TEXT)
      this.channel.notify({ type: 'draft', ...draft, saved: true });
  }

  /** Shows a draft that was edited in another panel of the window. */
  take(draft: DraftText): void {
    this.store.setDrafts(drafts.receiveDraft(this.store.drafts, draft));
  }

  private draftOf(thread: drafts.DraftKey): DraftText {
    const { drafts: all } = this.store;
    const placeholders = [...drafts.openPlaceholders(all, thread)];
    return { thread, text: drafts.draftText(all, thread), ...(placeholders.length > 0 && { places: placeholders }) };
  }

  private set(next: drafts.Drafts, key: drafts.DraftKey): void {
    const { store, unshared } = this;
    store.setDrafts(next);
    if (unshared.size === 0)
      setTimeout(() => {
        for (const thread of unshared) this.share(this.draftOf(thread));
        unshared.clear();
      }, SHARE_MS);
    unshared.add(key);
  }

  /** A draft that is longer than the host takes stays in this panel, which is said once. */
  private share(draft: DraftText): void {
    const { channel, tooLong } = this;
    const { thread, text } = draft;
    if (text.length <= MOST_TEXT) {
      tooLong.delete(thread);
      channel.notify({ type: 'draft', ...draft });
    } else if (!tooLong.has(thread)) {
      tooLong.add(thread);
      this.refuse(composer.tooLongToShare(text.length, MOST_TEXT));
    }
  }
}
