/** Which panel a command means, where the side bar and an editor tab can show the same thread. */
import { expect, it } from 'vitest';
import type { FocusTarget } from '../../../src/core/protocol/panel-messages.ts';
import { PanelLocations } from '../../../src/extension/chat-view/panel-locations.ts';

function setUp() {
  const revealed: string[] = [];
  const place = (name: string) => ({
    isVisible: false,
    isOpen: false,
    reveal: async (target: FocusTarget) => void revealed.push(`${name} ${target}`),
  });
  const locations = new PanelLocations();
  const side = place('side');
  const editor = place('editor');
  locations.add(side);
  locations.add(editor);
  const reveal = async () => {
    await locations.reveal('composer');
    return revealed.at(-1);
  };
  return { locations, side, editor, reveal };
}

it('reveals the side bar where nothing is open, and the editor tab where that is open behind another one', async () => {
  const { locations, editor, reveal } = setUp();
  expect(locations.isVisible).toBe(false);
  expect(await reveal()).toBe('side composer');
  editor.isOpen = true;
  expect(await reveal()).toBe('editor composer');
});

it('reveals the place that is visible', async () => {
  const { locations, side, editor, reveal } = setUp();
  Object.assign(editor, { isOpen: true, isVisible: true });
  expect(locations.isVisible).toBe(true);
  expect(await reveal()).toBe('editor composer');
  Object.assign(editor, { isVisible: false });
  side.isVisible = true;
  expect(await reveal()).toBe('side composer');
});

it('reveals, of two that are visible, the one that had the focus last', async () => {
  const { locations, side, editor, reveal } = setUp();
  side.isVisible = true;
  Object.assign(editor, { isOpen: true, isVisible: true });
  locations.used(editor);
  expect(await reveal()).toBe('editor composer');
  locations.focused(side, true);
  expect(await reveal()).toBe('side composer');
  side.isVisible = false;
  expect(await reveal()).toBe('editor composer');
});

it('says when a place was shown or hidden, until the listener is removed', () => {
  const { locations } = setUp();
  let heard = 0;
  const end = locations.onDidChangeVisibility(() => heard++);
  locations.changed();
  end();
  locations.changed();
  expect(heard).toBe(1);
});

it('says whether the keyboard focus is in one of the locations', () => {
  const { locations, side, editor } = setUp();
  const heard: boolean[] = [];
  const end = locations.onDidChangeFocus((isFocused) => heard.push(isFocused));
  locations.focused(side, true);
  locations.focused(side, true);
  // The message of the place that the focus came to is before that of the one it left.
  locations.focused(editor, true);
  locations.focused(side, false);
  expect([locations.hasFocus(side), locations.hasFocus(editor)]).toEqual([false, true]);
  locations.used(side);
  expect(locations.hasFocus(side)).toBe(false);
  locations.focused(editor, false);
  expect(heard).toEqual([true, true, true, false]);
  end();
  locations.focused(editor, true);
  expect(heard).toHaveLength(4);
});
