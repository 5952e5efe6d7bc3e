/** Recognizes files that agents write beside a recorded thread, and names the one that holds the thread. */
import type { Json } from '../lang/json.ts';
import { field, isList } from '../lang/json-fields.ts';
import { ownSentence } from '../lang/own-sentences.ts';

interface SiblingFile {
  /** True for the document, or for the first line, of such a file. */
  readonly matches: (value: Json) => boolean;
  readonly names: readonly string[];
  readonly is: string;
  readonly meant: string;
}

const HISTORY = ownSentence('clineHistory');

const SIBLINGS: readonly SiblingFile[] = [
  {
    matches: (value) =>
      someOf(value, (one) => ['say', 'ask'].some((type) => has(one, 'type', type) && isText(one, type))),
    names: ['ui_messages.json', 'claude_messages.json'],
    is: ownSentence('clineShown'),
    meant: HISTORY,
  },
  {
    matches: (value) =>
      isList(field(value, 'files_in_context')) || (isText(value, 'task') && isNumber(value, 'tokensIn')),
    names: ['task_metadata.json', 'history_item.json'],
    is: ownSentence('clineTask'),
    meant: HISTORY,
  },
  {
    matches: (value) =>
      someOf(value, (one) => isText(one, 'sessionId') && isText(one, 'title') && isText(one, 'dateCreated')),
    names: [],
    is: ownSentence('sessionList', 'Continue'),
    meant: ownSentence('fileOfSession'),
  },
  {
    matches: (value) =>
      someOf(value, (one) => isText(one, 'sessionId') && isNumber(one, 'messageId') && isText(one, 'message')),
    names: [],
    is: ownSentence('promptList', 'Gemini CLI'),
    meant: ownSentence('sessionFile', 'chats'),
  },
  {
    matches: (value) => isText(value, 'display') && isText(value, 'project'),
    names: [],
    is: ownSentence('promptList', 'Claude Code'),
    meant: ownSentence('sessionFile', 'projects'),
  },
  {
    matches: (value) => isText(value, 'session_id') && isText(value, 'text') && isNumber(value, 'ts'),
    names: [],
    is: ownSentence('promptList', 'Codex'),
    meant: ownSentence('rolloutFile', 'sessions'),
  },
  {
    matches: (value) => isText(value, 'projectID') && isText(value, 'directory') && isText(value, 'id'),
    names: [],
    is: ownSentence('opencodeRest'),
    meant: ownSentence('exportedFile', 'opencode export'),
  },
];

/** What the file is and which one is meant, as the end of a sentence; undefined where neither content nor name tells. */
export function siblingOf(name: string, value: Json | undefined): string | undefined {
  const found = SIBLINGS.find(({ matches, names }) => (value !== undefined && matches(value)) || names.includes(name));
  return found && ownSentence('siblingFile', found.is, found.meant);
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
