/** The document behind Show Effective Compaction Settings: each value, where it comes from, and what was refused. */
import { settingsOf } from '../../core/compaction/config.ts';
import { safeJsonText } from '../../core/lang/cap-depth.ts';
import { ellipsize } from '../../core/lang/clip.ts';
import type { ConfigProblem } from '../../core/lang/setting.ts';
import { modelLabel } from '../../core/protocol/panel-state.ts';
import { PRICES_AS_OF } from '../../core/tokens/models.ts';
import { formatCount } from '../../core/view/format.ts';
import type { L10n } from '../l10n/l10n.ts';
import { runContext } from '../session/run-context.ts';
import type { SessionState } from '../session/session-state.ts';
import { modelSettingsOf, type ScopedModelSettings } from '../settings/model-settings.ts';
import type { ScopedSettings, SettingScope } from '../settings/settings.ts';
import { limitProblemText } from '../words/limit-problem.ts';
import { optionFacts } from '../words/model-options-text.ts';

/** Markdown. */
export function effectiveSettings(
  settings: ScopedSettings,
  models: ScopedModelSettings,
  state: Pick<SessionState, 'open' | 'model'>,
  l10n: L10n,
): string {
  const header = [l10n.t('Setting'), l10n.t('In use'), l10n.t('Set in'), l10n.t('Remark')];
  const rows = [
    ...rowsOf(settingsOf(settings.config), settings, l10n),
    ...rowsOf(modelSettingsOf(models), models, l10n),
  ];
  return [
    `# ${l10n.t('Effective compaction settings')}`,
    '',
    ...table([header, ...rows]),
    '',
    l10n.t(
      'Where neither a setting nor the provider says a model’s size or price, Spool’s table of {0} does.',
      PRICES_AS_OF,
    ),
    '',
    `## ${l10n.t('For the open thread')}`,
    '',
    ...forThread(settings, state, l10n),
    '',
  ].join('\n');
}

function rowsOf(
  entries: ReturnType<typeof settingsOf>,
  { problems, values }: Pick<ScopedSettings, 'problems' | 'values'>,
  l10n: L10n,
): readonly (readonly string[])[] {
  return entries.map(({ setting: { key }, value }) => {
    const refused = problems.filter((one) => one.key === key);
    const isDefault = refused.some(({ entry }) => entry === undefined);
    const scope = isDefault ? 'default' : (values[key]?.scope ?? 'default');
    const remarks = refused.map((problem) => refusal(problem, l10n));
    return [code(key), code(ellipsize(json(value), MAX_LENGTH)), scopeName(scope, l10n), remarks.join('; ')];
  });
}

function forThread(
  { config }: ScopedSettings,
  { open, model }: Pick<SessionState, 'open' | 'model'>,
  l10n: L10n,
): readonly string[] {
  if (!open) return [l10n.t('No thread is open.')];
  const { thread } = open;
  const context = runContext(thread, config, model);
  const { limits } = context;
  const ofModel = [
    `- ${l10n.t('Model')}: ${modelText(context.model, model)}`,
    ...chosenOptions(model, l10n),
    `- ${l10n.t('Strategy')}: ${code(context.config.strategy)}`,
  ];
  if (!limits.ok) return [...ofModel, `- ${limitProblemText(limits.error, l10n)}`];
  const { window, reserve, trigger, target } = limits.value;
  const tokens = (count: number) => l10n.t('{0} tokens', formatCount(count, l10n.locale));
  const allThere = l10n.t('{0}, all that the reply leaves of the window', tokens(trigger));
  return [
    ...ofModel,
    `- ${l10n.t('Context window')}: ${tokens(window)}`,
    `- ${l10n.t('Reserved for the reply')}: ${tokens(reserve)}`,
    `- ${l10n.t('Compaction is due at')}: ${trigger === window - reserve ? allThere : tokens(trigger)}`,
    `- ${l10n.t('Compaction aims at')}: ${tokens(target)}`,
  ];
}

function modelText(id: string | undefined, model: SessionState['model']): string {
  if (id === undefined) return '–';
  const name = modelLabel(model?.head, id);
  return name === id ? code(id) : `${name} (${code(id)})`;
}

/** What was chosen in Model Options…. */
function chosenOptions(model: SessionState['model'], l10n: L10n): readonly string[] {
  const facts = optionFacts(model?.options ?? {}, l10n);
  return facts.length === 0 ? [] : [`- ${l10n.t('Chosen for this model')}: ${facts.join(' · ')}`];
}

function scopeName(scope: SettingScope, l10n: L10n): string {
  switch (scope) {
    case 'default':
      return l10n.t('default');
    case 'user':
      return l10n.t('user settings');
    case 'workspace':
      return l10n.t('workspace settings');
    case 'folder':
      return l10n.t('folder settings');
  }
}

function refusal({ entry, value, expected }: ConfigProblem, l10n: L10n): string {
  if (entry === undefined) return l10n.t('{0} is refused: it takes {1}', ellipsize(json(value), MAX_LENGTH), expected);
  return l10n.t(
    '{0}: {1} is refused: it takes {2}',
    ellipsize(entry, MAX_LENGTH),
    ellipsize(json(value), MAX_LENGTH),
    expected,
  );
}

/** NaN and the infinities are no JSON. */
export function json(value: unknown): string {
  return typeof value === 'number' ? String(value) : (safeJsonText(value) ?? String(value));
}

/** Prompts are long: this is enough of a text to know it by. */
const MAX_LENGTH = 100;

/** In a table a pipe would end the cell. */
function code(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``;
}

/** Columns of one width, so that it also reads well as it stands. */
function table([header = [], ...rows]: readonly (readonly string[])[]): readonly string[] {
  const cells = [header, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')));
  const widths = header.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[], fill: string) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width, fill)).join(' | ')} |`;
  const [head = [], ...body] = cells;
  return [line(head, ' '), line([], '-'), ...body.map((row) => line(row, ' '))];
}
