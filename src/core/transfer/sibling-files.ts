/** Recognizes files that agents write beside a recorded thread, and names the one that holds the thread. */
import type { Json } from '../lang/json.ts';
import { field, isList } from '../lang/json-fields.ts';

interface SiblingFile {
  /** True for the document, or for the first line, of such a file. */
  readonly matches: (value: Json) => boolean;
  readonly names: readonly string[];
  readonly is: string;
  readonly meant: string;
}

const HISTORY = 'api_conversation_history.json in the same folder';

const SIBLINGS: readonly SiblingFile[] = [
  {
    matches: (value) =>
      someOf(value, (one) => ['say', 'ask'].some((type) => has(one, 'type', type) && isText(one, type))),
    names: ['ui_messages.json', 'claude_messages.json'],
    is: 'this is what Cline, Roo Code or Kilo Code showed, not what the model was sent',
    meant: HISTORY,
  },
  {
    matches: (value) =>
      isList(field(value, 'files_in_context')) || (isText(value, 'task') && isNumber(value, 'tokensIn')),
    names: ['task_metadata.json', 'history_item.json'],
    is: 'this is what Cline, Roo Code or Kilo Code keeps beside a task',
    meant: HISTORY,
  },
  {
    matches: (value) =>
      someOf(value, (one) => isText(one, 'sessionId') && isText(one, 'title') && isText(one, 'dateCreated')),
    names: [],
    is: "this is Continue's list of sessions",
    meant: 'the file in the same folder that is named by the id of the session',
  },
  {
    matches: (value) =>
      someOf(value, (one) => isText(one, 'sessionId') && isNumber(one, 'messageId') && isText(one, 'message')),
    names: [],
    is: "this is Gemini CLI's list of prompts",
    meant: 'a session file in the folder chats beside it',
  },
  {
    matches: (value) => isText(value, 'display') && isText(value, 'project'),
    names: [],
    is: "this is Claude Code's list of prompts",
    meant: 'a session file in the folder projects beside it',
  },
  {
    matches: (value) => isText(value, 'session_id') && isText(value, 'text') && isNumber(value, 'ts'),
    names: [],
    is: "this is Codex's list of prompts",
    meant: 'a rollout file in the folder sessions beside it',
  },
  {
    matches: (value) => isText(value, 'projectID') && isText(value, 'directory') && isText(value, 'id'),
    names: [],
    is: 'this is what opencode keeps of a session without its messages',
    meant: 'the file that `opencode export` writes',
  },
];

/** What the file is and which one is meant, as the end of a sentence; undefined where neither content nor name tells. */
export function siblingOf(name: string, value: Json | undefined): string | undefined {
  const found = SIBLINGS.find(({ matches, names }) => (value !== undefined && matches(value)) || names.includes(name));
  return found && `${found.is}; choose ${found.meant}.`;
}

function someOf(value: Json, matches: (one: Json) => boolean): boolean {
  return isList(value) && value.some(matches);
}

function has(value: Json, key: string, wanted: string): boolean {
  return field(value, key) === wanted;
}

function isText(value: Json, key: string): boolean {
  return typeof field(value, key) === 'string';
}

function isNumber(value: Json, key: string): boolean {
  return typeof field(value, key) === 'number';
}
