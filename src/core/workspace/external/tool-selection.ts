/** Which tools a person selected in a workspace: of others those that are on, of our own those that are off. */

export interface ToolSelection {
  /** Ids of the tools of others that are on. */
  readonly on: readonly string[];
  /** Names of our own tools that are off. */
  readonly off: readonly string[];
}

export const NOTHING_SELECTED: ToolSelection = { on: [], off: [] };

/** Our own tools that can't be switched off: by them the model reads what was cut, and makes room. */
export const NEEDED: ReadonlySet<string> = new Set(['tool_output_cache', 'tool_output_cache_grep', 'compact']);
