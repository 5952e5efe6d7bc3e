/** The mode of a window, beside other windows of the same workspace. */
import { expect, it } from 'vitest';
import { memento, openWindow } from './asking.ts';

it('is the one that this window shows, whatever another window sets later', () => {
  const memory = memento();
  const [one, other] = [openWindow({ memory }), openWindow({ memory })];
  expect([one.permissions.mode, other.permissions.mode]).toEqual(['ask', 'ask']);
  one.permissions.setMode('edit');
  expect([one.permissions.mode, other.permissions.mode]).toEqual(['edit', 'ask']);
  other.permissions.setMode('plan');
  expect([one.permissions.mode, other.permissions.mode]).toEqual(['edit', 'plan']);
  expect(openWindow({ memory }).permissions.mode).toBe('plan');
});

it('is that of the folders that are open', () => {
  const folders = ['file:///ws'];
  const { permissions } = openWindow({ folders });
  permissions.setMode('edit');
  folders.push('file:///other');
  expect(permissions.mode).toBe('ask');
  folders.pop();
  expect(permissions.mode).toBe('edit');
});
