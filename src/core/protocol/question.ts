/** What the panel shows of a question to the person: what a tool would do, why it is asked, and which answers are offered. */

export interface QuestionView {
  /** Rises with each question; an answer to a question that is no longer open does nothing. */
  readonly id: number;
  /** The id of the tool call that asks. */
  readonly call: string;
  /** The name of the tool. */
  readonly tool: string;
  readonly subject: QuestionSubject;
  /** Why it is asked, each a sentence in the person's language. */
  readonly reasons: readonly string[];
  /** What the person may allow for later, beside "once". */
  readonly offers: readonly OfferView[];
  /** How many more questions wait after this one. */
  readonly waiting: number;
}

export type QuestionSubject =
  | {
      readonly type: 'command';
      /** The exact command; characters that hide something are shown as they are named (see hidden-characters.ts). */
      readonly text: string;
      /** From the workspace folder; absent: the workspace folder itself. */
      readonly folder?: string;
      readonly isBackground: boolean;
    }
  /** A call of a tool of another extension or an MCP server; hidden characters are shown as they are named. */
  | {
      readonly type: 'external';
      readonly name: string;
      readonly source: string;
      /** As the tool describes itself; clipped when it is long. */
      readonly description: string;
      /** JSON, indented. */
      readonly input: string;
    }
  | { readonly type: 'change'; readonly changes: readonly ChangeView[] }
  | { readonly type: 'read'; readonly paths: readonly string[] };

export interface ChangeView {
  readonly kind: 'edit' | 'create' | 'move' | 'delete';
  readonly path: string;
  /** Lines. */
  readonly added: number;
  readonly removed: number;
  /** Absent where the change is taken or refused as a whole: a move, a deletion, one of several files, or more than 200 hunks. */
  readonly hunks?: readonly HunkView[];
}

export interface HunkView {
  /** Its number in the proposal, from 0, which then is of one file; an answer names the accepted ones. */
  readonly hunk: number;
  /** Of the old text, from 1. */
  readonly line: number;
  /** Lines that begin with ' ', '-' or '+'; clipped when it is long. */
  readonly lines: readonly string[];
  readonly isClipped: boolean;
}

export interface OfferView {
  /** What the rule covers, in the person's language: "`git status` with its harmless options", "exactly this line". */
  readonly label: string;
}
