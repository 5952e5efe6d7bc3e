/** What arrives from the panel: only what decodes is acted on; everything else is refused without harm. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PANEL_NOTIFICATIONS, PANEL_REQUESTS } from '../../../src/core/protocol/panel-messages.ts';
import { type PanelHandlers, receive } from '../../../src/extension/chat-view/inbound.ts';

function table() {
  const done: unknown[] = [];
  const refused: string[] = [];
  const methods = Object.keys({ ...PANEL_NOTIFICATIONS, ...PANEL_REQUESTS });
  const recorders = Object.fromEntries(methods.map((method) => [method, () => done.push(method)]));
  const handlers: PanelHandlers = {
    ...(recorders as unknown as PanelHandlers),
    openFile: (params) => done.push(params),
    loadRows: ({ from, to }) => {
      if (from > to) throw new Error('backwards');
      return { version: 1, first: from, rows: [] };
    },
  };
  const send = (message: unknown) => receive(message, handlers, (why) => refused.push(why));
  return { done, refused, send };
}

it('acts on notifications and answers requests', async () => {
  const { done, refused, send } = table();
  expect(await send({ kind: 'notification', method: 'ready', params: {} })).toBeUndefined();
  await send({ kind: 'notification', method: 'openFile', params: { path: 'a.ts', line: 3 } });
  expect(await send({ kind: 'request', id: 7, method: 'loadRows', params: { from: 2, to: 4 } })).toEqual({
    kind: 'response',
    id: 7,
    result: { version: 1, first: 2, rows: [] },
  });
  expect(done).toEqual(['ready', { path: 'a.ts', line: 3 }]);
  expect(refused).toEqual([]);
});

it.each([
  ['no object', 'ready'],
  ['no kind', { method: 'ready' }],
  ['an unknown method', { kind: 'notification', method: 'eval', params: '1' }],
  ['a method that every object has', { kind: 'notification', method: 'toString', params: {} }],
  ['wrong parameters', { kind: 'notification', method: 'openFile', params: { path: 3 } }],
  ['no parameters', { kind: 'notification', method: 'openFile' }],
  ['a request as a notification', { kind: 'notification', method: 'loadRows', params: { from: 0, to: 1 } }],
  ['an answer that nobody waits for', { kind: 'response', id: 1, result: {} }],
])('refuses %s', async (_name, message) => {
  const { done, refused, send } = table();
  expect(await send(message)).toBeUndefined();
  expect(done).toEqual([]);
  expect(refused).toHaveLength(1);
});

it('answers a refused or failed request with the reason', async () => {
  const { send } = table();
  expect(await send({ kind: 'request', id: 1, method: 'nothing' })).toEqual({
    kind: 'failure',
    id: 1,
    message: 'unknown method',
  });
  expect(await send({ kind: 'request', id: 2, method: 'loadRows', params: {} })).toMatchObject({
    kind: 'failure',
    id: 2,
  });
  expect(await send({ kind: 'request', id: 3, method: 'loadRows', params: { from: 2, to: 1 } })).toEqual({
    kind: 'failure',
    id: 3,
    message: 'backwards',
  });
});

it('never throws, whatever arrives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.anything(), async (message) => {
      const { done, send } = table();
      expect(await send(message)).toBeUndefined();
      expect(done).toEqual([]);
    }),
  );
});
