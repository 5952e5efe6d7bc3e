/** Set Context Window…: saves the window of a model whose server does not say it, in the person's own settings. */
import * as vscode from 'vscode';
import { assertNever } from '../../core/lang/assert-never.ts';
import { modelLabel } from '../../core/protocol/panel-state.ts';
import { modelSize } from '../../core/tokens/window.ts';
import { formatCount } from '../../core/view/format.ts';
import type { L10n } from '../l10n/l10n.ts';
import type { ModelCommandContext } from './model-command-context.ts';

const KEY = 'spool.model.contextWindows';
const UNIT: Readonly<Record<string, number>> = { '': 1, k: 1_000, m: 1_000_000 };

/** What the person did when the window turned out to be unknown: selected the model, which works without an answer, or compacted. */
type Asking = 'select' | 'compact';

/** `id` with its provider in front. */
export interface WindowOf {
  readonly id: string;
  readonly name: string;
  /** Tokens, as they are known or guessed now. */
  readonly window?: number | undefined;
  readonly asking?: Asking | undefined;
}

export async function setContextWindow(
  { own, l10n, tell }: Pick<ModelCommandContext, 'own' | 'l10n' | 'tell'>,
  { id, name, window, asking }: WindowOf,
): Promise<'saved' | 'cancelled'> {
  const typed = await vscode.window.showInputBox({
    title: l10n.t('Context Window of {0}', name),
    prompt: promptText(asking, l10n),
    placeHolder: '32768 · 128k · 1M',
    ...(window !== undefined && { value: String(window) }),
    ignoreFocusOut: true,
    validateInput: (text) => (parseTokens(text) === undefined ? problemText(l10n) : undefined),
  });
  const tokens = typed === undefined ? undefined : parseTokens(typed);
  if (tokens === undefined) return 'cancelled';
  const before = own.read(KEY);
  const others = typeof before === 'object' && !Array.isArray(before) ? before : {};
  const saved = await own.save(KEY, { ...others, [id]: tokens });
  if (!saved.ok) {
    tell({ severity: 'error', text: l10n.t('The window was not saved: {0}', saved.error), offer: 'open-settings' });
    return 'cancelled';
  }
  tell({ severity: 'info', text: l10n.t('The window of {0} is {1} tokens.', name, formatCount(tokens, l10n.locale)) });
  return 'saved';
}

/** Of the model that the next message goes to; without one, of the model that wrote the thread, or of all that no list knows. */
export async function runSetContextWindow(host: ModelCommandContext, asking?: Asking): Promise<'saved' | 'cancelled'> {
  const { model, open, settings } = host.session.state;
  const id = model?.head.id ?? open?.thread.model ?? '*';
  const { window } = modelSize(id, settings.config.contextWindows, model?.reported);
  const name = id === '*' ? host.l10n.t('models that no list knows') : modelLabel(model?.head, id);
  return setContextWindow(host, { id, name, window, asking });
}

function promptText(asking: Asking | undefined, l10n: L10n): string {
  switch (asking) {
    case 'select':
      return l10n.t(
        'Its server does not say how many tokens it takes. Press Escape to go on without: Spool then learns it from the server’s refusals.',
      );
    case 'compact':
      return l10n.t(
        'To compact, Spool needs to know how many tokens the model takes, input and reply together. It is saved in your user settings.',
      );
    case undefined:
      return l10n.t('How many tokens it takes, input and reply together. It is saved in your user settings.');
    default:
      return assertNever(asking);
  }
}

/** `32768`, `32,768`, `128k` (128,000) or `1M`; undefined: no number of tokens that a window can have. */
export function parseTokens(text: string): number | undefined {
  const [, digits, fraction = '', unit = ''] = /^(\d[\d\s,_']*)(\.\d+)?\s*([km])?$/i.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  const factor = UNIT[unit.toLowerCase()] ?? 1;
  const tokens = Number(`${digits.replace(/[^\d]/g, '')}${fraction}`) * factor;
  const rounded = Math.round(tokens);
  return rounded >= 1_000 && rounded <= 100_000_000 && (factor > 1 || fraction === '') ? rounded : undefined;
}

function problemText(l10n: L10n): string {
  return l10n.t('Type a number of tokens from 1,000 to 100 million, such as {0}.', '32768 · 128k · 1M');
}
