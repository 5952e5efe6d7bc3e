/** The feed of the panel: a snapshot on ready, deltas after, nothing while hidden. */
import { expect, it } from 'vitest';
import type { Envelope } from '../../../src/core/protocol/envelope.ts';
import { PanelFeed } from '../../../src/extension/chat-view/panel-feed.ts';
import type { PanelView } from '../../../src/extension/session/panel-view.ts';

const view = (version: number, id = 't'): PanelView => ({
  version,
  thread: { id, title: id, readOnly: false, canUndo: false, canRedo: false },
  total: 0,
  rows: [],
  statuses: [],
  showContext: 0,
});

function newFeed() {
  const posted: string[] = [];
  const feed = new PanelFeed((message: Envelope) => {
    if (message.kind === 'notification') posted.push(message.method);
  });
  return { feed, posted };
}

it('says nothing before the panel is ready', () => {
  const { feed, posted } = newFeed();
  feed.update(view(1));
  expect(posted).toEqual([]);
});

it('sends a snapshot on ready, again on each ready, and deltas between', () => {
  const { feed, posted } = newFeed();
  feed.ready(view(1));
  feed.update(view(2));
  feed.update(view(2));
  feed.ready(view(2));
  feed.update(view(3));
  expect(posted).toEqual(['snapshot', 'delta', 'snapshot', 'delta']);
});

it('sends a snapshot when another thread is shown', () => {
  const { feed, posted } = newFeed();
  feed.ready(view(1));
  feed.update(view(2, 'other'));
  expect(posted).toEqual(['snapshot', 'snapshot']);
});

it('is silent while hidden and begins anew with the next ready', () => {
  const { feed, posted } = newFeed();
  feed.ready(view(1));
  feed.hidden();
  feed.update(view(2));
  expect(posted).toEqual(['snapshot']);
  feed.ready(view(2));
  expect(posted).toEqual(['snapshot', 'snapshot']);
});

it('gives the focus when the panel is ready for it, once', () => {
  const { feed, posted } = newFeed();
  feed.focus('context');
  feed.ready(view(1));
  feed.ready(view(1));
  feed.focus('thread');
  expect(posted).toEqual(['snapshot', 'focus', 'snapshot', 'focus']);
});

it('sends the output of commands while it is shown, and makes none while it is hidden', () => {
  const { feed, posted } = newFeed();
  let made = 0;
  const send = () =>
    feed.liveCommands(() => {
      made++;
      return [];
    });
  send();
  feed.ready(view(1));
  send();
  feed.hidden();
  send();
  expect([posted, made]).toEqual([['snapshot', 'liveCommands'], 1]);
});
