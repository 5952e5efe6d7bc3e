/** The fake of Anthropic itself: each rule refuses what breaks it and lets pass what keeps it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FREE, OLD } from './anthropic-models.ts';
import type { Fields } from './anthropic-rules.ts';
import { ANTHROPIC_KEY } from './anthropic-server.ts';
import {
  assistant,
  body,
  HI,
  image,
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

let fake: Fake;
let send: Send;
beforeAll(async () => {
  ({ fake, send } = await startThinker());
});
afterAll(() => fake.close());

/** The head of a picture of so many pixels along a side. */
function pngOf(side: number): string {
  const head = Buffer.alloc(33);
  head.write('\x89PNG\r\n\x1a\n', 0, 'latin1');
  head.writeUInt32BE(13, 8);
  head.write('IHDR', 12, 'latin1');
  head.writeUInt32BE(side, 16);
  head.writeUInt32BE(side, 20);
  return head.toString('base64');
}

/** The rule, what breaks it, what it says, and the same that keeps it. */
type Rule = readonly [name: string, bad: Fields, says: RegExp, good: Fields];

const RULES: readonly Rule[] = [
  [
    'the first message is the user',
    says(assistant(text('a')), HI),
    /first message/,
    says(HI, assistant(text('a')), HI),
  ],
  ['the last message is not the assistant', says(HI, assistant(text('a'))), /last message/, says(HI)],
  ['roles alternate', says(HI, HI), /alternate/, says(HI, assistant(text('a')), HI)],
  ['no text is blank', says(user(text(' '))), /blank text/, says(user(text('.')))],
  ['no content is empty', says(user()), /empty content/, says(HI)],
  [
    'a tool id is of its pattern',
    says(HI, assistant(use('a b')), user(result('a b'))),
    /tool id/,
    says(HI, assistant(use('a_b')), user(result('a_b'))),
  ],
  [
    'a tool id is short enough',
    says(HI, assistant(use('a'.repeat(65))), user(result('a'.repeat(65)))),
    /tool id/,
    says(HI, assistant(use('a'.repeat(64))), user(result('a'.repeat(64)))),
  ],
  [
    'a tool name is of its pattern',
    says(HI, assistant(use('a', { name: 'x y' })), user(result('a'))),
    /tool name/,
    says(HI, assistant(use('a')), user(result('a'))),
  ],
  ['a tool that is offered has a name of the pattern', body({ tools: [{ ...TOOL, name: 'x y' }] }), /pattern/, body()],
  [
    'tools have names of their own',
    body({ tools: [TOOL, TOOL] }),
    /unique/,
    body({ tools: [TOOL, { ...TOOL, name: 'b' }] }),
  ],
  [
    'a call has its result',
    says(HI, assistant(use('a')), user(text('go on'))),
    /answered by/,
    says(HI, assistant(use('a')), user(result('a'), text('go on'))),
  ],
  [
    'results come first',
    says(HI, assistant(use('a')), user(text('b'), result('a'))),
    /not at the head/,
    says(HI, assistant(use('a')), user(result('a'), text('b'))),
  ],
  ['a result has its call', says(user(result('a'))), /answered by a/, says(HI, assistant(use('a')), user(result('a')))],
  [
    'a tool id is used once',
    says(HI, assistant(use('a')), user(result('a')), assistant(use('a')), user(result('a'))),
    /twice/,
    says(HI, assistant(use('a')), user(result('a')), assistant(use('b')), user(result('b'))),
  ],
  [
    'an input is an object',
    says(HI, assistant(use('a', { input: [] })), user(result('a'))),
    /no object/,
    says(HI, assistant(use('a')), user(result('a'))),
  ],
  [
    'calls want tools beside them',
    { ...says(HI, assistant(use('a')), user(result('a'))), tools: undefined },
    /must define tools/,
    body({ tools: undefined }),
  ],
  [
    'a tool choice wants tools',
    body({ tools: undefined, tool_choice: { type: 'none' } }),
    /tool_choice/,
    body({ tool_choice: { type: 'none' } }),
  ],
  [
    'at most four marks',
    body({
      system: [{ ...text('s'), ...MARK }],
      tools: [{ ...TOOL, ...MARK }],
      messages: [user({ ...text('a'), ...MARK }, { ...text('b'), ...MARK }, { ...text('c'), ...MARK })],
    }),
    /maximum of 4 blocks/,
    body({
      system: [{ ...text('s'), ...MARK }],
      tools: [{ ...TOOL, ...MARK }],
      messages: [user({ ...text('a'), ...MARK }, { ...text('b'), ...MARK })],
    }),
  ],
  ['a system prompt says something', body({ system: [text('')] }), /system/, body({ system: [text('s')] })],
  [
    'an image has a type that is taken',
    says(user(image('aaaa', 'image/bmp'))),
    /image type/,
    says(user(image('aaaa'))),
  ],
  [
    'an image is small enough',
    says(user(image('a'.repeat(5 * 1024 * 1024 + 1)))),
    /5 MB/,
    says(user(image('a'.repeat(1000)))),
  ],
  [
    'an image is not too wide',
    says(user(image(pngOf(8001)))),
    /dimension limit of 8000/,
    says(user(image(pngOf(8000)))),
  ],
  [
    'an image among many is narrower',
    says(user(...Array.from({ length: 21 }, () => image(pngOf(2001))))),
    /dimension limit of 2000/,
    says(user(...Array.from({ length: 20 }, () => image(pngOf(2001))))),
  ],
  [
    'in a result too',
    says(HI, assistant(use('a')), user(result('a', { content: [image('aaaa', 'image/bmp')] }))),
    /image type/,
    says(HI, assistant(use('a')), user(result('a', { content: [image('aaaa')] }))),
  ],
  [
    'input and reply fit the window',
    body({ model: OLD, max_tokens: 64_000, messages: [user(text('a'.repeat(600_000)))] }),
    /input length and `max_tokens` exceed context limit: 150\d+ \+ 64000 > 200000/,
    body({ model: OLD, max_tokens: 64_000 }),
  ],
  [
    'the input fits the window',
    body({ model: OLD, messages: [user(text('a'.repeat(801_000)))] }),
    /prompt is too long: 2002\d+ tokens > 200000 maximum/,
    body({ model: OLD }),
  ],
  ['no reply is longer than the model gives', body({ max_tokens: 200_000 }), /128000/, body({ max_tokens: 128_000 })],
  ['max_tokens is given', body({ max_tokens: undefined }), /max_tokens/, body()],
  ['a reply is streamed', body({ stream: undefined }), /stream/, body()],
  ['a parameter is one of the API', body({ temperature: 1 }), /temperature: Extra inputs/, body()],
  ['the model is there', body({ model: 'claude-gone' }), /model: claude-gone/, body()],
  [
    'a model that always thinks is not kept from it',
    body({ thinking: { type: 'disabled' } }),
    /disabled" is not supported/,
    body({ model: FREE, thinking: { type: 'disabled' } }),
  ],
  [
    'an old model does not think by itself',
    body({ model: OLD, thinking: { type: 'adaptive' } }),
    /adaptive" is not supported/,
    body({ thinking: { type: 'adaptive' } }),
  ],
  [
    'with a budget for thinking an open round begins with it',
    {
      ...says(HI, assistant(use('a')), user(result('a'))),
      model: FREE,
      thinking: { type: 'enabled', budget_tokens: 1024 },
    },
    /found `tool_use`/,
    { ...says(HI, assistant(use('a')), user(result('a'))), model: FREE, thinking: { type: 'adaptive' } },
  ],
];

describe('a rule refuses what breaks it, and nothing else:', () => {
  it.each(RULES)('%s', async (_name, bad, words, good) => {
    const before = fake.rejections.length;
    expect(await send(good)).toMatchObject({ status: 200 });
    expect(fake.rejections.length).toBe(before);
    const { status, message } = await send(bad);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(message).toMatch(words);
  });

  it('the body is no larger than 32 MB, and JSON', async () => {
    expect(await send(says(user(text('a'.repeat(33 * 1024 * 1024)))))).toMatchObject({ status: 413 });
    expect(await send('{"model":')).toMatchObject({ status: 400 });
    expect(await send('{"half":"\\ud83d"}')).toMatchObject({
      status: 400,
      message: expect.stringContaining('surrogate'),
    });
  });

  it('the key and the version are sent', async () => {
    expect(await send(body(), { authorization: 'Bearer other' })).toMatchObject({ status: 401 });
    expect(await send(body(), { 'anthropic-version': '' })).toMatchObject({ status: 400 });
    expect(await send(body(), { authorization: '', 'x-api-key': ANTHROPIC_KEY })).toMatchObject({ status: 200 });
  });

  it('a count takes what a call takes, but for its end and its stream', async () => {
    const { max_tokens, stream, ...prompt } = body();
    expect(await send(prompt, {}, '/v1/messages/count_tokens')).toMatchObject({ status: 200 });
    expect(await send(body(), {}, '/v1/messages/count_tokens')).toMatchObject({ status: 400 });
    expect(await send({ ...prompt, messages: [] }, {}, '/v1/messages/count_tokens')).toMatchObject({ status: 400 });
  });
});
