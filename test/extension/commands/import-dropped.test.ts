/** A dropped file that holds a recorded thread: the person says whether it is attached, and goes on typing where it is. */
import { beforeEach, expect, it, vi } from 'vitest';
import type { CommandContext } from '../../../src/extension/commands/command-context.ts';
import { importDropped } from '../../../src/extension/commands/import-dropped.ts';
import { ENGLISH } from '../english.ts';

const person = vi.hoisted(() => ({ picks: undefined as string | undefined, lists: [] as string[] }));
vi.mock('vscode', () => ({
  window: {
    showQuickPick: async (rows: readonly { readonly label: string }[], { placeHolder }: { placeHolder: string }) => {
      person.lists.push(placeHolder);
      return rows.find(({ label }) => label === person.picks);
    },
  },
}));

const revealed: string[] = [];
const host = {
  l10n: ENGLISH,
  reveal: async (target: string) => void revealed.push(target),
} as unknown as CommandContext;
const drop = (text: string) =>
  importDropped(host, {
    type: 'data',
    name: 'thread.jsonl',
    data: Buffer.from(text).toString('base64'),
    dropped: true,
  });
const EXPORT = '{"spoolThread":1}\n';

beforeEach(() => {
  person.lists = [];
  revealed.length = 0;
});

it('is attached where the person says so, and the focus is where they type', async () => {
  person.picks = 'Attach to the Draft';
  expect(await drop(EXPORT)).toBe(false);
  expect(person.lists).toEqual(['thread.jsonl holds a recorded thread: Spool (JSONL)']);
  expect(revealed).toEqual(['composer']);
});

it('is left where the person closes the list', async () => {
  person.picks = undefined;
  expect(await drop(EXPORT)).toBe(true);
  expect(revealed).toEqual([]);
});

it('is attached without a question where it holds no thread', async () => {
  expect(await drop('{"a":1}\n')).toBe(false);
  expect([person.lists, revealed]).toEqual([[], []]);
});
