/** Which panel a command means, where the side bar and an editor tab can show the same thread. */
import { expect, it } from 'vitest';
import type { FocusTarget } from '../../../src/core/protocol/panel-messages.ts';
import { PanelPlaces } from '../../../src/extension/chat-view/panel-places.ts';

function setUp() {
  const revealed: string[] = [];
  const place = (name: string) => ({
    isVisible: false,
    isOpen: false,
    reveal: async (target: FocusTarget) => void revealed.push(`${name} ${target}`),
  });
  const places = new PanelPlaces();
  const side = place('side');
  const editor = place('editor');
  places.add(side);
  places.add(editor);
  const reveal = async () => {
    await places.reveal('composer');
    return revealed.at(-1);
  };
  return { places, side, editor, reveal };
}

it('reveals the side bar where nothing is open, and the editor tab where that is open behind another one', async () => {
  const { places, editor, reveal } = setUp();
  expect(places.isVisible).toBe(false);
  expect(await reveal()).toBe('side composer');
  editor.isOpen = true;
  expect(await reveal()).toBe('editor composer');
});

it('reveals the place that is visible', async () => {
  const { places, side, editor, reveal } = setUp();
  Object.assign(editor, { isOpen: true, isVisible: true });
  expect(places.isVisible).toBe(true);
  expect(await reveal()).toBe('editor composer');
  Object.assign(editor, { isVisible: false });
  side.isVisible = true;
  expect(await reveal()).toBe('side composer');
});

it('reveals, of two that are visible, the one that had the focus last', async () => {
  const { places, side, editor, reveal } = setUp();
  side.isVisible = true;
  Object.assign(editor, { isOpen: true, isVisible: true });
  places.used(editor);
  expect(await reveal()).toBe('editor composer');
  places.focused(side, true);
  expect(await reveal()).toBe('side composer');
  side.isVisible = false;
  expect(await reveal()).toBe('editor composer');
});

it('says when a place was shown or hidden, until the listener is removed', () => {
  const { places } = setUp();
  let heard = 0;
  const end = places.onDidChangeVisibility(() => heard++);
  places.changed();
  end();
  places.changed();
  expect(heard).toBe(1);
});

it('says whether the keyboard focus is in one of the places', () => {
  const { places, side, editor } = setUp();
  const heard: boolean[] = [];
  const end = places.onDidChangeFocus((isFocused) => heard.push(isFocused));
  places.focused(side, true);
  places.focused(side, true);
  // The message of the place that the focus came to is before that of the one it left.
  places.focused(editor, true);
  places.focused(side, false);
  expect([places.hasFocus(side), places.hasFocus(editor)]).toEqual([false, true]);
  places.used(side);
  expect(places.hasFocus(side)).toBe(false);
  places.focused(editor, false);
  expect(heard).toEqual([true, true, true, false]);
  end();
  places.focused(editor, true);
  expect(heard).toHaveLength(4);
});
