/** The workbench's command line. */
import { parseArgs } from 'node:util';
import { type CompactionConfig, parseConfig, SETTING_KEYS, SETTINGS } from '../../src/core/compaction/config.ts';
import { parseReplacements, type Replacement } from '../../src/core/compaction/replace/replacement.ts';
import { err, ok, type Result } from '../../src/core/lang/result.ts';
import { describeProblem } from '../../src/core/lang/setting.ts';
import { FORMATS, type FormatId } from '../../src/core/transfer/import-types.ts';
import { readSettingsFile, readText, unknownSettings } from '../shared/settings-file.ts';

export const USAGE = `npm run --silent compact -- FILE [--format auto|${FORMATS.join('|')}] [--thread N] [--window N] [--reserve N]
  [--threshold-ratio R] [--target-tokens N] [--strategy summarize|extract|truncate] [--summary-file FILE]
  [--retain-last-turns N] [--config settings.json] [--replace JSON]
  [--repeat N] [--undo] [--import-only] [--context-out FILE] [--json] [--explain]

Compacts a recorded thread as Compact Thread does. --context-out writes the context, which like the thread may end with the
assistant; a request adds the next user message.
--import-only compacts nothing: the context is as it was imported. Exit 0: compacted or unchanged, 1: failed, 2: bad input.`;

export interface Options {
  readonly file: string;
  readonly format?: FormatId;
  readonly thread: number;
  readonly window?: number;
  readonly config: CompactionConfig;
  readonly repeat: number;
  readonly undo: boolean;
  /** Nothing is compacted. */
  readonly importOnly: boolean;
  /** In place of a strategy: the ranges between checkpoints that are replaced. */
  readonly replacements?: readonly Replacement[];
  /** What the summarizer answers. */
  readonly summary?: string;
  readonly contextOut?: string;
  readonly json: boolean;
  readonly explain: boolean;
  /** Settings of `--config` that were refused, one line each. */
  readonly warnings: readonly string[];
}

/** The options, or one line that says which argument is wrong and what it takes. */
export function parseOptions(argv: readonly string[]): Result<Options | 'help', string> {
  const parsed = parseFlags(argv);
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  if (values.help) return ok('help');
  const [file, ...others] = positionals;
  if (file === undefined) return err('no file is named. --help lists the options.');
  if (others.length > 0) return err(`one file at a time: ${others.join(' ')} is one too many.`);
  const format = FORMATS.find((id) => id === values.format);
  if (values.format !== undefined && values.format !== 'auto' && !format)
    return err(`--format ${values.format}: it takes auto or one of ${FORMATS.join(', ')}.`);
  const numbers = readNumbers(values);
  if (!numbers.ok) return numbers;
  const settings = values.config === undefined ? ok({}) : readSettingsFile('--config', values.config);
  if (!settings.ok) return settings;
  const config = mergeConfig(settings.value, values);
  if (!config.ok) return config;
  const given = readGiven(values);
  if (!given.ok) return given;
  const { thread = 1, repeat = 1, window } = numbers.value;
  return ok({
    file,
    ...(format && { format }),
    thread,
    ...(window !== undefined && { window }),
    config: config.value.config,
    repeat,
    undo: values.undo ?? false,
    importOnly: values['import-only'] ?? false,
    ...given.value,
    ...(values['context-out'] !== undefined && { contextOut: values['context-out'] }),
    json: values.json ?? false,
    explain: values.explain ?? false,
    warnings: config.value.warnings,
  });
}

const FLAGS = {
  format: { type: 'string' },
  thread: { type: 'string' },
  window: { type: 'string' },
  reserve: { type: 'string' },
  'threshold-ratio': { type: 'string' },
  'target-tokens': { type: 'string' },
  strategy: { type: 'string' },
  'retain-last-turns': { type: 'string' },
  config: { type: 'string' },
  replace: { type: 'string' },
  'summary-file': { type: 'string' },
  repeat: { type: 'string' },
  undo: { type: 'boolean' },
  'import-only': { type: 'boolean' },
  'context-out': { type: 'string' },
  json: { type: 'boolean' },
  explain: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

function parseFlags(argv: readonly string[]) {
  try {
    return ok(parseArgs({ args: [...argv], options: FLAGS, allowPositionals: true, strict: true }));
  } catch (error) {
    return err(`${error instanceof Error ? error.message : error}. --help lists the options.`);
  }
}

type Values = Extract<ReturnType<typeof parseFlags>, { ok: true }>['value']['values'];

function readNumbers(values: Values): Result<{ thread?: number; repeat?: number; window?: number }, string> {
  const numbers: { thread?: number; repeat?: number; window?: number } = {};
  for (const key of ['thread', 'repeat', 'window'] as const) {
    const text = values[key];
    if (text === undefined) continue;
    const value = numberOf(text);
    if (!Number.isSafeInteger(value) || value < 1) return err(`--${key} ${text}: it takes a whole number from 1.`);
    numbers[key] = value;
  }
  return ok(numbers);
}

/** What stands in for a model: its replacements, or its summary. */
function readGiven(values: Values): Result<Pick<Options, 'replacements' | 'summary'>, string> {
  if (values.replace !== undefined) {
    const replacements = readReplacements(values.replace);
    return replacements.ok ? ok({ replacements: replacements.value }) : replacements;
  }
  const file = values['summary-file'];
  if (file === undefined) return ok({});
  const text = readText('--summary-file', file);
  return text.ok ? ok({ summary: text.value }) : text;
}

function readReplacements(json: string): Result<readonly Replacement[], string> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return err('--replace: not JSON; it takes [{"from"?: "id", "to"?: "id", "summary": "text"}].');
  }
  const parsed = parseReplacements(Array.isArray(value) ? { replacements: value } : value);
  return parsed.ok ? parsed : err(`--replace: ${parsed.error}`);
}

/** Plain decimal digits only, so that a blank or `0x10` is no number. */
function numberOf(text: string): number {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

/** A flag and the setting that it stands for. */
const SETTING_FLAGS = {
  reserve: 'reserveTokens',
  'threshold-ratio': 'thresholdRatio',
  'target-tokens': 'targetTokens',
  strategy: 'strategy',
  'retain-last-turns': 'retainLastTurns',
} as const satisfies Record<string, keyof typeof SETTINGS>;

function mergeConfig(settings: Readonly<Record<string, unknown>>, values: Values) {
  const fromFile = parseConfig(settings);
  const flags: Record<string, unknown> = {};
  for (const [flag, field] of Object.entries(SETTING_FLAGS) as [keyof typeof SETTING_FLAGS, keyof typeof SETTINGS][]) {
    const text = values[flag];
    if (text !== undefined) flags[SETTINGS[field].key] = flag === 'strategy' ? text : numberOf(text);
  }
  const fromFlags = parseConfig({ ...settings, ...flags });
  for (const [flag, field] of Object.entries(SETTING_FLAGS)) {
    const refused = fromFlags.problems.find((p) => p.key === SETTINGS[field].key && p.key in flags);
    if (refused) return err(`--${flag} ${values[flag as keyof typeof SETTING_FLAGS]}: it takes ${refused.expected}.`);
  }
  return ok({
    config: fromFlags.config,
    warnings: [...fromFile.problems.map(describeProblem), ...unknownSettings(settings, SETTING_KEYS)],
  });
}
