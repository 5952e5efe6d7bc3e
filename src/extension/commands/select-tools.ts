/** Select Tools…: which tools of other extensions and MCP servers the agent may be offered, and which of our own it is not. */
import * as vscode from 'vscode';
import type { ToolDefinition } from '../../core/agent/ports.ts';
import { sumOfTools } from '../../core/agent/tool-tokens.ts';
import { oneLine } from '../../core/lang/clip.ts';
import { formatTokens } from '../../core/view/format.ts';
import { chooseTools, describeTools } from '../../core/workspace/external/choose-tools.ts';
import { nextTools } from '../../core/workspace/external/due-tools.ts';
import type { ExternalTool } from '../../core/workspace/external/external-tool.ts';
import { NEEDED, selectionAfter, type ToolSelection } from '../../core/workspace/external/tool-selection.ts';
import { describeOwnTools, toolSizes } from '../agent/own-tools.ts';
import { isOverShare, selectionNotice } from '../words/tools-text.ts';
import { followTools } from '../workspace/vscode/follow-tools.ts';
import { vscodeTools } from '../workspace/vscode/vscode-tools.ts';
import type { CommandContext } from './command-context.ts';
import { plainLabel } from './plain-label.ts';

export type ToolsOutcome =
  | { readonly type: 'selected'; readonly on: readonly string[]; readonly off: readonly string[] }
  /** `no-tools`: no folder on a disk is open. `restricted`: the workspace is not trusted. */
  | { readonly type: 'cancelled' | 'no-tools' | 'restricted' };

/** What there is to choose from. */
interface Found {
  readonly own: readonly ToolDefinition[];
  readonly tools: readonly ExternalTool[];
  readonly window: number | undefined;
}

interface ToolItem extends vscode.QuickPickItem {
  readonly tokens?: number;
  /** The id of an external tool. */
  readonly external?: string;
  /** Names of our own tools that go together. */
  readonly own?: readonly string[];
}

/** Tools that are of no use without the first one. */
const TOGETHER = ['run_command', 'command_output', 'stop_command'];
/** UTF-16 units of a description in the list. */
const MOST_IN_DETAIL = 200;

/** `given` is what a person would choose: `{ on: IDS, off: NAMES }`. */
export async function selectTools(host: CommandContext, given?: unknown): Promise<ToolsOutcome> {
  const { session, permissions, l10n, tell } = host;
  const { mode, model } = session.state;
  if (mode === 'restricted') {
    await vscode.commands.executeCommand('workbench.trust.manage');
    return { type: 'restricted' };
  }
  if (mode === undefined) {
    tell({ severity: 'info', text: l10n.t('The agent has no tools here: open a folder.') });
    return { type: 'no-tools' };
  }
  const found = await findTools(host);
  const selection = parseSelection(given) ?? (await ask(found, permissions.tools, host));
  if (!selection) return { type: 'cancelled' };
  permissions.setTools(selection);
  const chosen = chooseTools(selection, found.tools, found);
  const { open } = session.state;
  const next = open ? nextTools(open.thread, chosen) : chosen;
  const ids = new Set(next.offered.map(({ id }) => id));
  const later = [
    ...next.without.filter((name) => !chosen.without.includes(name)),
    ...chosen.offered.flatMap(({ id }) => (ids.has(id) ? [] : [id])),
  ];
  const notice = selectionNotice(chosen, later, model?.head.name ?? l10n.t('the model'), l10n);
  if (notice) tell(notice);
  return { type: 'selected', ...selection };
}

async function findTools({ session, workspaceTools }: CommandContext): Promise<Found> {
  await workspaceTools.ready?.();
  const { settings, model } = session.state;
  const needs = { model: model?.head.id, reported: model?.reported ?? {}, config: settings.config };
  const { window } = toolSizes(needs);
  return { own: describeOwnTools(needs, workspaceTools, true).all, tools: vscodeTools().list(), window };
}

function parseSelection(given: unknown): ToolSelection | undefined {
  const { on, off } = (typeof given === 'object' && given !== null ? given : {}) as {
    readonly on?: unknown;
    readonly off?: unknown;
  };
  if (!Array.isArray(on) && !Array.isArray(off)) return undefined;
  const names = (list: unknown) => (Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []);
  return { on: names(on), off: names(off) };
}

/** Undefined when the person closed the list. */
async function ask(first: Found, now: ToolSelection, host: CommandContext): Promise<ToolSelection | undefined> {
  const picker = vscode.window.createQuickPick<ToolItem>();
  const list = new OpenToolList(picker, first, now, host);
  picker.canSelectMany = true;
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.placeholder = host.l10n.t(
    'Tools of other extensions and MCP servers are off until you select them, and ask before each use',
  );
  const stop = followTools(first.tools, (tools) => list.show(tools));
  try {
    return await new Promise((resolve) => {
      picker.onDidAccept(() => resolve(list.selection()));
      picker.onDidHide(() => resolve(undefined));
      picker.show();
    });
  } finally {
    stop();
    picker.dispose();
  }
}

/** The list while it is open: what is checked, typed and marked stays when tools come, go or change. */
class OpenToolList {
  readonly #picker: vscode.QuickPick<ToolItem>;
  readonly #host: CommandContext;
  #found: Found;
  #items: readonly ToolItem[] = [];
  /** As of the last change of the list; of what is listed, the picker knows. */
  #before: ToolSelection;

  constructor(picker: vscode.QuickPick<ToolItem>, found: Found, now: ToolSelection, host: CommandContext) {
    this.#picker = picker;
    this.#found = found;
    this.#before = now;
    this.#host = host;
    picker.onDidChangeSelection(() => this.#showTitle());
    this.#showItems();
  }

  selection(): ToolSelection {
    return selectionOf(this.#picker.selectedItems, this.#items, this.#before);
  }

  show(tools: readonly ExternalTool[]): void {
    this.#before = this.selection();
    this.#found = { ...this.#found, tools };
    const [active] = this.#picker.activeItems;
    const at = active ? this.#items.indexOf(active) : -1;
    this.#picker.keepScrollPosition = true;
    this.#showItems();
    if (!active) return;
    const rows = this.#items.filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
    const next = rows.find((row) => keyOf(row) === keyOf(active)) ?? rows.find((row) => this.#items.indexOf(row) >= at);
    this.#picker.activeItems = next ? [next] : rows.slice(-1);
  }

  #showItems(): void {
    const on = new Set(this.#before.on);
    const off = new Set(this.#before.off);
    this.#items = itemsOf(this.#found, this.#host);
    this.#picker.items = this.#items;
    this.#picker.selectedItems = this.#items.filter(({ external, own }) =>
      external === undefined ? own?.some((name) => !off.has(name)) : on.has(external),
    );
    this.#showTitle();
  }

  #showTitle(): void {
    this.#picker.title = titleOf(this.selection(), this.#found, this.#host);
  }
}

/** The same tool in two lists. */
function keyOf({ external, own, label }: ToolItem): string {
  return external === undefined ? (own?.join() ?? label) : `external ${external}`;
}

function selectionOf(selected: readonly ToolItem[], items: readonly ToolItem[], now: ToolSelection): ToolSelection {
  const namesOf = (rows: readonly ToolItem[]) => ({
    external: rows.flatMap(({ external }) => external ?? []),
    own: rows.flatMap(({ own }) => own ?? []),
  });
  return selectionAfter(now, { listed: namesOf(items), wanted: namesOf(selected) });
}

function titleOf(selection: ToolSelection, found: Found, { l10n }: CommandContext): string {
  const chosen = chooseTools(selection, found.tools, found);
  const size = formatTokens(chosen.tokens, l10n.locale);
  if (found.window === undefined) return l10n.t('Tools of the Agent: ~{0} tokens', size);
  const window = formatTokens(found.window, l10n.locale);
  if (chosen.leftOut.length > 0)
    return l10n.plural(
      chosen.leftOut.length,
      'Tools of the Agent: {0} has no room in the window of {1}',
      'Tools of the Agent: {0} have no room in the window of {1}',
      window,
    );
  return isOverShare(chosen)
    ? l10n.t('Tools of the Agent: ~{0} tokens, more than a tenth of the window of {1}', size, window)
    : l10n.t('Tools of the Agent: ~{0} tokens of a window of {1}', size, window);
}

function itemsOf({ own, tools }: Found, host: CommandContext): readonly ToolItem[] {
  const reserved = new Set(own.map(({ name }) => name));
  const items: ToolItem[] = [...ownItems(own, host)];
  let source: string | undefined;
  for (const tool of describeTools(tools, reserved)) {
    if (tool.source !== source) items.push(separator(plainLabel(tool.source)));
    source = tool.source;
    items.push({ ...itemFor(tool.id, [tool], host), external: tool.id });
  }
  return items;
}

function ownItems(own: readonly ToolDefinition[], host: CommandContext): readonly ToolItem[] {
  const needed = own.filter(({ name }) => NEEDED.has(name)).length;
  // VS Code draws it on the first row, and takes the room from that row's name.
  const head = needed === 0 ? 'Spool' : host.l10n.t('Spool ({0} more always on)', needed);
  const items = own.flatMap((tool): readonly ToolItem[] => {
    if (NEEDED.has(tool.name)) return [];
    const isRun = tool.name === TOGETHER[0];
    if (TOGETHER.includes(tool.name) && !isRun) return [];
    const together = isRun ? own.filter(({ name }) => TOGETHER.includes(name)) : [tool];
    return [{ ...itemFor(tool.name, together, host), own: together.map(({ name }) => name) }];
  });
  return [separator(head), ...items];
}

function itemFor(label: string, tools: readonly ToolDefinition[], { l10n }: CommandContext): ToolItem {
  const tokens = sumOfTools(tools);
  const [first] = tools;
  return {
    label: plainLabel(label),
    description: l10n.t('~{0} tokens', formatTokens(tokens, l10n.locale)),
    detail: plainLabel(oneLine(first?.description ?? '', MOST_IN_DETAIL)),
    tokens,
  };
}

function separator(label: string): ToolItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
