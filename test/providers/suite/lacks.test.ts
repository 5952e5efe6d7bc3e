/** What a provider is left out of the suite's tests for, it really can't show. */
import { expect, it } from 'vitest';
import type { ModelEvent } from '../../../src/core/agent/model-event.ts';
import type { FakeReply } from '../../wire/fake.ts';
import { type Ability, type ChatModel, OFFERS, SUMMARY, withSpeaker } from './chat-models.ts';

const RAW = '{"path": ';
const ASKS_FOR_SUMMARY = 'Put the summary between <summary> and </summary>';

const TOLD: Readonly<Record<Exclude<Ability, 'native' | 'summaries'>, FakeReply>> = {
  delivery: { type: 'answer', text: 'A heron stands there.', delivery: { cutAfter: 1 } },
  failures: { type: 'failure', kind: 'overloaded' },
  'retry-after': { type: 'failure', kind: 'rate-limit', retryAfter: 5 },
  thinking: { type: 'answer', thinking: 'Herons.', text: 'A heron.' },
  usage: { type: 'answer', text: 'A heron.', usage: { input: 7, output: 3 } },
  'raw-input': { type: 'answer', calls: [{ id: 'c1', name: 'look', input: {}, rawInput: RAW }] },
  empty: { type: 'failure', kind: 'empty' },
};

/** A recording that is told what it can't show throws: it shows nothing of it. */
async function heard({ agent, told }: ChatModel, ability: Exclude<Ability, 'native'>): Promise<readonly ModelEvent[]> {
  const isSummary = ability === 'summaries';
  if (!isSummary) told.push(TOLD[ability]);
  const text = isSummary ? ASKS_FOR_SUMMARY : 'Hello.';
  const messages = [{ role: 'user', blocks: [{ type: 'text', text }] }] as const;
  const toolChoice = isSummary ? 'none' : 'auto';
  const request = {
    system: '',
    messages,
    tools: [],
    toolChoice,
    maxTokens: 500,
    isEdited: false,
    thread: 't',
  } as const;
  const events: ModelEvent[] = [];
  try {
    for await (const event of agent.stream(request, new AbortController().signal)) events.push(event);
  } catch (thrown) {
    expect(String(thrown)).toContain('a recording');
  }
  return events;
}

/** What the events must show where a provider has the ability. */
function shows(ability: Ability, events: readonly ModelEvent[]): boolean {
  const failure = events.flatMap((event) => (event.type === 'error' ? [event.error] : []))[0];
  const text = events.map((event) => (event.type === 'text' ? event.text : '')).join('');
  switch (ability) {
    case 'delivery':
    case 'empty':
      return failure?.kind === 'network';
    case 'failures':
      return failure?.kind === 'overloaded';
    case 'retry-after':
      return failure?.retryAfter === 5_000;
    case 'thinking':
    case 'usage':
      return events.some(({ type }) => type === ability);
    case 'raw-input':
      return events.flatMap((event) => (event.type === 'input' ? [event.json] : [])).join('') === RAW;
    case 'summaries':
      return text.includes(SUMMARY);
    case 'native':
      return false;
  }
}

const ABILITIES = [...Object.keys(TOLD), 'summaries', 'native'] as readonly Ability[];
const PAIRS = OFFERS.flatMap((offer) => ABILITIES.map((ability) => ({ offer, ability, name: offer.name })));

it.each(PAIRS)('$ability by $name is shown where it is not lacking, and only there', ({ offer, ability }) =>
  withSpeaker(offer, async (chatModel) => {
    const { fake, info, agent } = chatModel;
    const isAble = offer.lacks[ability] === undefined;
    if (ability === 'native') {
      const asked = fake.provider.model({ ...info, compacts: true }, fake.access);
      expect([agent.compact !== undefined, asked.compact !== undefined]).toEqual([isAble, isAble]);
      return;
    }
    const events = await heard(chatModel, ability);
    expect(shows(ability, events), JSON.stringify(events)).toBe(isAble);
  }),
);
