/** Recorded threads of other agents go on with every provider: nothing that they hold is refused, before and after a compaction. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildRequest } from '../../../src/core/agent/build-request.ts';
import type { Thread } from '../../../src/core/thread/thread.ts';
import { transcripts } from '../../transcripts/folder.ts';
import { LOOK, replyOf } from '../drive.ts';
import { PATIENCE, threadsIn } from '../recorded-threads.ts';
import { type ChatModel, OFFERS, strategiesOf, withSpeaker } from './chat-models.ts';
import { Talk } from './talk.ts';

const files = transcripts();
const WINDOW = 32_000;

describe.skipIf(files.length === 0)('recorded threads', () => {
  it.each(files.map((file) => [path.basename(file), file] as const))(
    '%s',
    async (_, file) => {
      let whole: Thread | undefined;
      for await (const { of, thread } of threadsIn(file)) {
        whole ??= thread;
        await withAll((chatModel) => take(chatModel, thread, of));
      }
      expect(whole).toBeDefined();
      await withAll((chatModel) => goOn(chatModel, whole));
    },
    PATIENCE,
  );
});

/** With fakes of its own each time: they keep all that they were sent. */
async function withAll(act: (chatModel: ChatModel) => Promise<void>): Promise<void> {
  for (const offer of OFFERS) await withSpeaker(offer, act, { window: 1e9 });
}

async function take({ agent, fake, offer }: ChatModel, thread: Thread, of: string): Promise<void> {
  const { modelKey } = agent;
  const request = buildRequest({ thread, modelKey, system: 'Be brief.', tools: [LOOK], reserve: 1000, threadId: 't1' });
  const { end } = await replyOf(agent, request);
  expect({ of, by: offer.name, end, rejections: fake.rejections }).toEqual({
    of,
    by: offer.name,
    end: { type: 'end', reason: 'done' },
    rejections: [],
  });
}

/** With the loop, in a window that is too small for many of them, by the best strategy that the provider offers. */
async function goOn(chatModel: ChatModel, thread: Thread | undefined): Promise<void> {
  const [strategy = 'extract'] = strategiesOf(chatModel.offer);
  const talk = new Talk(chatModel, { window: WINDOW, config: { strategy } }, thread?.entries.slice());
  const end = await talk.send('Go on.');
  // What must stay of some is larger than the window.
  expect(['done', 'cannot-fit']).toContain(end.type);
  talk.check();
}
