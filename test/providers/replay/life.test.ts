/** The recording that ships, played through the real loop from its first word to its last, with the compactions on the way. */
import { expect, it } from 'vitest';
import { CLOSED_BREAKER } from '../../../src/core/agent/breaker.ts';
import type { Knowledge } from '../../../src/core/agent/make-room.ts';
import type { AgentModel, CompactionEvent } from '../../../src/core/agent/ports.ts';
import { runTurn } from '../../../src/core/agent/run-turn.ts';
import { summaryModelOf } from '../../../src/core/agent/summary-model.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { limitsFor } from '../../../src/core/compaction/limits.ts';
import { ok } from '../../../src/core/lang/result.ts';
import { checkContext } from '../../../src/core/thread/check-context.ts';
import type { Entry } from '../../../src/core/thread/entry.ts';
import type { Strategy } from '../../../src/core/thread/strategy.ts';
import { append, nextId, replay, type Thread } from '../../../src/core/thread/thread.ts';
import { DEFAULT_PRICES } from '../../../src/core/tokens/prices.ts';
import { shippedRecordings } from '../../../src/providers/replay/shipped.ts';
import { AT_ONCE, modelOf, NEVER } from './recordings.ts';

const [shipped] = shippedRecordings();
if (!shipped) throw new Error('nothing ships');
const { window, tools, replies } = shipped;
const SYSTEM = 'You are a coding agent. '.repeat(40);

class Life {
  thread: Thread;
  readonly events: CompactionEvent[] = [];
  readonly #strategy: Strategy;
  readonly #agent: AgentModel;
  #knowledge: Knowledge = { breaker: CLOSED_BREAKER, learned: {} };

  constructor(strategy: Strategy, entries: readonly Entry[] = []) {
    this.#strategy = strategy;
    this.thread = replay(entries);
    const model = modelOf(shipped, AT_ONCE);
    const stream: AgentModel['stream'] = (request, signal) => {
      expect(checkContext(request.messages)).toEqual([]);
      return model.stream(request, signal);
    };
    this.#agent = { ...model, stream };
  }

  async send(text: string) {
    const config = { ...DEFAULT_CONFIG, strategy: this.#strategy };
    const options = {
      window,
      reserve: 8_000,
      prices: DEFAULT_PRICES,
      warm: true,
      system: () => SYSTEM,
      tools,
      threadId: 't',
    };
    const life = this;
    const { end, knowledge } = await runTurn(
      {
        ...{ blocks: [{ type: 'text', text }], config, knowledge: this.#knowledge, system: SYSTEM, threadId: 't' },
        limits: ({ limit }) => limitsFor({ window, ...(limit !== undefined && { learned: limit }) }, config),
        maxCalls: 50,
      },
      {
        agent: this.#agent,
        model: summaryModelOf(this.#agent, options),
        tools: this.#agent.tools ?? [],
        outputs: { put: async () => ok({ id: 'o_00000001', byteSize: 1 }) },
        threadLog: {
          get thread() {
            return life.thread;
          },
          append: async (planned) => {
            const id = nextId(life.thread);
            life.thread = append(life.thread, { ...planned, id, at: id });
            return ok(life.thread);
          },
        },
        log: { write: (event) => this.events.push(event) },
        now: () => 0,
        onEvent: () => {},
      },
      NEVER,
    );
    this.#knowledge = knowledge;
    return end;
  }
}

const textsOf = ({ messages }: Thread) =>
  messages
    .filter(({ origin }) => origin === 'model')
    .map(({ blocks }) => blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(''));

it.each([
  ['summarize', false],
  ['summarize', true],
  ['extract', true],
  ['truncate', true],
] as const)('each reply comes once and in order by %s, restarted at each turn: %s', async (strategy, restarts) => {
  let life = new Life(strategy);
  let compactions = 0;
  for (let turn = 0; textsOf(life.thread).at(-1)?.includes('is over. Choose a model') !== true; turn++) {
    expect(turn).toBeLessThan(20);
    expect(await life.send(`go on ${turn}`)).toEqual({ type: 'done' });
    compactions = life.thread.compactions.length;
    if (restarts) life = new Life(strategy, JSON.parse(JSON.stringify(life.thread.entries)));
  }
  const texts = textsOf(life.thread);
  expect(texts).toHaveLength(replies.length + 1);
  for (const [at, { text = '' }] of replies.entries()) expect(texts[at]?.endsWith(text)).toBe(true);
  expect(compactions).toBeGreaterThanOrEqual(2);
  const results = life.thread.messages.flatMap(({ blocks }) => blocks.filter(({ type }) => type === 'tool_result'));
  const recorded = replies.flatMap(({ calls = [] }) => calls);
  expect(results.map((block) => block.type === 'tool_result' && block.isError === true)).toEqual(
    recorded.map(({ isError }) => isError === true),
  );
});

it('a summary by the recording itself is taken, and nothing falls to another strategy', async () => {
  const life = new Life('summarize');
  for (let turn = 0; turn < 14; turn++) await life.send('go on');
  const done = life.events.filter((event) => event.type === 'compacted');
  expect(done.length).toBeGreaterThanOrEqual(2);
  expect(done.map((event) => event.type === 'compacted' && event.fellFrom)).toEqual(done.map(() => undefined));
});
