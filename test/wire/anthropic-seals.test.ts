/** The fake of Anthropic: thoughts and compactions come back as they were given, where they were given. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FREE, OLD } from './anthropic-models.ts';
import type { Fields } from './anthropic-rules.ts';
import {
  assistant,
  body,
  HI,
  MARK,
  result,
  type Send,
  says,
  startThinker,
  TOOL,
  text,
  use,
  user,
} from './anthropic-steps.ts';
import type { Fake } from './fake.ts';

const BINDING = 'thinking-binding-controls-2026-08-01';
const COMPACT = 'compact-2026-09-04';

let fake: Fake;
let send: Send;
beforeAll(async () => {
  ({ fake, send } = await startThinker());
});
afterAll(() => fake.close());

/** The thought and the call that the fake answers this with. */
async function roundFor(asked: Fields): Promise<{ readonly thought: Fields; readonly call: Fields }> {
  const { text: stream } = await send(asked);
  const signature = /"signature_delta","signature":"([^"]+)"/.exec(stream)?.[1];
  return { thought: { type: 'thinking', thinking: 'Well, well.', signature }, call: use('thought') };
}

describe('a thought', () => {
  it('is taken back as it came, at its place', async () => {
    const { thought, call } = await roundFor(body());
    expect(await send(says(HI, assistant(thought, call), user(result('thought'))))).toMatchObject({ status: 200 });
    const marked = { ...HI, content: [{ ...text('Hi'), ...MARK }] };
    expect(await send(says(marked, assistant(thought, call), user(result('thought'))))).toMatchObject({ status: 200 });
  });

  it.each<[string, (thought: Fields, call: Fields) => Fields, RegExp]>([
    [
      'with another text',
      (t, c) => says(HI, assistant({ ...t, thinking: 'Oh.' }, c), user(result('thought'))),
      /Invalid `signature`/,
    ],
    [
      'with another signature',
      (t, c) => says(HI, assistant({ ...t, signature: 'x' }, c), user(result('thought'))),
      /Invalid `signature`/,
    ],
    [
      'without a signature',
      (t, c) => says(HI, assistant({ ...t, signature: '' }, c), user(result('thought'))),
      /without a signature/,
    ],
    [
      'after another message',
      (t, c) => says(user(text('Ho')), assistant(t, c), user(result('thought'))),
      /bound to a different conversation/,
    ],
    [
      'with other tools',
      (t, c) => body({ tools: [{ ...TOOL, name: 'b' }], messages: [HI, assistant(t, c), user(result('thought'))] }),
      /bound to a different/,
    ],
    [
      'with another system prompt',
      (t, c) => body({ system: [text('s')], messages: [HI, assistant(t, c), user(result('thought'))] }),
      /bound to a different/,
    ],
    ['moved behind the call', (t, c) => says(HI, assistant(c, t), user(result('thought'))), /final block is thinking/],
    ['missing from an open round', (_t, c) => says(HI, assistant(c), user(result('thought'))), /Expected `thinking`/],
    ['of the user', (t) => says(user(t, text('a'))), /thinking of the user/],
    ['with a mark', (t, c) => says(HI, assistant({ ...t, ...MARK }, c), user(result('thought'))), /can not be marked/],
  ])('is refused %s', async (_name, make, words) => {
    const { thought, call } = await roundFor(body());
    expect((await send(make(thought, call))).message).toMatch(words);
  });

  it('is dropped instead where the request says so, with its beta', async () => {
    const { thought, call } = await roundFor(body());
    const edited = {
      ...says(user(text('Ho')), assistant(thought, call), user(result('thought'))),
      thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } },
    };
    expect(await send(edited, { 'anthropic-beta': BINDING })).toMatchObject({
      status: 200,
      text: expect.stringContaining('"thinking_dropped","path":"messages.1.content.0"'),
    });
    expect(await send(edited)).toMatchObject({ status: 400, message: expect.stringContaining('block_binding') });
  });

  it('of a model that binds nothing may follow anything', async () => {
    const { thought, call } = await roundFor(body({ model: FREE }));
    const moved = [user(text('Ho')), assistant(thought, call), user(result('thought'))];
    expect(await send(body({ model: FREE, messages: moved }))).toMatchObject({ status: 200 });
  });
});

describe('a compaction', () => {
  const beta = { 'anthropic-beta': COMPACT };
  const ask = (more: Fields = {}): Fields => ({
    ...body({ stream: undefined, ...more }),
    compaction: { type: 'summarize' },
  });
  const blockOf = async (asked: Fields): Promise<Fields> => JSON.parse((await send(asked, beta)).text).content[0];

  it.each<[string, Fields, RegExp]>([
    [
      'with edits of the context',
      ask({ context_management: { edits: [{ type: 'clear_thinking_20251015' }] } }),
      /context_management/,
    ],
    ['with stop sequences', ask({ stop_sequences: ['x'] }), /stop_sequences/],
    ['with a forced tool', ask({ tool_choice: { type: 'any' } }), /tool_choice/],
    ['of nothing', ask({ messages: [] }), /at least one message/],
    ['of a round that is open', ask({ messages: [HI, assistant(use('a'))] }), /without results/],
    ['by a model that has none', ask({ model: OLD }), /does not support/],
  ])('is refused %s', async (_name, asked, words) => {
    expect((await send(asked, beta)).message).toMatch(words);
  });

  it('wants its beta, and may end with the assistant', async () => {
    expect((await send(ask())).message).toMatch(/compaction: Extra inputs/);
    const asked = ask({ messages: [HI, assistant(text('Hello'))] });
    expect(await send(asked, beta)).toMatchObject({
      status: 200,
      text: expect.stringContaining('"stop_reason":"compaction"'),
    });
  });

  it('is taken back first, verbatim, once, and with its beta', async () => {
    const block = await blockOf(ask());
    expect(await send(says(assistant(block), HI), beta)).toMatchObject({ status: 200 });
    const bad: readonly (readonly [Fields, RegExp])[] = [
      [says(HI, assistant(block), HI), /not first/],
      [says(user(block)), /not first/],
      [says(assistant(block, block), HI), /more than one/],
      [says(assistant({ ...block, content: 'Other words' }), HI), /content differs/],
      [says(assistant({ ...block, signature: 'x' }), HI), /does not verify/],
      [
        { ...says(assistant(block), HI), context_management: { edits: [{ type: 'compact_20260112' }] } },
        /compact edit/,
      ],
    ];
    for (const [sent, words] of bad) expect((await send(sent, beta)).message).toMatch(words);
    expect((await send(says(assistant(block), HI))).message).toMatch(/compaction: Extra inputs/);
  });

  it('stands for what it summarizes where later thoughts are bound to it', async () => {
    const { thought, call } = await roundFor(body());
    const block = await blockOf(ask());
    const kept = [assistant(block, thought, call), user(result('thought'))];
    expect(await send(says(...kept), beta)).toMatchObject({ status: 200 });
    const later = await roundFor(body());
    const other = await blockOf(ask({ messages: [user(text('Ho'))] }));
    const moved = says(assistant(other, later.thought, later.call), user(result('thought')));
    expect((await send(moved, beta)).message).toMatch(/bound to a different conversation/);
  });
});
