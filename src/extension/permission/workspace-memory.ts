/** What a person allowed in a workspace, kept in VS Code's storage for Spool: never in a file of the workspace. */

import { isObject, readField, readList } from '../../core/lang/read-value.ts';
import { decodeRules } from '../../core/permission/decode-rules.ts';
import type { Mode } from '../../core/permission/request.ts';
import type { Rule } from '../../core/permission/rule.ts';
import type { ToolSelection } from '../../core/workspace/external/tool-selection.ts';
import type { Memory } from '../models/knowledge-store.ts';

/** A rule, and the files that the agent changed since a person last answered by it. */
export interface KeptRule {
  readonly rule: Rule;
  readonly changed: readonly string[];
}

export interface KeptPermissions {
  readonly mode: Mode;
  readonly rules: readonly KeptRule[];
  /** Absent: nothing was selected yet. */
  readonly tools?: ToolSelection;
}

const NOTHING: KeptPermissions = { mode: 'ask', rules: [] };

/** One key for each set of folders, so that a rule holds only where its words mean the same. */
function keyOf(folders: readonly string[]): string {
  return `permission ${[...folders].sort().join(' ')}`;
}

export class WorkspaceMemory {
  readonly #memory: Memory;
  readonly #folders: () => readonly string[];
  readonly #onFailure: (error: unknown) => void;
  #decoded: { readonly stored: unknown; readonly kept: KeptPermissions } | undefined;

  /** `folders` gives the URIs of the window's workspace folders. The mode is the one that was set last; a window reads it once. */
  constructor(memory: Memory, folders: () => readonly string[], onFailure: (error: unknown) => void) {
    this.#memory = memory;
    this.#folders = folders;
    this.#onFailure = onFailure;
  }

  /** Of the folders that are open. */
  get key(): string {
    return keyOf(this.#folders());
  }

  /** Read each time, since another window of the same workspace may have changed it. */
  read(): KeptPermissions {
    const stored = this.#memory.get(this.key);
    if (this.#decoded?.stored !== stored || stored === undefined)
      this.#decoded = { stored, kept: decodePermissions(stored) };
    return this.#decoded?.kept ?? NOTHING;
  }

  write(change: Partial<KeptPermissions>): void {
    const kept = { ...this.read(), ...change };
    this.#memory.update(this.key, kept).then(undefined, this.#onFailure);
  }
}

/** What can't be read allows nothing. */
function decodePermissions(stored: unknown): KeptPermissions {
  const mode = readField(stored, 'mode');
  const rules = readList(readField(stored, 'rules')).flatMap((one): readonly KeptRule[] => {
    const [rule] = decodeRules([readField(one, 'rule')]).rules;
    const changed = readList(readField(one, 'changed')).filter((file) => typeof file === 'string');
    return rule && isObject(one) ? [{ rule, changed }] : [];
  });
  const tools = readField(stored, 'tools');
  const names = (field: string) => readList(readField(tools, field)).filter((name) => typeof name === 'string');
  return {
    mode: mode === 'edit' || mode === 'plan' ? mode : 'ask',
    rules,
    ...(isObject(tools) && { tools: { on: names('on'), off: names('off') } }),
  };
}
