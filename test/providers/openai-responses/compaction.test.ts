/** OpenAI's own compaction: opaque items that go back as they came, and to nobody else. */
import { afterEach, expect, it } from 'vitest';
import type { NativeCompaction } from '../../../src/core/agent/ports.ts';
import type { Json } from '../../../src/core/lang/json.ts';
import { field } from '../../../src/core/lang/json-fields.ts';
import type { Message, NativeBlock } from '../../../src/core/message/message.ts';
import { readableBy } from '../../../src/core/thread/readable-blocks.ts';
import { estimateText } from '../../../src/core/tokens/estimate.ts';
import type { Fake } from '../../wire/fake.ts';
import { startOpenaiFake } from '../../wire/openai-responses-server.ts';
import { modelOf, replyOf, requestFor, says } from '../drive.ts';

const open: Fake[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((fake) => fake.close()));
});

async function start() {
  const fake = await startOpenaiFake({ reply: () => ({ type: 'answer', thinking: 'Hm.', text: 'Well.' }) });
  open.push(fake);
  return { fake, model: modelOf(fake, { info: { compacts: true } }) };
}

const OLD = [says('user', 'Build it'), says('assistant', 'Built.'), says('user', 'Test it')];
const never = new AbortController().signal;

function nativeOf(by: string, { data }: NativeCompaction): NativeBlock {
  return { type: 'native', by, data, text: 'It is built and to be tested.' };
}

it('R57 R49 a compaction goes back first and verbatim, and the old items never again', async () => {
  const { fake, model } = await start();
  const made = await model.compact?.({ ...requestFor(OLD), instructions: 'Keep the plan.' }, never);
  if (!made?.ok) return expect.unreachable(made?.error.message);
  expect(made.value.usage).toMatchObject({ output: 50 });
  expect(made.value.tokens).toBe(50 + estimateText('Build it') + estimateText('Test it'));
  const items = made.value.data as readonly Json[];
  expect(items.map((item) => field(item, 'type'))).toEqual(['message', 'message', 'compaction']);
  const stored = JSON.parse(JSON.stringify(nativeOf(model.modelKey, made.value))) as NativeBlock;
  const messages: readonly Message[] = [{ role: 'assistant', blocks: [stored] }, says('user', 'Go on')];
  expect((await replyOf(model, requestFor(readableBy(messages, model.modelKey), { isEdited: true }))).end.type).toBe(
    'end',
  );
  const input = field(fake.requests[0], 'input') as readonly Json[];
  expect(JSON.stringify(input.slice(0, 3))).toBe(JSON.stringify(items));
  expect(input).toHaveLength(4);
  expect(JSON.stringify(input)).not.toContain('Built.');
  expect(fake.rejections).toEqual([]);
});

it('R57 compacts what was compacted', async () => {
  const { fake, model } = await start();
  const first = await model.compact?.(requestFor(OLD), never);
  if (!first?.ok) return expect.unreachable();
  const messages: readonly Message[] = [
    { role: 'assistant', blocks: [nativeOf(model.modelKey, first.value)] },
    says('user', 'Go on'),
  ];
  const second = await model.compact?.(requestFor(messages), never);
  if (!second?.ok) return expect.unreachable();
  expect((second.value.data as readonly Json[]).length).toBe(4);
  const after = [{ role: 'assistant', blocks: [nativeOf(model.modelKey, second.value)] } as const, says('user', 'On')];
  expect((await replyOf(model, requestFor(after))).end.type).toBe('end');
  expect(fake.rejections).toEqual([]);
});

it('R57 another model reads the words of a compaction, and none of its items', async () => {
  const { fake, model } = await start();
  const made = await model.compact?.(requestFor(OLD), never);
  if (!made?.ok) return expect.unreachable();
  const other = fake.provider.model({ id: 'gpt-4.1' }, fake.access);
  const messages = [
    { role: 'assistant', blocks: [nativeOf(model.modelKey, made.value)] } as const,
    says('user', 'Go on'),
  ];
  expect((await replyOf(other, requestFor(readableBy(messages, other.modelKey)))).end.type).toBe('end');
  const sent = JSON.stringify(fake.requests[0]);
  expect(sent).toContain('It is built and to be tested.');
  expect(sent).not.toContain('"type":"compaction"');
  expect(fake.rejections).toEqual([]);
});

it('W15 an altered compaction is refused, and goes as its text in the next request', async () => {
  const { fake, model } = await start();
  const made = await model.compact?.(requestFor(OLD), never);
  if (!made?.ok) return expect.unreachable();
  const data = (made.value.data as readonly Json[]).slice(1);
  const messages = [
    { role: 'assistant', blocks: [nativeOf(model.modelKey, { data })] } as const,
    says('user', 'Go on'),
  ];
  const { end } = await replyOf(model, requestFor(messages));
  expect(end).toEqual({ type: 'end', reason: 'done' });
  expect(fake.rejections).toHaveLength(1);
  expect(JSON.stringify(fake.rejections)).toContain('could not be verified');
  expect(JSON.stringify(fake.requests.at(-1))).not.toContain('"type":"compaction"');
});

it('is offered only where the model has it, and an answer without one is an error', async () => {
  const { fake } = await start();
  expect(modelOf(fake).compact).toBeUndefined();
  const empty: typeof fetch = async () =>
    Response.json({ id: 'r', object: 'response.compaction', created_at: 1, output: [], usage: null });
  const model = modelOf(fake, { info: { compacts: true }, access: { fetch: empty } });
  const made = await model.compact?.(requestFor(OLD), never);
  expect(made).toEqual({ ok: false, error: { kind: 'invalid-request', message: 'OpenAI gave no compaction.' } });
  const stopped = await modelOf(fake, { info: { compacts: true } }).compact?.(requestFor(OLD), AbortSignal.abort());
  expect(stopped).toEqual({ ok: false, error: { kind: 'cancelled', message: '' } });
});
