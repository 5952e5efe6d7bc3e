/** What a person allowed for later, kept by workspace in Spool's own storage, never in a file of the workspace. */
export type Rule = WordsRule | LineRule | ExternalRule;

/** Covers every call of this tool of another extension or an MCP server, as long as it is described as it was when it was allowed. */
export interface ExternalRule {
  readonly tool: 'external_tool';
  readonly id: string;
  /** SHA-256 of its name, description and schema, in hexadecimal. */
  readonly hash: string;
}

/** Covers every search in other threads of the workspace: Spool's own tool, by a hash that no external tool can have. */
export const THREADS_RULE: ExternalRule = { tool: 'external_tool', id: 'search_threads', hash: '0'.repeat(64) };

export function isExternalRule(rule: Rule): rule is ExternalRule {
  return rule.tool === 'external_tool';
}

/** Covers a command that begins with these words and goes on as the program's table allows. */
export interface WordsRule {
  readonly tool: 'run_command';
  readonly words: readonly string[];
}

/** Covers exactly this text, run in exactly this folder. */
export interface LineRule {
  readonly tool: 'run_command';
  readonly line: string;
  /** `inside` of the folder; absent: the workspace folder. */
  readonly cwd?: string;
}
