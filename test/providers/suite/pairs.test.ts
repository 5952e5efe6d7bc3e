/** What a provider refuses in calls and results, and that neither a thread nor the request for its summary ever holds it. */
import { describe, expect } from 'vitest';
import type { Block, Message } from '../../../src/core/message/message.ts';
import { replyOf, requestFor, says } from '../drive.ts';
import { eachProvider, withSpeaker } from './chat-models.ts';
import { count, LONG } from './herons.ts';
import { Talk } from './talk.ts';

const call: Block = { type: 'tool_use', id: 'c1', name: 'look', input: { path: 'lake' } };
const result: Block = { type: 'tool_result', toolUseId: 'c1', content: [{ type: 'text', text: 'herons' }] };

const BROKEN: readonly (readonly [what: string, messages: readonly Message[]])[] = [
  ['a call without its result', [says('user', 'Look.'), says('assistant', call), says('user', 'And?')]],
  ['a result without its call', [says('user', 'Look.'), says('assistant', 'Well.'), says('user', result)]],
];

describe.each(BROKEN)('R44 %s', (_, messages) => {
  eachProvider('is refused by the provider', undefined, (offer) =>
    withSpeaker(offer, async ({ agent, fake }) => {
      const { end } = await replyOf(agent, requestFor(messages));
      expect(end).toMatchObject({ type: 'error', error: { kind: 'invalid-request' } });
      expect(fake.rejections.length).toBeGreaterThan(0);
    }),
  );
});

describe('R44 a thread with calls that nobody answered', () => {
  for (const strategy of ['summarize', 'native'] as const)
    eachProvider(`is compacted by ${strategy}`, strategy === 'native' ? 'native' : 'summaries', (offer) =>
      withSpeaker(offer, async (chatModel) => {
        const talk = new Talk(chatModel, { ...LONG, config: { strategy } });
        for (const lake of [1, 2, 3, 4]) await count(talk, lake);
        talk.append({ type: 'message', origin: 'typed', blocks: [{ type: 'text', text: 'Look again.' }] });
        const other: Block = { type: 'tool_use', id: 'c2', name: 'look', input: { path: 'pond' } };
        talk.append({ type: 'message', origin: 'model', model: chatModel.agent.id, blocks: [call, other] });
        expect((await talk.compact(Math.floor(talk.tokens * 0.6))).type).toBe('compacted');
        expect(talk.thread.compactions[0]?.strategy).toBe(strategy);
        expect(await talk.send()).toEqual({ type: 'done' });
        expect(talk.looked).not.toContain('pond');
        talk.check();
      }),
    );
});
