/** The rules that hold in a thread: those of the workspace and those of the thread alone, with what was changed since each was answered. */
import type { CheckedPath } from '../../core/permission/request.ts';
import { isExternalRule, type Rule } from '../../core/permission/rule.ts';
import type { KeptRule, WorkspaceMemory } from './workspace-memory.ts';

export class RuleBook {
  readonly #memory: Pick<WorkspaceMemory, 'read' | 'write'>;
  /** Lost with the window: then the thread asks again. */
  readonly #ofThreads = new Map<string, readonly KeptRule[]>();

  constructor(memory: Pick<WorkspaceMemory, 'read' | 'write'>) {
    this.#memory = memory;
  }

  get ofWorkspace(): readonly Rule[] {
    return this.#memory.read().rules.map(({ rule }) => rule);
  }

  ofThread(threadId: string): readonly Rule[] {
    return (this.#ofThreads.get(threadId) ?? []).map(({ rule }) => rule);
  }

  all(threadId: string): readonly Rule[] {
    return [...this.ofWorkspace, ...this.ofThread(threadId)];
  }

  changedSince(threadId: string, rule: Rule): readonly string[] {
    const same = this.#all(threadId).filter((kept) => isSame(kept.rule, rule));
    return [...new Set(same.flatMap(({ changed }) => changed))];
  }

  /** Does nothing where the rule is there already. */
  add(rule: Rule, scope: 'workspace' | { readonly threadId: string }): void {
    const withRule = (rules: readonly KeptRule[]) =>
      rules.some((kept) => isSame(kept.rule, rule)) ? rules : [...rules, { rule, changed: [] }];
    if (scope === 'workspace') this.#memory.write({ rules: withRule(this.#memory.read().rules) });
    else this.#ofThreads.set(scope.threadId, withRule(this.#ofThreads.get(scope.threadId) ?? []));
  }

  remove(rule: Rule, scope: 'workspace' | { readonly threadId: string }): void {
    const withoutRule = (rules: readonly KeptRule[]) => rules.filter((kept) => !isSame(kept.rule, rule));
    if (scope === 'workspace') this.#memory.write({ rules: withoutRule(this.#memory.read().rules) });
    else this.#ofThreads.set(scope.threadId, withoutRule(this.#ofThreads.get(scope.threadId) ?? []));
  }

  /** The agent has changed files: what runs it must be asked again. The newest is first, as a question names a few. */
  changed(...paths: readonly CheckedPath[]): void {
    const files = [...new Set(paths.map(({ inside, given }) => inside ?? given))];
    this.#each((kept) => {
      const had = new Set(kept.changed);
      const more = files.filter((file) => !had.has(file));
      return more.length === 0 ? kept : { ...kept, changed: [...more, ...kept.changed] };
    });
  }

  /** A person has answered by these rules, knowing of these files. */
  answered(rules: readonly Rule[], files: readonly string[]): void {
    this.#each((kept) =>
      rules.some((rule) => isSame(rule, kept.rule)) && kept.changed.some((file) => files.includes(file))
        ? { ...kept, changed: kept.changed.filter((file) => !files.includes(file)) }
        : kept,
    );
  }

  #all(threadId: string): readonly KeptRule[] {
    return [...this.#memory.read().rules, ...(this.#ofThreads.get(threadId) ?? [])];
  }

  /** Writes the rules that `change` replaced. */
  #each(change: (kept: KeptRule) => KeptRule): void {
    const { rules } = this.#memory.read();
    const changed = rules.map(change);
    if (changed.some((kept, at) => kept !== rules[at])) this.#memory.write({ rules: changed });
    for (const [threadId, ofThread] of this.#ofThreads) this.#ofThreads.set(threadId, ofThread.map(change));
  }
}

export function isSame(one: Rule, other: Rule): boolean {
  return JSON.stringify(orderedFields(one)) === JSON.stringify(orderedFields(other));
}

function orderedFields(rule: Rule): readonly unknown[] {
  if (isExternalRule(rule)) return ['external', rule.id, rule.hash];
  return 'words' in rule ? ['words', rule.words] : ['line', rule.line, rule.cwd ?? ''];
}
