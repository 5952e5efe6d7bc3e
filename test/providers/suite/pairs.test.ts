/** What a provider refuses in calls and results, and that neither a thread nor the request for its summary ever holds it. */
import { describe, expect, it } from 'vitest';
import { askSummary } from '../../../src/core/agent/ask-summary.ts';
import { summaryModelOf } from '../../../src/core/agent/summary-model.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { DEFAULT_PRICES } from '../../../src/core/compaction/price.ts';
import { planSummary } from '../../../src/core/compaction/summarize/plan-summary.ts';
import type { Block, Message } from '../../../src/core/thread/message.ts';
import { LOOK, says as message, replyOf, requestFor } from '../drive.ts';
import { looks, says } from './answers.ts';
import { count, LONG } from './herons.ts';
import { eachProvider, type Offer, withSpeaker } from './speakers.ts';
import { Talk } from './talk.ts';

const call: Block = { type: 'tool_use', id: 'c1', name: 'look', input: { path: 'lake' } };
const result: Block = { type: 'tool_result', toolUseId: 'c1', content: [{ type: 'text', text: 'herons' }] };

const BROKEN: readonly (readonly [what: string, messages: readonly Message[]])[] = [
  ['a call without its result', [message('user', 'Look.'), message('assistant', call), message('user', 'And?')]],
  ['a result without its call', [message('user', 'Look.'), message('assistant', 'Well.'), message('user', result)]],
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
