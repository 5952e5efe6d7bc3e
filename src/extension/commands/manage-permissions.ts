/** Manage Permissions…: lists the rules that a person has kept, revokes them, and exports or imports them as a file. */
import * as vscode from 'vscode';
import { parseRules } from '../../core/permission/decode-rules.ts';
import type { Rule } from '../../core/permission/rule.ts';
import { whyIgnored } from '../../core/permission/rules.ts';
import { isSame } from '../permission/rule-book.ts';
import { ignoredText, rulesToImportText, ruleText } from '../words/rule-words.ts';
import type { CommandContext } from './command-context.ts';
import { plainLabel } from './plain-label.ts';

export type PermissionsOutcome =
  | { readonly type: 'closed' }
  | { readonly type: 'revoked'; readonly rule: Rule }
  | { readonly type: 'exported'; readonly rules: readonly Rule[] }
  | { readonly type: 'imported'; readonly rules: readonly Rule[] }
  | { readonly type: 'failed'; readonly reason: string };

type RuleScope = Parameters<CommandContext['permissions']['rules']['remove']>[1];

interface RuleItem extends vscode.QuickPickItem {
  readonly does?: () => Promise<PermissionsOutcome>;
}

/** `given` is what a person would choose: `{ revoke: RULE }` or `{ exportTo: URI }`. A file is imported only after a person confirmed. */
export async function managePermissions(host: CommandContext, given?: unknown): Promise<PermissionsOutcome> {
  const { revoke, exportTo } = (typeof given === 'object' && given !== null ? given : {}) as {
    readonly revoke?: unknown;
    readonly exportTo?: unknown;
  };
  if (revoke !== undefined) {
    const found = keptRules(host).find(({ rule }) => JSON.stringify(rule) === JSON.stringify(revoke));
    return found ? revokeRule(host, found.rule, found.scope) : { type: 'closed' };
  }
  if (exportTo instanceof vscode.Uri) return exportRules(host, exportTo);
  return pick(host);
}

/** Stays open while rules are revoked. */
async function pick(host: CommandContext): Promise<PermissionsOutcome> {
  const { t } = host.l10n;
  for (;;) {
    const chosen = await vscode.window.showQuickPick(itemsOf(host), {
      title: t('Permissions of This Workspace'),
      placeHolder: t('Choose a rule to revoke it'),
    });
    const outcome = await chosen?.does?.();
    if (outcome?.type !== 'revoked') return outcome ?? { type: 'closed' };
  }
}

function itemsOf(host: CommandContext): readonly RuleItem[] {
  const { t } = host.l10n;
  const rules = keptRules(host).map(({ rule, scope }): RuleItem => {
    const why = whyIgnored(rule);
    return {
      label: `$(trash) ${ruleLabel(ruleText(rule, host.l10n))}`,
      description: scope === 'workspace' ? t('always in this workspace') : t('in this thread'),
      ...(why && { detail: t('It has no effect, since {0}', ignoredText(why, t)) }),
      does: async () => revokeRule(host, rule, scope),
    };
  });
  const none = { label: t('Nothing is allowed for later: commands ask each time.') };
  return [
    ...(rules.length > 0 ? rules : [none]),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    { label: `$(export) ${t('Export Rules…')}`, does: () => exportRules(host) },
    { label: `$(cloud-download) ${t('Import Rules…')}`, does: () => importRules(host) },
  ];
}

function keptRules({
  permissions,
  session,
}: CommandContext): readonly { readonly rule: Rule; readonly scope: RuleScope }[] {
  const threadId = session.state.open?.id;
  return [
    ...permissions.rules.ofWorkspace.map((rule) => ({ rule, scope: 'workspace' as const })),
    ...(threadId === undefined
      ? []
      : permissions.rules.ofThread(threadId).map((rule) => ({ rule, scope: { threadId } }))),
  ];
}

function revokeRule({ permissions }: CommandContext, rule: Rule, scope: RuleScope): PermissionsOutcome {
  permissions.rules.remove(rule, scope);
  return { type: 'revoked', rule };
}

async function exportRules(host: CommandContext, to?: vscode.Uri): Promise<PermissionsOutcome> {
  const file =
    to ?? (await vscode.window.showSaveDialog({ filters: { JSON: ['json'] }, title: host.l10n.t('Export Rules') }));
  if (!file) return { type: 'closed' };
  const rules = host.permissions.rules.ofWorkspace;
  try {
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(`${JSON.stringify(rules, null, 2)}\n`));
    return { type: 'exported', rules };
  } catch (error) {
    return fail(host, error);
  }
}

async function importRules(host: CommandContext): Promise<PermissionsOutcome> {
  const { t } = host.l10n;
  const [file] = (await vscode.window.showOpenDialog({ filters: { JSON: ['json'] }, title: t('Import Rules') })) ?? [];
  if (!file) return { type: 'closed' };
  try {
    const read = parseRules(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)));
    const had = host.permissions.rules.ofWorkspace;
    const rules = read.rules.filter((rule) => !whyIgnored(rule) && !had.some((one) => isSame(one, rule)));
    const { message, detail } = rulesToImportText({ ...read, rules }, host.l10n);
    const button = t('Import');
    const buttons = rules.length > 0 ? [button] : [];
    if ((await vscode.window.showWarningMessage(message, { modal: true, detail }, ...buttons)) !== button)
      return { type: 'closed' };
    for (const rule of rules) host.permissions.rules.add(rule, 'workspace');
    host.permissions.authority?.settle();
    return { type: 'imported', rules };
  } catch (error) {
    return fail(host, error);
  }
}

function fail({ tell, l10n }: CommandContext, error: unknown): PermissionsOutcome {
  const reason = error instanceof Error ? error.message : String(error);
  tell({ severity: 'error', text: l10n.t('The rules could not be read or written: {0}', reason) });
  return { type: 'failed', reason };
}

/** VS Code draws no Markdown in a list: what the panel shows as code is in quotes here. */
function ruleLabel(text: string): string {
  return plainLabel(text.replace(/^([^`]*)`(.*)`([^`]*)$/s, '$1“$2”$3'));
}
