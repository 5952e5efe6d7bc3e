/** Wraps a model: a call that its server refuses in part is made again without that part, and later calls leave it out too. */
import type { Result } from '../../lang/result.ts';
import type { ModelError, ModelEvent } from '../model-event.ts';
import type { AgentModel, ModelRequest } from '../ports.ts';
import { type Conceded, type Concession, type ConcessionMemory, localMemory, sameConceded } from './conceded.ts';
import { concedeRequest, imagesIn, sealsIn, sentIn } from './conceded-request.ts';
import { addAll, Conceder } from './conceder.ts';
import { findConcession } from './find-concession.ts';
import { speaksOfBytes } from './parse-overflow.ts';
import { OLDER_IMAGES, type Refusal } from './refusal.ts';
import { RefusedTools } from './refused-tools.ts';

/** The fields of a concession that every adapter leaves to `concedeRequest`. */
const OF_ANY: readonly (keyof Conceded)[] = [
  'images',
  'imageTypes',
  'tools',
  'toolsLeftOut',
  'toolChoice',
  'maxTokens',
  'seals',
  'system',
];

export interface ConcedingOptions {
  /** Default: forgotten with the model. */
  readonly memory?: ConcessionMemory | undefined;
  /** What the adapter does beside that: other refusals of its server stand. */
  readonly adapts?: readonly (keyof Conceded)[];
}

/**
 * A refused call is made again at once, and by each row of the table at most once; a `concession` event says so once the server
 * took the rest, and voids what was streamed. Where it refuses the rest in the same words, nothing of it was conceded: another call
 * begins as this one did. Which seals of a thread were refused is remembered too; its images are kept for as long as the model is: forgotten,
 * they are found again at the price of one refusal.
 */
export function conceding(
  model: AgentModel,
  { memory = localMemory(), adapts = [] }: ConcedingOptions = {},
): AgentModel {
  const conceder = new Conceder(model.modelKey, memory, new Set([...OF_ANY, ...adapts]));
  const { compact, count } = model;
  return {
    ...model,
    stream: (request, signal) => concedeStream((sent) => model.stream(sent, signal), new Attempt(request, conceder)),
    ...(compact && {
      compact: (request, signal) => concedeCall((sent) => compact(sent, signal), new Attempt(request, conceder)),
    }),
    ...(count && {
      count: (request, signal) => concedeCall((sent) => count(sent, signal), new Attempt(request, conceder)),
    }),
  };
}

async function* concedeStream<R extends ModelRequest>(
  stream: (sent: R) => AsyncIterable<ModelEvent>,
  attempt: Attempt<R>,
): AsyncGenerator<ModelEvent> {
  const untold: ModelEvent[] = [];
  for (;;) {
    let error: ModelError | undefined;
    for await (const event of stream(attempt.sent)) {
      if (event.type === 'error') {
        error = event.error;
        break;
      }
      yield* untold.splice(0);
      if (event.type === 'end') attempt.taken();
      yield event;
      if (event.type === 'end') return;
    }
    const found = error && attempt.concede(error);
    if (found) untold.push({ type: 'concession', ...found });
    else {
      if (error && !attempt.isInVain(error)) yield* untold;
      if (error) yield { type: 'error', error };
      return;
    }
  }
}

async function concedeCall<R extends ModelRequest, T>(
  call: (sent: R) => Promise<Result<T, ModelError>>,
  attempt: Attempt<R>,
): Promise<Result<T, ModelError>> {
  for (;;) {
    const made = await call(attempt.sent);
    if (made.ok) attempt.taken();
    if (made.ok) return made;
    if (attempt.concede(made.error)) continue;
    attempt.isInVain(made.error);
    return made;
  }
}

/** One request, as it is sent now. */
class Attempt<R extends ModelRequest> {
  readonly #request: R;
  readonly #conceder: Conceder;
  readonly #made = new Set<Refusal>();
  /** By the words of each refusal, how it was before. */
  readonly #before = new Map<string, () => void>();
  readonly #tools = new RefusedTools();
  #isSmaller = false;
  #conceded: Conceded = {};
  sent: R;

  constructor(request: R, conceder: Conceder) {
    this.#request = request;
    this.#conceder = conceder;
    this.sent = request;
    this.#make();
  }

  /** The server took the request. */
  taken(): void {
    const { taken } = this.#conceder.partsOf(this.#request.thread);
    for (const { data } of imagesIn(this.sent.messages)) taken.add(data);
  }

  /** Whether there is another way to send it, which is then `sent`; a call beside it may have found it already. */
  concede(error: ModelError): { readonly concession: Concession; readonly isNew: boolean } | undefined {
    const concession = this.#find(error);
    if (!concession || !this.#conceder.canAdapt(concession)) return undefined;
    if (!this.#before.has(error.message))
      this.#before.set(error.message, this.#conceder.snapshot(this.#request.thread));
    const isNew =
      concession.type === 'model' ? this.#conceder.remember(concession.conceded) : this.#leaveOut(concession.without);
    if (!isNew && sameConceded(this.#conceded, this.#conceder.conceded)) return undefined;
    this.#make();
    return { concession, isNew };
  }

  /** Whether the words are those of a refusal that something was conceded to, which is taken back then. */
  isInVain({ message }: ModelError): boolean {
    const putBack = this.#before.get(message);
    putBack?.();
    return putBack !== undefined;
  }

  #find({ kind, message }: ModelError): Concession | undefined {
    const sent = { ...sentIn(this.sent), conceded: this.#conceded };
    if (kind === 'overflow' && speaksOfBytes(message) && sent.images > 0 && !this.#isSmaller) {
      this.#isSmaller = true;
      return OLDER_IMAGES;
    }
    // An account that can pay for a shorter reply only: OpenRouter's HTTP 402 (`refusals.ts`).
    if (kind !== 'invalid-request' && !(kind === 'quota' && /fewer max_tokens/i.test(message))) return undefined;
    const found = findConcession(message, sent, this.#made);
    if (!found) return undefined;
    this.#made.add(found.refusal);
    const { concession } = found;
    const [mark] = (concession.type === 'model' && concession.conceded.toolsLeftOut) || [];
    if (mark === undefined) return concession;
    return { type: 'model', conceded: { toolsLeftOut: this.#tools.refuse(mark, this.sent.tools) } };
  }

  #leaveOut(without: Extract<Concession, { type: 'thread' }>['without']): boolean {
    const { thread } = this.#request;
    const { images, taken } = this.#conceder.partsOf(thread);
    const { messages } = this.sent;
    const all = imagesIn(messages).map(({ data }) => data);
    switch (without) {
      case 'seals':
        return this.#conceder.refuseSeals(thread, sealsIn(messages));
      case 'new-images': {
        const fresh = all.filter((data) => !taken.has(data));
        return addAll(images, fresh.length > 0 ? fresh : all);
      }
      case 'older-images': {
        const newest = messages.findLast((message) => imagesIn([message]).length > 0);
        const kept = new Set(newest && imagesIn([newest]).map(({ data }) => data));
        const older = all.filter((data) => !kept.has(data));
        return addAll(images, older.length > 0 ? older : all);
      }
    }
  }

  #make(): void {
    this.#conceded = this.#conceder.conceded;
    this.sent = concedeRequest(this.#request, this.#conceded, this.#conceder.partsOf(this.#request.thread));
  }
}
