/** The last lines of commands that run: at once, bounded, not too often, and each thread's own. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CommandState } from '../../../src/core/workspace/commands/ports.ts';
import { LiveCommandList } from '../../../src/extension/workspace/live-commands.ts';

const ENDED = {} as CommandState;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function newList() {
  const list = new LiveCommandList();
  const heard: string[] = [];
  list.onDidChange(() =>
    heard.push(
      list
        .of('t1')
        .map(({ text }) => text)
        .join('|'),
    ),
  );
  const start = (id: string, thread = 't1', call = `call of ${id}`) => {
    const view = list.show({ id, command: 'x', folder: '/', origin: { thread, call }, stop: async () => undefined });
    if (!view) throw new Error('it is not shown');
    return view;
  };
  return { list, heard, start };
}

it('tells of the first output at once, and of the rest about ten times a second', () => {
  const { heard, start } = newList();
  const view = start('c1');
  view.text('one\n');
  expect(heard).toEqual(['', 'one']);
  for (let n = 0; n < 1_000; n++) view.text(`${n}\n`);
  expect(heard).toHaveLength(2);
  vi.advanceTimersByTime(100);
  expect(heard).toHaveLength(3);
  expect(heard[2]).toBe('992\n993\n994\n995\n996\n997\n998\n999');
  vi.advanceTimersByTime(10_000);
  expect(heard).toHaveLength(3);
});

it('holds and gives little, however much is written', () => {
  const { list, start } = newList();
  const view = start('c1');
  for (let n = 0; n < 100; n++) view.text(`${'x'.repeat(100_000)}\n`);
  const [{ text = '' } = {}] = list.of('t1');
  expect(text.length).toBeLessThan(3_000);
});

it('shows what a person would see: an open line, and the newest of a line that is written over', () => {
  const { list, start } = newList();
  const view = start('c1');
  view.text('\u001b[31mred\u001b[0m\n10 %\r20 %');
  expect(list.of('t1')[0]?.text).toBe('red\n20 %');
});

it('gives the commands of the thread only, and those that ended without their text', () => {
  const { list, start } = newList();
  start('c1').text('one');
  start('c2', 't2').text('two');
  const third = start('c3');
  third.text('three');
  third.ended(ENDED);
  expect(list.of('t1')).toEqual([
    { call: 'call of c1', id: 'c1', text: 'one', isRunning: true },
    { call: 'call of c3', id: 'c3', text: '', isRunning: false },
  ]);
  expect(list.of(undefined)).toEqual([]);
  list.forget('c1');
  list.forget('c3');
  expect(list.of('t1').map(({ id }) => id)).toEqual(['c1']);
  for (let n = 10; n < 40; n++) start(`c${n}`).ended(ENDED);
  expect(list.of('t1')).toHaveLength(9);
});

it('shows nothing of what no tool call started', () => {
  const { list } = newList();
  expect(list.show({ id: 'c1', command: 'x', folder: '/', stop: async () => undefined })).toBeUndefined();
});
