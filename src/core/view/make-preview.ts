/** Makes the preview of a planned compaction: it is applied to a copy of the thread, and both contexts are measured as the gauge does. */
import type { CompactionConfig } from '../compaction/config.ts';
import type { PlannedCompaction } from '../compaction/plan-input.ts';
import type { CutPrice } from '../compaction/price.ts';
import { isUndone } from '../compaction/trigger.ts';
import type { MessageEntry } from '../thread/entry.ts';
import type { EntryId } from '../thread/entry-id.ts';
import { findEntry } from '../thread/find-entry.ts';
import { measure, NO_BASE, shareOf } from '../thread/measure.ts';
import { append, nextId, type Thread } from '../thread/thread.ts';
import { PRICED_TOKENS } from '../tokens/prices.ts';
import { computeMeter, label, type MeterInput } from './compute-meter.ts';
import { joinedText } from './message-rows.ts';
import type { ContextSize, Preview, PreviewMessage, Some } from './preview.ts';
import { previewParts } from './preview-parts.ts';

/** Messages that are named, of each list. */
const MOST_MESSAGES = 6;

export interface PreviewInput {
  readonly thread: Thread;
  readonly draft: PlannedCompaction;
  readonly price: CutPrice;
  /** As the gauge has it; without prices, none are shown. */
  readonly meter: MeterInput;
  /** What is asked to compact. Costs in units of the price list; absent where they are unknown. */
  readonly asked?: {
    readonly strategy: 'native' | 'summarize';
    readonly call?: { readonly cost: number; readonly likelyCost: number };
  };
  readonly why: Preview['why'];
  /** As in the plan's input. */
  readonly upTo?: EntryId;
}

/** Linear. */
export function makePreview({ thread, draft, price, meter, asked, why, upTo }: PreviewInput): Preview {
  const after = append(thread, { ...draft, id: nextId(thread), at: 0 });
  const { base = NO_BASE, config, prices } = meter;
  const share = shareOf(thread, measure(thread, base), base);
  const stays = new Set([...after.items].flatMap((item) => (item.type === 'entry' ? [item.entry.id] : [])));
  const messages = (wanted: (entry: MessageEntry) => boolean) => someMessages(thread, wanted, share);
  const before = sizeOf(thread, meter);
  return {
    before,
    after: sizeOf(after, meter),
    strategy: draft.strategy,
    ...chosenIn(thread, upTo),
    parts: previewParts(thread, after, draft, share),
    pins: messages(({ id }) => thread.pins.has(id)),
    unpinned: messages(({ id, origin }) => origin === 'typed' && !stays.has(id)),
    ...(prices && {
      price: {
        ...(asked?.call && {
          summary: { likely: asked.call.likelyCost / PRICED_TOKENS, most: asked.call.cost / PRICED_TOKENS },
        }),
        recache: { cost: price.rewrite / PRICED_TOKENS, tokens: price.rewritten },
        savedPerCall: price.savingPerCall / PRICED_TOKENS,
      },
    }),
    ...(isUndone(thread) && { afterUndo: afterUndo(config, before) }),
    why,
  };
}

function chosenIn({ messages, pins }: Thread, upTo: EntryId | undefined): Pick<Preview, 'chosen'> {
  const entry = upTo === undefined ? undefined : findEntry(messages, upTo);
  return entry
    ? { chosen: { label: label(joinedText(entry.blocks)), goes: entry.origin !== 'typed' && !pins.has(entry.id) } }
    : {};
}

/** As `shouldAutoCompact` decides when the trigger is reached. */
function afterUndo(
  { enabled, strategy, auto }: CompactionConfig,
  { window, reserve, trigger }: ContextSize,
): NonNullable<Preview['afterUndo']> {
  if (!enabled || strategy === 'disabled' || auto === false) return 'never';
  const fits = window === undefined || trigger === undefined || trigger < window - reserve;
  return fits || auto === 'ask' ? 'asks' : 'compacts';
}

function sizeOf(thread: Thread, input: MeterInput): ContextSize {
  const { tokens, estimated, segments, window, reserve, trigger, dueAt, auto } = computeMeter(thread, {
    ...input,
    isServerShown: true,
  });
  return {
    tokens,
    estimated,
    segments,
    reserve,
    auto,
    ...(window !== undefined && { window }),
    ...(trigger !== undefined && { trigger }),
    ...(dueAt !== undefined && { dueAt }),
  };
}

/** The newest of the context's messages that are wanted, the newest first. */
function someMessages(
  { items }: Thread,
  wanted: (entry: MessageEntry) => boolean,
  share: number,
): Some<PreviewMessage> {
  const found: { entry: EntryId; tokens: number; of: MessageEntry }[] = [];
  let others = 0;
  for (const item of items) {
    if (item.type !== 'entry' || !wanted(item.entry)) continue;
    found.push({ entry: item.entry.id, tokens: Math.round(item.tokens * share), of: item.entry });
    if (found.length > MOST_MESSAGES) {
      found.shift();
      others++;
    }
  }
  const shown = found.reverse().map(({ of, ...message }) => ({ ...message, label: label(joinedText(of.blocks)) }));
  return { shown, others };
}
