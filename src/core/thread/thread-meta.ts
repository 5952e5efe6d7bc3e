/** The state of a thread that no restore changes: title, model, pins, queue, instruction files and offered tools. */
import { assertNever } from '../lang/assert-never.ts';
import type { Entry, QueuedEntry } from './entry.ts';
import type { EntryId } from './entry-id.ts';
import { type Instructions, NO_INSTRUCTIONS, withInstructions } from './instructions.ts';
import { NO_OFFERED_TOOLS, type OfferedTools } from './offered-tools.ts';
import { QueueOrder } from './queue-order.ts';

/** State that a person set on the thread. A restore keeps it. */
export interface ThreadMeta {
  readonly title: string | undefined;
  /** The model that was selected last; without a selection, the newest message's model. */
  readonly model: string | undefined;
  readonly isModelChosen: boolean;
  /** Messages that every compaction keeps verbatim. */
  readonly pins: ReadonlySet<EntryId>;
  /** Neither sent nor taken back, in order (R29). */
  readonly queue: readonly QueuedEntry[];
  /** The ids of calls that wait for a person's answer: they have done nothing. */
  readonly openQuestions: ReadonlySet<string>;
  readonly instructions: Instructions;
  readonly tools: OfferedTools;
}

export const EMPTY_META: ThreadMeta = {
  title: undefined,
  model: undefined,
  isModelChosen: false,
  pins: new Set(),
  queue: [],
  openQuestions: new Set(),
  instructions: NO_INSTRUCTIONS,
  tools: NO_OFFERED_TOOLS,
};

/** Picks the meta fields of a thread. */
export function metaOf({
  title,
  model,
  isModelChosen,
  pins,
  queue,
  openQuestions,
  instructions,
  tools,
}: ThreadMeta): ThreadMeta {
  return { title, model, isModelChosen, pins, queue, openQuestions, instructions, tools };
}

/** Whether an entry of this type, other than a message, changes this state. */
const CHANGES_META: Readonly<Record<Exclude<Entry['type'], 'message'>, boolean>> = {
  title: true,
  model: true,
  pin: true,
  queued: true,
  unqueued: true,
  permission: true,
  instructions: true,
  tools: true,
  compaction: false,
  compaction_attempt: false,
  undo: false,
  redo: false,
  summary_edit: false,
  restore: false,
  note: false,
  file: false,
  file_restore: false,
  command_files: false,
  sub_agent: false,
};

/** The state after one more entry; the same object when nothing changes. Linear in pins, queue and open questions. */
export function metaAfter(meta: ThreadMeta, entry: Entry): ThreadMeta {
  if (entry.type === 'message') {
    const model = meta.isModelChosen ? meta.model : (entry.model ?? meta.model);
    if (model === meta.model && entry.queued === undefined) return meta;
  } else if (!CHANGES_META[entry.type]) return meta;
  const changed = new MetaReplay(meta);
  changed.add(entry);
  return changed.meta;
}

/** Follows this state along a log, in constant time for each entry. */
export class MetaReplay {
  #title: string | undefined;
  #model: string | undefined;
  #isModelChosen: boolean;
  readonly #pins: Set<EntryId>;
  readonly #queue: QueueOrder;
  readonly #openQuestions: Set<string>;
  #instructions: Instructions;
  #tools: OfferedTools;

  constructor(meta: ThreadMeta = EMPTY_META) {
    const { title, model, isModelChosen, pins, queue, openQuestions, instructions, tools } = meta;
    this.#title = title;
    this.#model = model;
    this.#isModelChosen = isModelChosen;
    this.#pins = new Set(pins);
    this.#queue = new QueueOrder(queue);
    this.#openQuestions = new Set(openQuestions);
    this.#instructions = instructions;
    this.#tools = tools;
  }

  get model(): string | undefined {
    return this.#model;
  }

  get meta(): ThreadMeta {
    return {
      title: this.#title,
      model: this.#model,
      isModelChosen: this.#isModelChosen,
      pins: new Set(this.#pins),
      queue: this.#queue.inOrder(),
      openQuestions: new Set(this.#openQuestions),
      instructions: this.#instructions,
      tools: this.#tools,
    };
  }

  add(entry: Entry): void {
    switch (entry.type) {
      case 'title':
        this.#title = entry.title;
        break;
      case 'model':
        this.#model = entry.model;
        this.#isModelChosen = true;
        break;
      case 'pin':
        if (entry.pinned) this.#pins.add(entry.message);
        else this.#pins.delete(entry.message);
        break;
      case 'queued':
        this.#queue.add(entry);
        break;
      case 'unqueued':
        this.#queue.remove(entry.queued);
        break;
      case 'permission':
        if (entry.state === 'asked') this.#openQuestions.add(entry.call);
        else this.#openQuestions.delete(entry.call);
        break;
      case 'instructions':
        this.#instructions = withInstructions(this.#instructions, entry);
        break;
      case 'tools': {
        const { id: at, offered, without } = entry;
        this.#tools = { offered, without, entry: at };
        break;
      }
      case 'message':
        if (!this.#isModelChosen) this.#model = entry.model ?? this.#model;
        if (entry.queued !== undefined) this.#queue.remove(entry.queued);
        break;
      case 'compaction':
      case 'compaction_attempt':
      case 'undo':
      case 'redo':
      case 'summary_edit':
      case 'restore':
      case 'note':
      case 'file':
      case 'file_restore':
      case 'command_files':
      case 'sub_agent':
        break;
      default:
        assertNever(entry);
    }
  }
}
