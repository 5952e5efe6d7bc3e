/** Windows for the tests of the agent, closed after each, and what is looked at in them. */
import { afterEach } from 'vitest';
import type { ModelEvent } from '../../../src/core/agent/model-event.ts';
import type { Tool } from '../../../src/core/agent/ports.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { openWindow, type Script } from './scripted-model.ts';

export type Window = ReturnType<typeof openWindow>;
const windows: Window[] = [];
afterEach(async () => {
  for (const window of windows.splice(0)) await window.close();
});

export function open(script: Script): Window {
  const window = openWindow(script);
  windows.push(window);
  return window;
}

export const threadOf = ({ session }: Window) => {
  const { open } = session.state;
  if (!open) throw new Error('no thread is open');
  return open.thread;
};

export const outline = (window: Window) =>
  threadOf(window).entries.map((entry) => {
    if (entry.type !== 'message') return entry.type;
    const texts = entry.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [block.type]));
    return `${entry.origin}: ${texts.filter((text) => text !== 'checkpoint').join(' + ')}`;
  });

export async function onDisk({ store, session }: Window) {
  return replay((await store.read(session.state.open?.id ?? '')).entries);
}

export const call = (id: string): readonly ModelEvent[] => [
  { type: 'call', id, name: 'look' },
  { type: 'input', id, json: '{}' },
];
export const look = (run: Tool['run'] = async () => ({ content: [{ type: 'text', text: 'seen' }] })): Tool => ({
  name: 'look',
  description: 'Looks.',
  inputSchema: { type: 'object' },
  run,
});
