/** The webview state that the editor saves: the scroll position, expanded rows and folds, the drafts, and unsaved summaries. */
import * as v from 'valibot';
import { PlaceholderSpans } from '../../core/protocol/panel-messages.ts';
import type { ScrollPosition } from './action.ts';
import type { EditorApi } from './channel.ts';
import { type Drafts, draftKeyOf, noDrafts } from './draft.ts';
import { placeholdersAt } from './placeholders.ts';
import type { PanelState } from './state.ts';
import { SavedEdits, type SummaryEdits } from './summary-edits.ts';

const Saved = v.object({
  thread: v.string(),
  open: v.array(v.string()),
  openFolds: v.array(v.number()),
  shownContext: v.number(),
  place: v.variant('type', [
    v.object({ type: v.literal('end') }),
    v.object({ type: v.literal('row'), index: v.number(), offset: v.number() }),
  ]),
  drafts: v.optional(v.array(v.tuple([v.string(), v.string()])), []),
  places: v.optional(v.array(v.tuple([v.string(), PlaceholderSpans])), []),
  edits: v.optional(SavedEdits, []),
});

export interface Remembered {
  readonly open: ReadonlySet<string>;
  readonly openFolds: ReadonlySet<number>;
  readonly shownContext: number;
  readonly position: ScrollPosition;
}

export function remember(
  api: EditorApi,
  state: PanelState,
  position: ScrollPosition,
  shownContext: number,
  { texts, placeholders }: Drafts = noDrafts,
  edits: SummaryEdits = [],
): void {
  if (!state.head) return;
  const thread = draftKeyOf(state.head);
  const { open, openFolds } = state;
  const saved: v.InferOutput<typeof Saved> = {
    thread,
    open: [...open],
    openFolds: [...openFolds],
    shownContext,
    place: position,
    drafts: [...texts],
    places: [...placeholders].map(([key, { open }]) => [key, [...open]]),
    edits,
  };
  api.setState(saved);
}

/** The saved state of a thread; undefined when another thread's was saved, or when it does not decode. */
export function remembered(api: EditorApi, thread: string | undefined): Remembered | undefined {
  const saved = v.safeParse(Saved, api.getState());
  if (!saved.success || thread === undefined || saved.output.thread !== thread) return undefined;
  const { open, openFolds, shownContext, place } = saved.output;
  return { open: new Set(open), openFolds: new Set(openFolds), shownContext, position: place };
}

/** The saved drafts of all threads. */
export function rememberedDrafts(api: EditorApi): Drafts {
  const saved = v.safeParse(Saved, api.getState());
  if (!saved.success) return noDrafts;
  const texts = new Map(saved.output.drafts);
  const placeholders = saved.output.places.map(
    ([key, spans]) => [key, placeholdersAt(texts.get(key) ?? '', spans)] as const,
  );
  return { texts, placeholders: new Map(placeholders) };
}

/** The unsaved edits of summaries, of all threads. */
export function rememberedEdits(api: EditorApi): SummaryEdits {
  const saved = v.safeParse(Saved, api.getState());
  return saved.success ? saved.output.edits : [];
}
