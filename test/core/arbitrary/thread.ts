/** Arbitrary threads: what agents, people and broken recorders can write into a log. */
import fc from 'fast-check';
import type { Block, Message, ResultContent } from '../../../src/core/message/message.ts';
import { CUTS, type Draft, type Entry, type MessageEntry, type Origin } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';

const HOSTILE = [
  '',
  '  \n\t',
  '$&',
  '</summary>',
  '{{x}}',
  '<checkpoint:abcdef>',
  '\u001b[31mred\u001b[0m',
  'a\u0000b',
  '\ud800',
  'x\udc00',
  '\u202eright to left',
  '日本語のテキストです。',
  '<|endoftext|>',
  'src/upload/queue.ts:12: error TS2345',
  '😀'.repeat(40),
];

export const someText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.lorem({ maxCount: 20 }) },
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 80 }) },
  { weight: 1, arbitrary: fc.integer({ min: 50, max: 400 }).map((n) => `line of output ${n}\n`.repeat(n)) },
);

const image: fc.Arbitrary<Extract<Block, { type: 'image' }>> = fc.constant({
  type: 'image',
  mediaType: 'image/png',
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
});

const resultContent: fc.Arbitrary<readonly ResultContent[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: someText.map((text) => ({ type: 'text', text }) as const) },
    { weight: 1, arbitrary: image },
  ),
  { maxLength: 2 },
);

/** Few ids, so that they are used twice, reversed and missing. */
const callId = fc.constantFrom('a', 'b', 'c', 'd', 'e/ü', '');

/** Models that seal, each to be read by itself alone. */
export const MAKERS = ['us', 'them'] as const;
export const someMaker = fc.constantFrom(...MAKERS);

const seal = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constant({ signature: 'sig' }) },
  { weight: 2, arbitrary: someMaker.map((by) => ({ signature: 'sig', by })) },
);

const modelBlock: fc.Arbitrary<Block> = fc.oneof(
  fc.tuple(someText, seal).map(([text, sealed]): Block => ({ type: 'text', text, ...sealed })),
  fc.tuple(someText, seal).map(([text, sealed]): Block => ({ type: 'thinking', text, signature: 'sig', ...sealed })),
  fc.option(someMaker).map((by): Block => ({ type: 'redacted_thinking', data: 'AAAA', ...(by !== null && { by }) })),
  fc
    .tuple(
      fc.record({
        id: callId,
        name: fc.constantFrom('read_file', 'run_command', 'Ünusual name'),
        input: fc.oneof(fc.constant({}), fc.record({ path: someText }), fc.constant('no object')),
      }),
      seal,
    )
    .map(([call, sealed]): Block => ({ type: 'tool_use', ...call, ...sealed })),
);

/** A provider's own compaction; also where none belongs. */
const nativeBlock: fc.Arbitrary<Block> = fc.record({
  type: fc.constant('native' as const),
  by: someMaker,
  data: fc.constant({ type: 'compaction', content: 'sealed' }),
  text: fc.lorem({ maxCount: 5 }),
});

/** What a person types: words, pictures, and what the program puts beside them. */
export const userBlock: fc.Arbitrary<Block> = fc.oneof(
  { weight: 4, arbitrary: someText.map((text) => ({ type: 'text', text }) as const) },
  { weight: 1, arbitrary: image },
  { weight: 1, arbitrary: someText.map((text) => ({ type: 'reminder', text }) as const) },
);

const resultBlock: fc.Arbitrary<Block> = fc.record(
  { type: fc.constant('tool_result' as const), toolUseId: callId, content: resultContent, isError: fc.boolean() },
  { requiredKeys: ['type', 'toolUseId', 'content'] },
);

export type MessageDraft = Omit<MessageEntry, 'id' | 'at'>;

const loose = (origin: Origin, block: fc.Arbitrary<Block>): fc.Arbitrary<readonly MessageDraft[]> =>
  fc.array(block, { maxLength: 4 }).map((blocks) => [{ type: 'message', origin, blocks }]);

/** A round as a working agent writes it: parallel calls, all answered. */
const round: fc.Arbitrary<readonly MessageDraft[]> = fc
  .tuple(fc.integer({ min: 0, max: 1e9 }), fc.array(resultContent, { minLength: 1, maxLength: 3 }), someText)
  .map(([seed, contents, said]) => [
    {
      type: 'message',
      origin: 'model',
      blocks: [
        { type: 'text', text: said },
        ...contents.map(
          (_, i): Block => ({ type: 'tool_use', id: `r${seed}_${i}`, name: 'run_command', input: { command: said } }),
        ),
      ],
    },
    {
      type: 'message',
      origin: 'tools',
      blocks: contents.map((content, i): Block => ({ type: 'tool_result', toolUseId: `r${seed}_${i}`, content })),
    },
  ]);

/** What a model said as far as it came. */
const cutReply: fc.Arbitrary<readonly MessageDraft[]> = fc
  .tuple(fc.array(modelBlock, { maxLength: 4 }), fc.constantFrom(...CUTS))
  .map(([blocks, cut]) => [{ type: 'message', origin: 'model', blocks, cut }]);

const messageDrafts: fc.Arbitrary<readonly MessageDraft[]> = fc.oneof(
  { weight: 3, arbitrary: round },
  { weight: 2, arbitrary: loose('typed', userBlock) },
  { weight: 2, arbitrary: loose('model', modelBlock) },
  { weight: 1, arbitrary: cutReply },
  { weight: 1, arbitrary: loose('tools', resultBlock) },
  { weight: 1, arbitrary: loose('program', userBlock) },
);

/** Drafts of message entries, rounds kept together. */
export const someDrafts: fc.Arbitrary<readonly MessageDraft[]> = fc
  .array(messageDrafts, { maxLength: 14 })
  .map((drafts) => drafts.flat());

/** Messages in no order that any thread has, with sealed blocks of all kinds among them. */
export const someMessages: fc.Arbitrary<readonly Message[]> = fc.array(
  fc.oneof(
    fc
      .array(fc.oneof({ weight: 6, arbitrary: modelBlock }, { weight: 1, arbitrary: nativeBlock }), { maxLength: 4 })
      .map((blocks): Message => ({ role: 'assistant', blocks })),
    fc.array(fc.oneof(userBlock, resultBlock), { maxLength: 4 }).map((blocks): Message => ({ role: 'user', blocks })),
  ),
  { maxLength: 12 },
);

/** A log of messages only. */
export const someLog: fc.Arbitrary<readonly Entry[]> = someDrafts.map((drafts) => numbered(drafts));

/** Entries with ids from 1 in steps, as a log gives them. */
export function numbered(drafts: readonly Omit<Draft, 'at'>[]): readonly Entry[] {
  return drafts.map((draft, i) => ({ ...draft, id: entryId(i + 1), at: i }) as Entry);
}
