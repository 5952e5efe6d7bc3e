/** How large a model's window is, and how full: from the provider's own answers to what is asked for and shown. */
import { describe, expect, it } from 'vitest';
import { field } from '../../../src/core/lang/json-fields.ts';
import { modelFacts } from '../../../src/core/tokens/models.ts';
import { modelSize } from '../../../src/core/tokens/window.ts';
import type { ModelInfo } from '../../../src/providers/shared/provider.ts';
import { says } from './answers.ts';
import { type ChatModel, eachProvider, OFFERS, withSpeaker } from './chat-models.ts';
import { count, countUntil, LONG, WINDOW } from './herons.ts';
import { Talk } from './talk.ts';

const OWN = 33_333;

/** Anthropic's fake answers with the window of the model, not its own; OpenAI's API does not tell, and the table does. */
const WINDOWS: Readonly<Record<string, number | undefined>> = {
  anthropic: 1_000_000,
  openai: modelFacts('openai/gpt-6.2-sol')?.window,
};

it.each(OFFERS.map((offer) => [offer.name, offer] as const))(
  'R24 the window is what the API of %s answers, and a setting goes before it',
  (name, offer) =>
    withSpeaker(
      offer,
      async ({ agent, info }) => {
        const size = modelSize(agent.id, {}, info.size);
        expect(size.window).toBe(WINDOWS[name] ?? OWN);
        expect(modelSize(agent.id, { [agent.id]: 9_000 }, info.size).window).toBe(9_000);
        expect(modelSize(agent.id, { [offer.name]: 8_000 }, info.size).window).toBe(8_000);
      },
      { window: OWN },
    ),
);

eachProvider('R24 a thread compacts itself by the window that its provider tells', undefined, (offer) =>
  withSpeaker(
    offer,
    async (chatModel) => {
      if (offer.name in WINDOWS) return;
      const { look = () => ({ content: [] }) } = LONG;
      const talk = new Talk(chatModel, { look, config: { strategy: 'extract' } });
      await countUntil(talk, 1);
      talk.check();
    },
    { window: WINDOW },
  ),
);

eachProvider(
  'R24 near the limit the provider counts, and is asked about a request that it would take',
  undefined,
  (offer) =>
    withSpeaker(offer, async (chatModel) => {
      const { count: ask } = chatModel.agent;
      if (!ask) return;
      let asked = 0;
      const agent = {
        ...chatModel.agent,
        count: (...given: Parameters<typeof ask>) => {
          asked++;
          return ask(...given);
        },
      };
      for (let window = 1_500; window < 5_000; window = Math.floor(window * 1.03)) {
        const talk = new Talk({ ...chatModel, agent }, { window, config: { auto: false } });
        talk.append({ type: 'message', origin: 'typed', blocks: [{ type: 'text', text: 'How many?' }] });
        talk.append({ type: 'message', origin: 'model', blocks: [{ type: 'text', text: 'Seven.' }] });
        await talk.send('And ducks?');
        talk.check();
      }
      expect(asked).toBeGreaterThan(0);
    }),
);

describe('case 13: sizes that make no sense', () => {
  const sizes: readonly (readonly [what: string, size: NonNullable<ModelInfo['size']>])[] = [
    ['an output of 0', { window: 16_384, maxOutput: 0 }],
    ['an output as large as the window', { window: 131_072, maxOutput: 131_072 }],
    ['an output of twice the window', { window: 128_000, maxOutput: 250_000 }],
    ['a window of -1', { window: -1, maxOutput: -1 }],
    ['a tiny window', { window: 6_000, maxOutput: 4_000 }],
  ];
  eachProvider('still ask for a reply of some tokens, and for no more than fit', undefined, (offer) =>
    withSpeaker(offer, async (chatModel) => {
      for (const [what, size] of sizes) {
        const talk = new Talk(resized(chatModel, size), { config: { strategy: 'extract' } });
        expect({ what, end: await talk.send('How many?') }).toEqual({ what, end: { type: 'done' } });
        const most = mostOf(chatModel);
        if (most === undefined) continue;
        expect(most).toBeGreaterThan(0);
        if (size.window && size.window > 0) expect(most).toBeLessThan(size.window);
      }
    }),
  );

  eachProvider('with a reserve that fills the window are one word in the log, and no failure', undefined, (offer) =>
    withSpeaker(offer, async (chatModel) => {
      const talk = new Talk(chatModel, { window: 20_000, config: { reserveTokens: 20_000 } });
      for (const text of ['How many?', 'And ducks?']) expect(await talk.send(text)).toEqual({ type: 'done' });
      expect(talk.log).toMatchObject([{ type: 'no-limit', problem: { type: 'reserve-too-large' } }]);
    }),
  );
});

eachProvider(
  'case 36: a model that no table knows is spoken with, and that its window is unknown is said once',
  undefined,
  (offer) =>
    withSpeaker(offer, async (chatModel) => {
      const agent = { ...chatModel.agent, id: `${offer.name}/nobody-knows-1` };
      const { size, ...info } = chatModel.info;
      expect(size?.window).not.toBe(0);
      const talk = new Talk({ ...chatModel, agent, info }, {});
      for (const text of ['How many?', 'And ducks?']) expect(await talk.send(text)).toEqual({ type: 'done' });
      expect(talk.log).toMatchObject([{ type: 'no-limit', problem: { type: 'window-unknown', model: agent.id } }]);
      talk.check();
    }),
);

eachProvider(
  'M3 case 35: the gauge takes no count over the window that was answered, and shows neither 0 nor the sum after a compaction',
  'usage',
  (offer) =>
    withSpeaker(offer, async (chatModel) => {
      const talk = new Talk(chatModel, { ...LONG, config: { strategy: 'extract', auto: false } });
      for (const lake of [1, 2, 3, 4]) await count(talk, lake);
      const over = Math.round(WINDOW * 1.24);
      chatModel.told.push(says({ text: 'So many.', usage: { input: over - 400, output: 400 } }));
      const before = talk.tokens;
      expect(await talk.send('How many?')).toEqual({ type: 'done' });
      expect(talk.tokens - before).toBeLessThan(500);
      expect(talk.measure).toMatchObject({ estimated: true });
      expect(talk.restart().measure).toEqual(talk.measure);
      expect((await talk.compact(6_000)).type).toBe('compacted');
      const left = talk.tokens;
      expect(left).toBeGreaterThan(1_000);
      expect(left).toBeLessThan(before);
      talk.settle({ window: 200_000 });
      expect(await talk.send('And ducks?')).toEqual({ type: 'done' });
      expect(talk.tokens).toBe(talk.replies.at(-1)?.usage?.total);
      talk.check();
    }),
);

function resized(chatModel: ChatModel, size: NonNullable<ModelInfo['size']>): ChatModel {
  const info = { ...chatModel.info, size };
  const { provider, access } = chatModel.fake;
  const agent = { ...provider.model(info, access), id: `${chatModel.offer.name}/nobody-knows-1` };
  return {
    ...chatModel,
    info,
    agent: chatModel.offer.name === 'replay' ? { ...chatModel.agent, id: agent.id } : agent,
  };
}

/** Tokens that the newest request asks for at most; undefined where it says none. */
function mostOf({ fake: { requests } }: ChatModel): number | undefined {
  const body = requests.at(-1);
  for (const key of ['max_tokens', 'max_completion_tokens', 'max_output_tokens', 'maxTokens']) {
    const most = field(body, key);
    if (typeof most === 'number') return most;
  }
  const most = field(field(body, 'generationConfig'), 'maxOutputTokens');
  return typeof most === 'number' ? most : undefined;
}
