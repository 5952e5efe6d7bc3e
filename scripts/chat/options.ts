/** The command line of `npm run chat`. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { SETTING_KEYS, SETTINGS } from '../../src/core/compaction/config.ts';
import { err, ok, type Result } from '../../src/core/lang/result.ts';
import { describeProblem } from '../../src/core/lang/setting.ts';
import {
  findUrlKey,
  MODEL_SETTING_KEYS,
  MODEL_SETTINGS,
  readModelSettings,
} from '../../src/extension/settings/model-settings.ts';
import { checkBaseUrl } from '../../src/providers/shared/base-url.ts';
import type { ProviderId } from '../../src/providers/shared/provider.ts';
import { readSettingsFile, unknownSettings } from '../shared/settings-file.ts';
import { readWorkspace, type WorkspaceOptions } from './workspace-options.ts';

/** All but the models of VS Code, which are only inside of VS Code. */
const PROVIDERS = ['anthropic', 'openai', 'openai-compatible', 'gemini', 'replay'] as const satisfies ProviderId[];

export const USAGE = `npm run --silent chat -- --provider ${PROVIDERS.join('|')} [--base-url URL] --model M [--window N]
  [--store DIR] [--config settings.json] [--thread ID|new] [--message TEXT|@FILE] [--take-back] [--reopen] [--json]
  [--workspace DIR [--mode plan|ask|edit] [--allow RULES.json]]

Sends a message as the chat panel does, with the same session, storage, agent and providers, and prints the reply. Without
--message the thread goes on where it is; it goes on with the model that --model names. --store keeps threads and what was
learned of models in DIR; without it they are in a temporary folder that is removed at the end. Keys come from ANTHROPIC_API_KEY, OPENAI_API_KEY, OPENAI_COMPATIBLE_API_KEY and
GEMINI_API_KEY. --json prints one object per line; the last is {thread, end, requests, compactions, tokens, measured, notices}.
--workspace lets the model read and search the files of DIR, change them and run commands there; without it no tool touches a file.
DIR counts as trusted, and no person can be asked: a call that needs a question is refused with its reason, and the turn goes on.
--mode plan refuses all changes and commands, ask (the default) refuses all changes of files, edit allows those of ordinary files
inside DIR. In ask and edit, commands that only read run, and those that --allow names: a list of rules as Manage Permissions
exports it, such as [{"tool":"run_command","words":["git","commit"]}, {"tool":"run_command","line":"npm test"}]. A rule for what
runs files of the workspace holds until the model has changed a file; the next message, with --thread, begins anew. Commands that
still run at the end are ended.
--take-back first takes back all messages of the thread that were not sent yet, such as one that is too large for the model, and
prints them. Without --message nothing is sent then.
--reopen opens the thread again from disk and prints only its context, as Anthropic messages. Without --message it only reads, so it
works while another window writes the thread.
Exit 0: the turn ended, 1: it failed, 2: bad input.`;

export interface ChatOptions {
  /** Values of settings by full key, those of the flags included. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The model that a thread goes on with, with its provider. Undefined: the one that it has. */
  readonly model: string | undefined;
  /** Undefined: a temporary folder. */
  readonly store: string | undefined;
  /** Undefined: a new thread. */
  readonly thread: string | undefined;
  readonly message: string | undefined;
  /** Undefined: the model has no tools for files and commands. */
  readonly workspace: WorkspaceOptions | undefined;
  /** Whether queued messages are taken back before anything is sent. */
  readonly takeBack: boolean;
  readonly reopen: boolean;
  readonly json: boolean;
  /** Settings of `--config` that are unknown, and rules of `--allow` without effect, one line each. */
  readonly warnings: readonly string[];
}

const FLAGS = {
  provider: { type: 'string' },
  'base-url': { type: 'string' },
  model: { type: 'string' },
  window: { type: 'string' },
  store: { type: 'string' },
  config: { type: 'string' },
  thread: { type: 'string' },
  message: { type: 'string' },
  workspace: { type: 'string' },
  mode: { type: 'string' },
  allow: { type: 'string' },
  'take-back': { type: 'boolean' },
  reopen: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** The options, or one line that says which argument is wrong and what it takes. */
export function parseOptions(argv: readonly string[]): Result<ChatOptions | 'help', string> {
  const parsed = parseFlags(argv);
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  if (values.help) return ok('help');
  if (positionals.length > 0) return err(`${positionals[0]}: a message is given as --message TEXT or --message @FILE.`);
  const { store, 'take-back': takeBack = false, reopen = false, json = false } = values;
  const thread = values.thread === 'new' ? undefined : values.thread;
  if (thread !== undefined && !/^[\w-]+$/.test(thread)) return err(`--thread ${thread}: it takes the id of a thread.`);
  if (thread !== undefined && store === undefined) return err('--thread: say with --store where the thread is.');
  if (thread === undefined && takeBack)
    return err('--take-back: name with --thread the thread whose messages it takes back.');
  const message = readMessage(values.message);
  if (!message.ok) return message;
  if (message.value === undefined && thread === undefined)
    return err('there is nothing to do: give --message TEXT, or --thread ID of a thread that is to go on.');
  const settings = readSettings(values);
  if (!settings.ok) return settings;
  const workspace = readWorkspace(values);
  if (!workspace.ok) return workspace;
  const model = modelOf(values, settings.value.settings);
  const warnings = [...settings.value.warnings, ...workspace.value.warnings];
  const read = { ...settings.value, ...workspace.value, warnings };
  return ok({ ...read, model, store, thread, message: message.value, takeBack, reopen, json });
}

function parseFlags(argv: readonly string[]) {
  try {
    return ok(parseArgs({ args: [...argv], options: FLAGS, allowPositionals: true, strict: true }));
  } catch (error) {
    return err(`${error instanceof Error ? error.message : error}. --help lists the options.`);
  }
}

type Values = Extract<ReturnType<typeof parseFlags>, { ok: true }>['value']['values'];

function readMessage(text: string | undefined): Result<string | undefined, string> {
  if (text === undefined || !text.startsWith('@')) {
    return text?.trim() === '' ? err('--message: it is empty.') : ok(text);
  }
  try {
    return ok(readFileSync(text.slice(1), 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    return err(`--message ${text}: can't be read (${error instanceof Error ? error.message : error}).`);
  }
}

/** The settings of `--config`, and above them those that flags give. */
function readSettings(values: Values): Result<Pick<ChatOptions, 'settings' | 'warnings'>, string> {
  const file =
    values.config === undefined
      ? ok<Readonly<Record<string, unknown>>>({})
      : readSettingsFile('--config', values.config);
  if (!file.ok) return file;
  const flags = settingsOfFlags(values, file.value);
  if (!flags.ok) return flags;
  const settings: Readonly<Record<string, unknown>> = { ...file.value, ...flags.value };
  const [problem] = readModelSettings((key) => ({ globalValue: settings[key] })).problems;
  if (problem) return err(`${describeProblem(problem)}.`.replace(/\.\.$/, '.'));
  const isModelNamed =
    settings[MODEL_SETTINGS.model.key] !== undefined || settings[MODEL_SETTINGS.provider.key] === 'replay';
  if (settings[MODEL_SETTINGS.provider.key] === undefined)
    return err(`--provider: it takes one of ${PROVIDERS.join(', ')}.`);
  if (!isModelNamed) return err('--model: name the model as its provider does.');
  return ok({ settings, warnings: unknownSettings(file.value, [...SETTING_KEYS, ...MODEL_SETTING_KEYS]) });
}

/** Only a model that the flags name: settings are for new threads. */
function modelOf({ model }: Values, settings: Readonly<Record<string, unknown>>): string | undefined {
  return model === undefined ? undefined : `${settings[MODEL_SETTINGS.provider.key]}/${model}`;
}

function settingsOfFlags(
  { provider, model, window, 'base-url': url }: Values,
  file: Readonly<Record<string, unknown>>,
): Result<Readonly<Record<string, unknown>>, string> {
  const settings: Record<string, unknown> = {};
  const named = PROVIDERS.find((id) => id === (provider ?? file[MODEL_SETTINGS.provider.key]));
  if (provider !== undefined) {
    if (!named) return err(`--provider ${provider}: it takes one of ${PROVIDERS.join(', ')}.`);
    settings[MODEL_SETTINGS.provider.key] = named;
  }
  if (model !== undefined) settings[MODEL_SETTINGS.model.key] = model;
  if (url !== undefined) {
    const key = named && findUrlKey(named);
    if (!key) return err(`--base-url: ${named ?? 'a provider that is not named'} has no address.`);
    if (!checkBaseUrl(url).ok) return err(`--base-url ${url}: it takes a URL such as http://localhost:11434/v1.`);
    settings[key] = url;
  }
  if (window !== undefined) {
    if (!/^[1-9]\d{0,14}$/.test(window)) return err(`--window ${window}: it takes a whole number from 1.`);
    const { key } = SETTINGS.contextWindows;
    const known = file[key];
    const others = typeof known === 'object' && known !== null ? known : {};
    const name = model ?? file[MODEL_SETTINGS.model.key];
    settings[key] = { ...others, [typeof name === 'string' ? name : '*']: Number(window) };
  }
  return ok(settings);
}
