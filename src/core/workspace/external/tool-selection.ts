/** Which tools a person selected in a workspace: the external tools that are on, and Spool's own tools that are off. */

export interface ToolSelection {
  /** Ids of the external tools that are on. */
  readonly on: readonly string[];
  /** Names of our own tools that are off. */
  readonly off: readonly string[];
}

/** Whether the person has switched this tool of ours off. */
export function isSwitchedOff(name: string, { off }: ToolSelection): boolean {
  return off.includes(name) && !NEEDED.has(name);
}

/** The tools that a person was shown, Spool's own and external ones, and which of them they selected. */
export interface ToolAnswer {
  readonly listed: { readonly external: readonly string[]; readonly own: readonly string[] };
  readonly wanted: { readonly external: readonly string[]; readonly own: readonly string[] };
}

/** What was not listed stays as it was, on or off: its server may not have started, or the model's window has no room for it now. */
export function selectionAfter(now: ToolSelection, { listed, wanted }: ToolAnswer): ToolSelection {
  return {
    on: [...now.on.filter((id) => !listed.external.includes(id)), ...wanted.external],
    off: [
      ...now.off.filter((name) => !listed.own.includes(name)),
      ...listed.own.filter((name) => !wanted.own.includes(name)),
    ],
  };
}

export const NOTHING_SELECTED: ToolSelection = { on: [], off: [] };

/** Our own tools that can't be switched off: by them the model reads what was cut, and makes room. */
export const NEEDED: ReadonlySet<string> = new Set(['tool_output_cache', 'tool_output_cache_grep', 'compact']);
