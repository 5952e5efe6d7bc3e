/** What a tool asks permission for, what is known when it is decided, and the answer: types only. */
import type { Reason, RefusalReason } from './reason.ts';
import type { Rule } from './rule.ts';

/** A path that the shell has looked at: links are resolved up to the nearest parent that exists. */
export interface CheckedPath {
  /** As the model gave it, for sentences. */
  readonly given: string;
  /** Absolute real path with `/`; undefined for what can't be one (NUL, `file:`). */
  readonly real: string | undefined;
  /**
   * The real path from the workspace folder, with `/`: '' is the folder itself. With several folders the folder's name
   * comes first. Undefined outside of every folder.
   */
  readonly inside: string | undefined;
}

export type PermissionRequest =
  | { readonly type: 'read'; readonly path: CheckedPath }
  | {
      readonly type: 'write';
      readonly kind: 'edit' | 'create' | 'move' | 'delete';
      /** An open editor has unsaved text of the person, which the write would save too: asked in every mode. */
      readonly isUnsaved?: true;
      readonly path: CheckedPath;
    }
  | {
      readonly type: 'command';
      readonly command: string;
      /** The shell that runs it; commands of any but bash are asked each time. */
      readonly shell: 'bash' | 'other';
      readonly cwd: CheckedPath;
      readonly background: boolean;
    }
  /** A tool of another extension or an MCP server: nobody knows what it does. `hash` is of its name, description and schema. */
  | { readonly type: 'external'; readonly id: string; readonly source: string; readonly hash: string }
  /** Reads other threads of the workspace. */
  | { readonly type: 'threads' };

/** `ask`: edits and commands ask · `edit`: edits of ordinary files inside the workspace don't · `plan`: reads only. */
export const MODES = ['ask', 'edit', 'plan'] as const;
export type Mode = (typeof MODES)[number];

/** The repository that git would use in a folder, found by the files on disk, never by running git. */
export interface RepositoryFacts {
  /** Where its `.git` is: in a workspace folder itself, in a folder around one, or below one. */
  readonly place: 'workspace' | 'around' | 'below';
  /** The folder, or one between it and the one with `.git`, has HEAD, objects and refs: git would take it for a repository. */
  readonly hasBareFolder: boolean;
  /**
   * The names of all keys in its own config files (`config`, `config.worktree`, those of its submodules), as
   * `git config --list --name-only` writes them; undefined when a file could not be read.
   */
  readonly configKeys: readonly string[] | undefined;
  /** The texts of its own attributes: of the work tree's root and of `info/attributes`; undefined when one could not be read. */
  readonly attributes: readonly string[] | undefined;
  /** A file with `SECRET_ATTRIBUTES`; undefined where it could not be made. */
  readonly secretAttributes: string | undefined;
  /** Whether each object whose id begins so is a commit or a tree, and there is one: to show it prints no single file. */
  isCommit(id: string): boolean;
}

/** What a decision needs to know of the disk: synchronous, and asked for operands of known commands only. */
export interface PathFacts {
  /** Looks at a word of a command as a path from `cwd`; undefined when it can't be looked at. */
  check(word: string, cwd: CheckedPath): CheckedPath | undefined;
  /** Undefined when git would find no repository there, or when that is not known. */
  repository(cwd: CheckedPath): RepositoryFacts | undefined;
}

export interface PermissionState {
  readonly mode: Mode;
  /** False in Restricted Mode, where everything is refused. */
  readonly isTrusted: boolean;
  readonly rules: readonly Rule[];
  readonly paths: PathFacts;
  /** Real paths of folders that hold Spool's own files: asked, never covered by the mode. */
  readonly ownFolders: readonly string[];
  /** Files that the agent changed since a person last answered a question by this rule. */
  changedSince(rule: Rule): readonly string[];
}

export type Verdict =
  /** `env`: variables that the command must be run with, as it is permitted only with them. */
  | { readonly type: 'allow'; readonly env?: Readonly<Record<string, string>> }
  | { readonly type: 'ask'; readonly reasons: readonly Reason[]; readonly offers: readonly RuleOffer[] }
  | { readonly type: 'refuse'; readonly reason: RefusalReason };

/** A rule that the question may offer beside "once": it would have allowed this request, for this thread or always. */
export interface RuleOffer {
  readonly rule: Rule;
}
