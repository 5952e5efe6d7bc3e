/** The reasons why a request needs a question or is refused, as tagged unions; other files turn them into sentences. */

export type Reason =
  | PathReason
  | CommandReason
  | ExternalReason
  | { readonly type: 'edit' }
  /** It reads what was written in other threads. */
  | { readonly type: 'threads' };

/** Of a tool of another extension or an MCP server. */
export type ExternalReason =
  | { readonly type: 'external'; readonly source: string }
  /** A rule was kept for a tool of this name with another description or schema. */
  | { readonly type: 'external-changed'; readonly id: string };

/** `path` is as the model gave it. */
export type PathReason =
  | { readonly type: 'outside'; readonly path: string }
  /** The file holds keys or passwords; `name` is the part of the path that says so. */
  | { readonly type: 'secret'; readonly path: string; readonly name: string }
  /** The file is run or obeyed by a tool; `name` is the part of the path that says so. */
  | { readonly type: 'protected'; readonly path: string; readonly name: string }
  /** Windows reads a colon as an alternate stream, and `~1` as the short name of some other file. */
  | { readonly type: 'ambiguous-name'; readonly path: string; readonly name: string }
  | { readonly type: 'own-storage'; readonly path: string }
  /** An open editor has unsaved text, which the write saves too. */
  | { readonly type: 'unsaved'; readonly path: string };

/** What a command has that can't be judged; the value is the sign that a person sees. */
export type Construct =
  | '$(…)'
  | '`…`'
  | '${…}'
  | '$…'
  | '$((…))'
  | "$'…'"
  | '<(…)'
  | '>(…)'
  | '<<'
  | '<<<'
  | '>'
  | '<'
  | '&'
  | '|&'
  | '(…)'
  | '{…}'
  | '*'
  | '?'
  | '[…]'
  | '~'
  | '#'
  | '!'
  | '^'
  | '\\'
  | 'NAME=…'
  | 'keyword';

export type CommandReason =
  /** Not bash: the reading of commands holds for bash only. */
  | { readonly type: 'shell' }
  | { readonly type: 'too-long'; readonly length: number; readonly limit: number }
  | { readonly type: 'too-many-words'; readonly count: number; readonly limit: number }
  | { readonly type: 'character'; readonly codePoint: number }
  | { readonly type: 'construct'; readonly construct: Construct; readonly text: string }
  /** It could not be read as a whole: a quote is open, an operator lacks a command. */
  | { readonly type: 'unreadable' }
  /** A builtin that changes what comes after it, or runs code in its operands (`cd`, `export`, `test`). */
  | { readonly type: 'builtin'; readonly name: string }
  /** It is read, and neither the built-in set nor a rule covers it. */
  | { readonly type: 'no-rule'; readonly words: readonly string[] }
  | { readonly type: 'flag'; readonly program: string; readonly flag: string }
  | { readonly type: 'operand'; readonly program: string; readonly operand: string }
  /** It reads what the command before it writes, which no rule covers. */
  | { readonly type: 'piped'; readonly program: string }
  | { readonly type: 'repository'; readonly problem: RepositoryProblem }
  /** The rule was answered before the agent changed these files, which the command may run. */
  | { readonly type: 'changed'; readonly files: readonly string[] };

export type RepositoryProblem =
  | { readonly type: 'none' }
  | { readonly type: 'below' }
  | { readonly type: 'bare' }
  | { readonly type: 'unread-config' }
  | { readonly type: 'config-key'; readonly key: string }
  /** The changes that git would show may be those of secret files. */
  | { readonly type: 'shows-secrets' }
  /** Parts of the command would need git to run with other variables than others. */
  | { readonly type: 'mixed' };

export type RefusalReason =
  | { readonly type: 'restricted' }
  | { readonly type: 'plan'; readonly isExternal?: true }
  | { readonly type: 'illegal-path'; readonly path: string };
