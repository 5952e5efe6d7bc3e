/** The channel to the host: envelopes out, answers in, everything else left alone. */
import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { notification, request } from '../../../src/core/protocol/message.ts';
import { on, openChannel } from '../../../src/webview/state/channel.ts';

const greet = notification('greet', v.object({ name: v.string() }));
const add = request<{ a: number }, number>('add', v.object({ a: v.number() }));

function setUp() {
  const posted: unknown[] = [];
  const heard: string[] = [];
  const api = {
    postMessage: (message: unknown) => posted.push(message),
    getState: () => undefined,
    setState: () => undefined,
  };
  return { channel: openChannel(api, [on(greet, ({ name }) => heard.push(name))]), posted, heard };
}

describe('the channel', () => {
  test('sends a notification as it is named', () => {
    const { channel, posted } = setUp();
    channel.notify(greet, { name: 'a' });
    expect(posted).toEqual([{ kind: 'notification', method: 'greet', params: { name: 'a' } }]);
  });

  test('gives each request its own answer, in whatever order they come', async () => {
    const { channel, posted } = setUp();
    const first = channel.request(add, { a: 1 });
    const second = channel.request(add, { a: 2 });
    expect(posted).toMatchObject([{ id: 1 }, { id: 2 }]);
    channel.receive({ kind: 'response', id: 2, result: 22 });
    channel.receive({ kind: 'response', id: 1, result: 11 });
    expect(await Promise.all([first, second])).toEqual([11, 22]);
  });

  test('rejects with the host\u2019s words', async () => {
    const { channel } = setUp();
    const asked = channel.request(add, { a: 1 });
    channel.receive({ kind: 'failure', id: 1, message: 'no such thread' });
    await expect(asked).rejects.toThrow('no such thread');
  });

  test('hears a notification whose parameters decode', () => {
    const { channel, heard } = setUp();
    channel.receive({ kind: 'notification', method: 'greet', params: { name: 'b' } });
    expect(heard).toEqual(['b']);
  });

  test.each([
    [undefined],
    [null],
    ['greet'],
    [{}],
    [{ kind: 'notification', method: 'greet' }],
    [{ kind: 'notification', method: 'greet', params: { name: 7 } }],
    [{ kind: 'notification', method: 'other', params: { name: 'x' } }],
    [{ kind: 'response', id: 5, result: 1 }],
    [{ kind: 'failure', id: 5 }],
    [{ kind: 'command', method: 'greet', params: { name: 'x' } }],
  ])('lets %j pass without harm', (message) => {
    const { channel, heard, posted } = setUp();
    expect(() => channel.receive(message)).not.toThrow();
    expect([heard, posted]).toEqual([[], []]);
  });

  test('settles a request once', async () => {
    const { channel } = setUp();
    const settled = vi.fn();
    const asked = channel.request(add, { a: 1 }).then(settled);
    channel.receive({ kind: 'response', id: 1, result: 1 });
    channel.receive({ kind: 'response', id: 1, result: 2 });
    await asked;
    expect(settled.mock.calls).toEqual([[1]]);
  });
});
