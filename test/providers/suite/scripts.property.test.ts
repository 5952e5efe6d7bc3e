/** Whatever becomes of a thread, with whichever providers it speaks: nothing is refused, nothing typed is lost or twice, its log replays. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block } from '../../../src/core/message/message.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import type { Entry } from '../../../src/core/thread/entry.ts';
import { type Operation, perform, someOperations } from '../../core/arbitrary/operations.ts';
import type { MessageDraft } from '../../core/arbitrary/thread.ts';
import { runs } from '../../property/runs.ts';
import type { FakeReply } from '../../wire/fake.ts';
import { fails, HARD_TEXTS, looks, says } from './answers.ts';
import { type ChatModel, OFFERS, type Offer, openSpeaker, strategiesOf } from './chat-models.ts';
import { LONG } from './herons.ts';
import { type Manner, Talk } from './talk.ts';

/** A run is a whole conversation, so there are fewer of them. */
const RUNS = () => ({ numRuns: Math.ceil(runs(200).numRuns / 10) });
const MOST_STEPS = 14;

type Step =
  | { readonly type: 'say'; readonly hard: number; readonly rounds: readonly Round[] }
  | { readonly type: 'stop'; readonly at: number; readonly calls: number }
  | { readonly type: 'trouble'; readonly kind: 'overloaded' | 'invalid-request' | 'overflow' | 'empty' }
  | { readonly type: 'cut'; readonly after: number }
  | { readonly type: 'compact'; readonly strategy: number }
  | { readonly type: 'undo' | 'redo' | 'restart' | 'queue' | 'kill' | 'resume' }
  | { readonly type: 'switch'; readonly to: number }
  /** What a person or a model does to the thread itself: ranges, pins, restores, rewritten summaries, and messages of any kind. */
  | { readonly type: 'operate'; readonly operations: readonly Operation[] };

/** A native compaction must be its provider's own, and what is queued is counted here. */
const APART = ['native', 'queue', 'unqueue', 'send'];

interface Round {
  readonly thinks: boolean;
  readonly speaks: boolean;
  readonly calls: number;
}

const round = fc.record({ thinks: fc.boolean(), speaks: fc.boolean(), calls: fc.integer({ min: 1, max: 3 }) });
const say = fc.record({
  type: fc.constant('say' as const),
  hard: fc.nat(HARD_TEXTS.length),
  rounds: fc.array(round, { maxLength: 4 }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: say },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('stop' as const), at: fc.integer({ min: 1, max: 9 }), calls: fc.nat(2) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('trouble' as const),
      kind: fc.constantFrom('overloaded' as const, 'invalid-request' as const, 'overflow' as const, 'empty' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('cut' as const), after: fc.nat(8) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('compact' as const), strategy: fc.nat(3) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom(
        'undo' as const,
        'redo' as const,
        'restart' as const,
        'queue' as const,
        'kill' as const,
        'resume' as const,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('switch' as const), to: fc.nat(5) }) },
  {
    weight: 2,
    arbitrary: someOperations.map((all) => ({
      type: 'operate' as const,
      operations: all.filter(({ type }) => !APART.includes(type)).slice(0, 4),
    })),
  },
);

const UNANSWERED: MessageDraft = {
  type: 'message',
  origin: 'model',
  blocks: [{ type: 'tool_use', id: 'a', name: 'read_file', input: {} }],
};

/** A call that nobody answered, then a reply, and the thread goes on without a word: the next reply is behind the missing result. */
const resumedAfter = (...blocks: readonly Block[]): Step[] => [
  {
    type: 'operate',
    operations: [{ type: 'messages', drafts: [UNANSWERED, { type: 'message', origin: 'model', blocks }] }],
  },
  { type: 'resume' },
];
/** What failed once, with any provider. */
const EXAMPLES: [number, Step[]][] = [
  [12_000, resumedAfter({ type: 'text', text: 'I go on.' })],
  [12_000, resumedAfter()],
  [12_000, [...resumedAfter(), { type: 'compact', strategy: 0 }]],
];

const windows = fc.constantFrom(12_000, 24_000);

describe.each(OFFERS.map((offer) => [offer.name, offer] as const))('a thread that begins with %s', (_, offer) => {
  it('goes on through whatever happens', async () => {
    await fc.assert(
      fc.asyncProperty(windows, fc.array(step, { minLength: 1, maxLength: MOST_STEPS, size: 'max' }), (window, steps) =>
        live(offer, window, steps),
      ),
      { ...RUNS(), examples: EXAMPLES },
    );
  });
});

/** With fakes of its own: nothing of one life is in the next. */
async function live(first: Offer, window: number, steps: readonly Step[]): Promise<void> {
  const chatModels = await Promise.all(OFFERS.map((offer) => openSpeaker(offer, { window: 60_000 })));
  try {
    const own = chatModels[OFFERS.indexOf(first)];
    if (!own) throw new Error('no such chatModel');
    const life = new Life(new Talk(own, { ...LONG, ...bestOf(first), window }), chatModels);
    for (const one of [...steps, { type: 'say', hard: 0, rounds: [] } as const]) await life.step(one);
  } finally {
    for (const { fake } of chatModels) await fake.close();
  }
}

class Life {
  #talk: Talk;
  readonly #chatModels: readonly ChatModel[];
  #n = 0;
  readonly #typed: string[] = [];

  constructor(talk: Talk, chatModels: readonly ChatModel[]) {
    this.#talk = talk;
    this.#chatModels = chatModels;
  }

  async step(one: Step): Promise<void> {
    await this.#do(one);
    this.#talk.chatModel.told.length = 0;
    this.#talk.check(...this.#chatModels);
    const { entries, queue } = this.#talk.thread;
    const said = entries.filter((entry) => entry.type === 'message' && entry.origin === 'typed');
    const texts = [...said, ...queue].flatMap(textsOf);
    expect(texts.filter((text) => this.#typed.includes(text)).sort()).toEqual([...this.#typed].sort());
  }

  async #do(one: Step): Promise<void> {
    const talk = this.#talk;
    const { chatModel } = talk;
    const { lacks } = chatModel.offer;
    const n = ++this.#n;
    switch (one.type) {
      case 'say':
        chatModel.told.push(...one.rounds.map((each, i) => this.#round(each, `${n}.${i}`)), says(`Answer ${n}.`));
        return this.#send(`${n}: ${HARD_TEXTS[one.hard] ?? 'How many?'}`);
      case 'stop': {
        const stop = new AbortController();
        let heard = 0;
        talk.settle({ watch: () => void (++heard === one.at && stop.abort()) });
        const calls = Array.from({ length: one.calls }, (_, i) => looks(`s${n}_${i}`));
        chatModel.told.push(says({ text: `Seven herons and ${n} more stand there.`, calls }));
        await this.#send(`${n}: stop`, stop.signal);
        return talk.settle({ watch: () => {} });
      }
      case 'trouble':
        if (one.kind !== 'overflow' && lacks[one.kind === 'empty' ? 'empty' : 'failures']) return;
        chatModel.told.push(fails(one.kind));
        return this.#send(`${n}: trouble`);
      case 'cut':
        if (lacks.delivery) return;
        chatModel.told.push(says({ text: `Cut ${n}.`, calls: [looks(`u${n}`)], delivery: { cutAfter: one.after } }));
        return this.#send(`${n}: cut`);
      case 'compact': {
        const strategies = strategiesOf(chatModel.offer);
        const strategy = strategies[one.strategy % strategies.length] ?? 'extract';
        talk.settle({ config: { strategy } });
        await talk.compact(Math.max(3_000, Math.floor(talk.tokens * 0.6)));
        return talk.settle(bestOf(chatModel.offer));
      }
      case 'undo':
        if (talk.thread.compactions.some(({ id }) => !talk.thread.undone.has(id))) talk.undo();
        return;
      case 'redo':
        for (const { id } of talk.thread.compactions) if (talk.thread.undone.has(id)) return talk.redo(id);
        return;
      case 'restart':
        this.#talk = talk.restart();
        expect(contextOf(this.#talk)).toBe(contextOf(talk));
        return;
      case 'queue':
        this.#typed.push(`${n}: queued`);
        talk.append({ type: 'queued', blocks: [{ type: 'text', text: `${n}: queued` }] });
        return;
      case 'kill': {
        const { messages, model } = talk.thread;
        if (messages.at(-1)?.origin !== 'tools' && messages.at(-1)?.origin !== 'typed') return;
        const block = { type: 'tool_use', id: `k${n}`, name: 'look', input: { path: 'lake' } } as const;
        talk.append({ type: 'message', origin: 'model', blocks: [block], ...(model && { model }) });
        this.#talk = talk.restart();
        return;
      }
      case 'resume':
        if (talk.thread.messages.length > 0) await talk.send();
        return;
      case 'operate':
        return talk.adopt(one.operations.reduce(perform, talk.thread));
      case 'switch':
        talk.chatModel = this.#chatModels[one.to] ?? chatModel;
        return talk.settle(bestOf(talk.chatModel.offer));
    }
  }

  #round({ thinks, speaks, calls }: Round, name: string): FakeReply {
    const { lacks } = this.#talk.chatModel.offer;
    return says({
      ...(thinks && !lacks.thinking && { thinking: `I wonder about ${name}.` }),
      ...(speaks && { text: `I look for ${name}.` }),
      calls: Array.from({ length: calls }, (_, i) => looks(`c${name.replace('.', '_')}_${i}`)),
    });
  }

  /** Not sent where the thread must be made smaller first; then it is the person's to keep. */
  async #send(text: string, signal?: AbortSignal): Promise<void> {
    await this.#talk.send(text, signal);
    const isTaken = this.#talk.thread.entries.some((entry) => textsOf(entry).includes(text));
    if (isTaken) this.#typed.push(text);
  }
}

/** A thread compacts itself by the best means of its provider. */
function bestOf(offer: Offer): Pick<Manner, 'config'> {
  const [strategy = 'extract'] = strategiesOf(offer);
  return { config: { strategy } };
}

function textsOf(entry: Entry): readonly string[] {
  const blocks = entry.type === 'message' || entry.type === 'queued' ? entry.blocks : [];
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
}

function contextOf({ thread, chatModel }: Talk): string {
  return JSON.stringify(projectContext(thread, chatModel.agent.modelKey));
}
