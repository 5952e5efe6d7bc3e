/** The six providers as the suite drives them: a fake of each, and what can't be asked of it, by name and with the reason. */
import { it } from 'vitest';
import type { AgentModel } from '../../../src/core/agent/ports.ts';
import type { Json } from '../../../src/core/lang/json.ts';
import type { Strategy } from '../../../src/core/thread/strategy.ts';
import type { ModelInfo, ProviderId } from '../../../src/providers/shared/provider.ts';
import { startAnthropicFake } from '../../wire/anthropic-server.ts';
import type { Fake, FakeOptions, FakeReply, StartFake } from '../../wire/fake.ts';
import { startGeminiFake } from '../../wire/gemini-server.ts';
import { startOpenaiCompatibleFake } from '../../wire/openai-chat-server.ts';
import { startOpenaiFake } from '../../wire/openai-responses-server.ts';
import { startReplayFake } from '../../wire/replay-fake.ts';
import { startVscodeLmFake } from '../../wire/vscode-lm-fake.ts';

/** What not every provider can show. */
export type Ability =
  /** A stream that is cut, stalls or fails on its way, or that comes in pieces. */
  | 'delivery'
  /** Failures other than an overflow. */
  | 'failures'
  /** A pause that the provider asks for. */
  | 'retry-after'
  | 'thinking'
  | 'usage'
  /** Arguments that are no JSON. */
  | 'raw-input'
  /** A stream that ends without a word. */
  | 'empty'
  /** A model of it writes summaries. */
  | 'summaries'
  | 'native';

export interface Offer {
  readonly name: ProviderId;
  readonly start: StartFake;
  readonly lacks: Partial<Readonly<Record<Ability, string>>>;
}

const NO_NATIVE = 'it has no compaction of its own';

export const OFFERS: readonly Offer[] = [
  { name: 'anthropic', start: startAnthropicFake, lacks: {} },
  { name: 'openai', start: startOpenaiFake, lacks: {} },
  { name: 'openai-compatible', start: startOpenaiCompatibleFake, lacks: { native: NO_NATIVE } },
  {
    name: 'gemini',
    start: startGeminiFake,
    lacks: {
      native: NO_NATIVE,
      'raw-input': 'it gives arguments as an object, and names a call that it could not make',
    },
  },
  {
    name: 'vscode-lm',
    start: startVscodeLmFake,
    lacks: {
      native: NO_NATIVE,
      thinking: 'the stable API shows none',
      usage: 'the stable API reports none',
      'raw-input': 'the editor gives arguments as an object',
      'retry-after': 'the editor says no time',
    },
  },
  {
    name: 'replay',
    start: startReplayFake,
    lacks: {
      native: NO_NATIVE,
      delivery: 'a recording is on no wire',
      failures: 'a recording fails with nothing but an overflow',
      'retry-after': 'a recording never asks to wait',
      'raw-input': 'what was recorded had been parsed',
      empty: 'a recorded reply says something',
      summaries: 'a recording writes no summary of its own',
    },
  },
];

/** The strategies by which a thread with this provider can be compacted, from the top of the ladder. */
export function strategiesOf({ lacks }: Offer): readonly Strategy[] {
  return [
    ...(lacks.native ? [] : (['native'] as const)),
    ...(lacks.summaries ? [] : (['summarize'] as const)),
    'extract',
    'truncate',
  ];
}

/** One test for each provider that can show it; `lacks.test.ts` holds the others to what they are said to lack. */
export function eachProvider(
  title: string,
  needs: Ability | readonly Ability[] | undefined,
  act: (offer: Offer) => Promise<void>,
): void {
  for (const offer of OFFERS) {
    const isAble = [needs ?? []].flat().every((ability) => offer.lacks[ability] === undefined);
    if (isAble) it(`${title}: ${offer.name}`, () => act(offer));
  }
}

export interface ChatModel {
  readonly offer: Offer;
  readonly fake: Fake;
  /** As the provider's list has it. */
  readonly info: ModelInfo;
  readonly agent: AgentModel;
  /** What its next calls are answered with; where nothing is left it says how often it was asked. */
  readonly told: FakeReply[];
}

/** What a summary is answered with. */
export const SUMMARY = 'They count the herons by the lake.';

export async function openSpeaker(
  offer: Offer,
  { idleMs, ...options }: Partial<FakeOptions> & { readonly idleMs?: number } = {},
): Promise<ChatModel> {
  const told: FakeReply[] = [];
  const reply = (n: number, body: Json): FakeReply =>
    asksForSummary(body)
      ? { type: 'answer', text: `<summary>\n${SUMMARY}\n</summary>` }
      : (told.shift() ?? { type: 'answer', text: `That was call ${n}.` });
  const fake = await offer.start({ reply, ...options });
  const listed = await fake.provider.models(fake.access, new AbortController().signal);
  const info = listed.ok ? listed.value.find(({ id }) => id === fake.model) : undefined;
  if (!info) throw new Error(`${offer.name} does not list ${fake.model}`);
  const access = { ...fake.access, ...(idleMs !== undefined && { idleMs }) };
  // Of OpenAI's models only those at its own address are known to compact.
  const known = { ...info, ...(!offer.lacks.native && { compacts: true }) };
  return { offer, fake, info: known, agent: fake.provider.model(known, access), told };
}

export function asksForSummary(body: Json): boolean {
  return JSON.stringify(body).includes('Put the summary between <summary> and </summary>');
}

/** Runs with a chatModel, and closes its fake. */
export async function withSpeaker<T>(
  offer: Offer,
  act: (chatModel: ChatModel) => Promise<T>,
  options: Parameters<typeof openSpeaker>[1] = {},
): Promise<T> {
  const chatModel = await openSpeaker(offer, options);
  try {
    return await act(chatModel);
  } finally {
    await chatModel.fake.close();
  }
}
