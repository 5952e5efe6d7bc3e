/** The channel to the host: envelopes out, answers in, everything else left alone. */
import { describe, expect, test, vi } from 'vitest';
import { openChannel } from '../../../src/webview/state/channel.ts';

function setUp() {
  const posted: unknown[] = [];
  const heard: string[] = [];
  const api = {
    postMessage: (message: unknown) => posted.push(message),
    getState: () => undefined,
    setState: () => undefined,
  };
  const handlers = {
    snapshot: () => heard.push('snapshot'),
    delta: () => heard.push('delta'),
    replyPieces: () => heard.push('replyPieces'),
    liveAgents: () => heard.push('liveAgents'),
    liveCommands: () => heard.push('liveCommands'),
    attachments: () => heard.push('attachments'),
    draft: () => heard.push('draft'),
    focus: ({ target }: { target: string }) => heard.push(target),
  };
  return { channel: openChannel(api, handlers), posted, heard };
}

describe('the channel', () => {
  test('sends a notification as it is named', () => {
    const { channel, posted } = setUp();
    channel.notify({ type: 'openRow', key: 'a' });
    channel.notify({ type: 'stop' });
    expect(posted).toEqual([
      { kind: 'notification', method: 'openRow', params: { key: 'a' } },
      { kind: 'notification', method: 'stop', params: {} },
    ]);
  });

  test('gives each request its own answer, in whatever order they come', async () => {
    const { channel, posted } = setUp();
    const first = channel.request('loadText', { key: '1', part: 'body' });
    const second = channel.request('loadText', { key: '2', part: 'body' });
    expect(posted).toMatchObject([{ id: 1 }, { id: 2 }]);
    channel.receive({ kind: 'response', id: 2, result: 'two' });
    channel.receive({ kind: 'response', id: 1, result: 'one' });
    expect(await Promise.all([first, second])).toEqual(['one', 'two']);
  });

  test('rejects with the host\u2019s words', async () => {
    const { channel } = setUp();
    const asked = channel.request('loadText', { key: '1', part: 'body' });
    channel.receive({ kind: 'failure', id: 1, message: 'no such thread' });
    await expect(asked).rejects.toThrow('no such thread');
  });

  test('hears a notification whose parameters decode', () => {
    const { channel, heard } = setUp();
    channel.receive({ kind: 'notification', method: 'focus', params: { target: 'thread' } });
    expect(heard).toEqual(['thread']);
  });

  test.each([
    [undefined],
    [null],
    ['focus'],
    [{}],
    [{ kind: 'notification', method: 'focus' }],
    [{ kind: 'notification', method: 'focus', params: { target: 7 } }],
    [{ kind: 'notification', method: 'snapshot', params: 'all' }],
    [{ kind: 'notification', method: 'other', params: { target: 'thread' } }],
    [{ kind: 'notification', method: 'toString', params: {} }],
    [{ kind: 'response', id: 5, result: 1 }],
    [{ kind: 'failure', id: 5 }],
    [{ kind: 'command', method: 'focus', params: { target: 'thread' } }],
  ])('lets %j pass without harm', (message) => {
    const { channel, heard, posted } = setUp();
    expect(() => channel.receive(message)).not.toThrow();
    expect([heard, posted]).toEqual([[], []]);
  });

  test('settles a request once', async () => {
    const { channel } = setUp();
    const settled = vi.fn();
    const asked = channel.request('loadText', { key: '1', part: 'body' }).then(settled);
    channel.receive({ kind: 'response', id: 1, result: 1 });
    channel.receive({ kind: 'response', id: 1, result: 2 });
    await asked;
    expect(settled.mock.calls).toEqual([[1]]);
  });
});
