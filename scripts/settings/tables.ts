/** Every setting, from the tables in the code, in the order of the settings page. */
import { SETTINGS } from '../../src/core/compaction/config.ts';
import { SUMMARY_SETTINGS } from '../../src/core/compaction/summarize/options.ts';
import type { Setting } from '../../src/core/lang/setting.ts';
import { TOOL_OUTPUT_SETTINGS } from '../../src/core/tool-output/config.ts';
import { ATTENTION } from '../../src/extension/settings/attention-setting.ts';
import { STATUS_BAR } from '../../src/extension/settings/meter-settings.ts';
import { MODEL_SETTINGS } from '../../src/extension/settings/model-settings.ts';

export type DeclaredSetting = Pick<Setting<unknown>, 'key' | 'default' | 'expected' | 'schema' | 'presentation'>;

export const ALL_SETTINGS: readonly DeclaredSetting[] = [
  ...Object.values<DeclaredSetting>({ ...SETTINGS }),
  ...Object.values<DeclaredSetting>({ ...SUMMARY_SETTINGS }),
  ...Object.values<DeclaredSetting>({ ...TOOL_OUTPUT_SETTINGS }),
  STATUS_BAR,
  ATTENTION,
  ...Object.values<DeclaredSetting>({ ...MODEL_SETTINGS }),
];
