/** The panel shows itself once for each installation, and never again by itself. */
import { expect, it } from 'vitest';
import { showFirstTime } from '../../src/extension/first-show.ts';

function installation() {
  const values = new Map<string, unknown>();
  const memory = {
    get: (key: string) => values.get(key),
    update: async (key: string, value: unknown) => void values.set(key, value),
  };
  let shown = 0;
  const start = (show = async () => {}) =>
    showFirstTime(memory, async () => {
      await show();
      shown++;
    });
  return { start, shown: () => shown };
}

it('shows the panel at the first start only', async () => {
  const { start, shown } = installation();
  for (let n = 0; n < 3; n++) await start();
  expect(shown()).toBe(1);
});

it('tries again at the next start where the panel could not be shown', async () => {
  const { start, shown } = installation();
  const refuse = async () => {
    throw new Error('no such command');
  };
  await expect(start(refuse)).rejects.toThrow('no such command');
  await start();
  expect(shown()).toBe(1);
});
