/** Imports VS Code's log of a chat session (JSONL): a state and the operations on it, replayed to what an export holds. */

import type { Json } from '../../lang/json.ts';
import { type ForeignRecord, field, isList, isRecord } from '../../lang/json-fields.ts';
import type { LineFormat, LineReader, Part } from '../reader/import-format.ts';
import { vscodeCopilot } from './vscode-copilot.ts';

/** A value that is replayed; nothing else holds it. */
type Tree = string | number | boolean | null | Tree[] | { [key: string]: Tree };
type Holder = Extract<Tree, object>;

/** Makes a change, or says why it can't be made. */
type Change = (holder: Holder, key: string | number) => string | undefined;

const INITIAL = 0;

/** A path is short; a longer one would nest the state without end. */
const LONGEST_PATH = 100;

const CHANGES: ReadonlyMap<unknown, (entry: ForeignRecord) => Change> = new Map([
  [
    1,
    ({ v = null }: ForeignRecord): Change =>
      (holder, key) =>
        put(holder, key, asTree(v)),
  ],
  [
    2,
    ({ v, i }: ForeignRecord): Change =>
      (holder, key) =>
        append(holder, key, v, i),
  ],
  [3, (): Change => (holder, key) => put(holder, key, null)],
]);

/** https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/chat/common/model/objectMutationLog.ts */
export const vscodeChatLog: LineFormat<'vscode-chat-log'> = {
  id: 'vscode-chat-log',
  label: 'VS Code chat session (JSONL)',
  shape: 'lines',
  matches: (line) => {
    const kind = field(line, 'kind');
    if (kind === INITIAL) return isList(field(field(line, 'v'), 'requests'));
    const path = field(line, 'k');
    return CHANGES.has(kind) && isList(path) && path[0] === 'requests';
  },
  open: (at) => new Replay(at),
};

class Replay implements LineReader {
  readonly #at: number;
  /** What the log describes so far. */
  #state: Holder = { requests: [] };
  #began = false;

  constructor(at: number) {
    this.#at = at;
  }

  read(value: Json, line: number): readonly Part[] {
    const odd = (detail: string): readonly Part[] => [{ type: 'odd', line, detail }];
    if (!isRecord(value)) return odd('no object');
    if (value.kind === INITIAL) {
      if (!isRecord(value.v)) return odd('a session that is no object');
      const state = asTree(value.v);
      if (isHolder(state)) this.#state = state;
      this.#began = true;
      return [];
    }
    const lost = this.#began ? [] : odd('an operation before the session that it changes');
    this.#began = true;
    const change = CHANGES.get(value.kind);
    if (!change) return [...lost, ...odd(`an operation of kind ${JSON.stringify(value.kind ?? null).slice(0, 40)}`)];
    const wrong = at(this.#state, isList(value.k) ? value.k : [], change(value));
    return [...lost, ...(wrong === undefined ? [] : odd(wrong))];
  }

  end(): readonly Part[] {
    return vscodeCopilot.read(this.#state, this.#at);
  }
}

/** Makes a change at a path; says what is wrong with it where it can't be made. */
function at(state: Holder, path: readonly Json[], change: Change): string | undefined {
  let holder: Holder = state;
  if (path.length > LONGEST_PATH) return `an operation with a path of ${path.length} keys`;
  for (const [index, key] of path.entries()) {
    if (typeof key !== 'string' && typeof key !== 'number') return 'an operation on a key that is none';
    if (index === path.length - 1) return change(holder, key);
    const next = inside(holder, key);
    if (next === undefined) return `an operation on ${JSON.stringify(path).slice(0, 80)}, which is not there`;
    holder = next;
  }
  return 'an operation without a path';
}

function asTree(value: Json): Tree {
  return value as Tree;
}

function isHolder(value: Tree | undefined): value is Holder {
  return typeof value === 'object' && value !== null;
}

function inside(holder: Holder, key: string | number): Holder | undefined {
  const value = Array.isArray(holder) ? holder[Number(key)] : Object.hasOwn(holder, key) ? holder[key] : undefined;
  return isHolder(value) ? value : undefined;
}

function put(holder: Holder, key: string | number, value: Tree): string | undefined {
  if (!Array.isArray(holder)) {
    // Not by assignment, which `__proto__` would turn into something else.
    Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
    return undefined;
  }
  if (typeof key !== 'number' || !Number.isInteger(key) || key < 0 || key > holder.length)
    return `an operation on item ${JSON.stringify(key).slice(0, 40)} of a list of ${holder.length}`;
  holder[key] = value;
  return undefined;
}

/** `index`: what the list has from there on goes first. */
function append(
  holder: Holder,
  key: string | number,
  values: Json | undefined,
  index: Json | undefined,
): string | undefined {
  const known = inside(holder, key);
  const list: Tree[] = Array.isArray(known) ? known : [];
  if (list !== known) {
    const wrong = put(holder, key, list);
    if (wrong !== undefined) return wrong;
  }
  if (typeof index === 'number' && index >= 0 && index < list.length) list.length = Math.trunc(index);
  for (const value of isList(values) ? values : []) list.push(asTree(value));
  return undefined;
}
