/** How a command ended, in a few words for its terminal. */
import type { CommandState } from '../../core/workspace/commands/ports.ts';
import type { L10n } from '../l10n/l10n.ts';

type Ended = Extract<CommandState, { type: 'ended' }>;

const CAUSES: Readonly<Record<NonNullable<Ended['cause']>, (l10n: L10n, how: string) => string>> = {
  person: ({ t }, how) => t('[stopped, {0}]', how),
  tool: ({ t }, how) => t('[stopped by the agent, {0}]', how),
  timeout: ({ t }, how) => t('[ended at its time limit, {0}]', how),
  window: ({ t }, how) => t('[ended with the window, {0}]', how),
};

export function commandEndText({ by, cause, left }: Ended, l10n: L10n): string {
  const { t } = l10n;
  const how = by.type === 'exit' ? t('exit {0}', by.code) : by.signal;
  const lines = left.map(({ pid, name }) => t('[still running: process {0}, {1}]', pid, name));
  return [cause ? CAUSES[cause](l10n, how) : `[${how}]`, ...lines].join('\r\n');
}
