/** Whatever the thread, its context in Anthropic's form is one that the API takes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkpointIds } from '../../../src/core/thread/checkpoint.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { toAnthropicMessages } from '../../../src/providers/anthropic/to-messages.ts';
import { perform, someOperations } from '../../core/arbitrary/operations.ts';
import { MAKERS } from '../../core/arbitrary/thread.ts';
import { work } from '../../core/arbitrary/work.ts';
import { importText } from '../../core/transfer/imported.ts';
import { runs } from '../../property/runs.ts';
import { anthropicRejects } from '../../wire/anthropic.ts';

describe('toAnthropicMessages', () => {
  it('is never rejected, whatever was said, compacted and undone', () => {
    fc.assert(
      fc.property(someOperations, (operations) => {
        const thread = operations.reduce(perform, replay([]));
        for (const modelKey of MAKERS)
          expect(anthropicRejects(toAnthropicMessages(projectContext(thread, modelKey).messages, modelKey))).toEqual(
            [],
          );
      }),
      runs(100),
    );
  });

  it('R3 gives checkpoints back to whoever imports it', async () => {
    const thread = work(4);
    const messages = toAnthropicMessages(projectContext(thread).messages);
    const imported = await importText(JSON.stringify(messages), 'anthropic');
    expect(checkpointIds(imported.messages)).toEqual(checkpointIds(thread.messages));
    expect(checkpointIds(imported.messages).length).toBe(8);
  });

  it.each([
    ['first message is not the user', [{ role: 'assistant', content: [{ type: 'text', text: 'a' }] }]],
    ['messages.0: empty content', [{ role: 'user', content: [] }]],
    ['messages.0: blank text', [{ role: 'user', content: [{ type: 'text', text: ' ' }] }]],
    ['messages.0: calls  answered by x', [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x' }] }]],
  ])('the check itself sees: %s', (said, messages) => expect(anthropicRejects(messages)).toContain(said));
});
