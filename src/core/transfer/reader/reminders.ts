/** Splits system reminders off the start and end of a text. */
import type { ReminderBlock, TextBlock } from '../../message/message.ts';

const OPEN = '<system-reminder>';
const CLOSE = '</system-reminder>';

/** The text without the reminders at its start and end, and these, in their order. The whole text when there are none. */
export function splitReminders(text: string): readonly (TextBlock | ReminderBlock)[] {
  const before: ReminderBlock[] = [];
  const after: ReminderBlock[] = [];
  let rest = text;
  for (let trimmed = rest.trimStart(); trimmed.startsWith(OPEN); trimmed = rest.trimStart()) {
    const end = trimmed.indexOf(CLOSE);
    if (end < 0) break;
    before.push(reminder(trimmed.slice(OPEN.length, end)));
    rest = trimmed.slice(end + CLOSE.length);
  }
  for (let trimmed = rest.trimEnd(); trimmed.endsWith(CLOSE); trimmed = rest.trimEnd()) {
    const start = trimmed.lastIndexOf(OPEN);
    if (start < 0) break;
    after.unshift(reminder(trimmed.slice(start + OPEN.length, -CLOSE.length)));
    rest = trimmed.slice(0, start);
  }
  if (before.length + after.length === 0) return [{ type: 'text', text }];
  if (before.length > 0) rest = rest.trimStart();
  if (after.length > 0) rest = rest.trimEnd();
  const said: readonly TextBlock[] = rest.trim() === '' ? [] : [{ type: 'text', text: rest }];
  return [...before, ...said, ...after];
}

/** Its tags stand on lines of their own, or close to it. */
function reminder(content: string): ReminderBlock {
  return { type: 'reminder', text: content.replace(/^\n/, '').replace(/\n$/, '') };
}
