/** Which questions give the keyboard focus back to the panel: those that the person answered. */
import { expect, it, vi } from 'vitest';
import { runThenReturnFocus } from '../../../src/extension/commands/return-focus.ts';

const ran = vi.hoisted(() => ({ outcome: undefined as unknown, commands: [] as unknown[] }));
vi.mock('vscode', () => ({
  commands: {
    executeCommand: async (...command: readonly unknown[]) => {
      ran.commands.push(command);
      return ran.outcome;
    },
  },
}));

it.each([
  ['saved', ['composer']],
  [{ type: 'selected', model: 'a/b' }, ['composer']],
  [{ type: 'stored', provider: 'openai' }, ['composer']],
  [{ type: 'saved' }, ['composer']],
  [{ type: 'restored', isThreadRestored: true }, ['composer']],
  ['cancelled', []],
  [{ type: 'cancelled' }, []],
  [{ type: 'failed', why: 'saved' }, []],
  [undefined, []],
  [null, []],
] as const)('after %j the focus goes to %j', async (outcome, focused) => {
  const revealed: string[] = [];
  Object.assign(ran, { outcome, commands: [] });
  const reveal = async (target: string) => void revealed.push(target);
  expect(await runThenReturnFocus({ reveal }, 'spool.selectModel', 1)).toBe(outcome);
  expect([ran.commands, revealed]).toEqual([[['spool.selectModel', 1]], focused]);
});
