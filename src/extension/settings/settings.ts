/** The settings, each value with the scope that it was set in. */
import { parseConfig, SETTING_KEYS } from '../../core/compaction/config.ts';
import type { Settings } from '../session/session-state.ts';

/** Where a value was set; `default` is nowhere. */
export type SettingScope = 'default' | 'user' | 'workspace' | 'folder';

export interface SettingValue {
  readonly value: unknown;
  readonly scope: SettingScope;
}

export interface ScopedSettings extends Settings {
  /** By full key, as they were set, refused ones too. */
  readonly values: Readonly<Record<string, SettingValue>>;
}

/** Reads every setting of the engine with `read`; what is refused is reported and its default used. */
export function readSettings(read: (key: string) => SettingValue): ScopedSettings {
  const values = Object.fromEntries(SETTING_KEYS.map((key) => [key, read(key)]));
  const raw = Object.fromEntries(Object.entries(values).map(([key, { value }]) => [key, value]));
  return { ...parseConfig(raw), values };
}
