/** The setting that says how Spool shows that a turn has ended while the person did not see its thread. */
import { oneOf, setting } from '../../core/lang/setting.ts';

export const ATTENTION = setting('spool.attention', 'badge', oneOf(['badge', 'notification', 'none']), {
  description:
    'How Spool shows that the agent has finished or stopped while the panel was hidden or showed another thread. A question of the agent is always shown, by a badge and a notification.',
  options: {
    badge: 'By a number on the icon of the panel, or in the title of its editor tab.',
    notification: 'By that number and a notification.',
    none: 'Not at all.',
  },
  scope: 'window',
});
