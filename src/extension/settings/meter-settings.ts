/** The setting of the status bar's meter. */
import { oneOf, setting } from '../../core/lang/setting.ts';

export const STATUS_BAR = setting(
  'spool.contextMeter.statusBar',
  'always',
  oneOf(['always', 'whenViewVisible', 'never']),
  {
    description: 'When the status bar shows how full the context is.',
    options: {
      always: 'Whenever a thread is open.',
      whenViewVisible: 'Only while the thread is in sight.',
      never: 'Never.',
    },
    scope: 'window',
  },
);
