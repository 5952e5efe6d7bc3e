/** A fake of Anthropic with the replies that it gives, and a model of it. */
import { type ModelEvent, type Reply, ReplyBuilder } from '../../../src/core/agent/model-event.ts';
import type { AgentModel } from '../../../src/core/agent/ports.ts';
import type { Block, Message } from '../../../src/core/message/message.ts';
import type { Access, ModelInfo } from '../../../src/providers/shared/provider.ts';
import { startAnthropicFake } from '../../wire/anthropic-server.ts';
import type { Fake, FakeOptions, FakeReply } from '../../wire/fake.ts';
import { modelOf, says } from '../drive.ts';

export const user = (...blocks: readonly (Block | string)[]): Message => says('user', ...blocks);
export const assistant = (...blocks: readonly (Block | string)[]): Message => says('assistant', ...blocks);

export interface Open {
  readonly fake: Fake;
  /** As the fake's Models API describes it, but for what is given. */
  model(info?: Partial<ModelInfo>, access?: Access): AgentModel;
}

/** Runs with a fake that gives these replies in turn, the last one again and again, and closes it. */
export async function withFake<T>(
  replies: readonly FakeReply[],
  act: (open: Open) => Promise<T>,
  options: Partial<FakeOptions> = {},
): Promise<T> {
  const fake = await startAnthropicFake({
    reply: (n) => replies[Math.min(n, replies.length) - 1] ?? { type: 'answer', text: 'Well.' },
    ...options,
  });
  try {
    return await act({
      fake,
      model: (info, access = {}) => modelOf(fake, { access, info: { compacts: true, ...info } }),
    });
  } finally {
    await fake.close();
  }
}

export function gather(events: readonly ModelEvent[], modelKey?: string): Reply {
  const builder = new ReplyBuilder(modelKey);
  for (const event of events) builder.add(event);
  const last = events.at(-1);
  return builder.finish(last?.type === 'end' || last?.type === 'error' ? last : undefined);
}
