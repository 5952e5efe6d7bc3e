/** Finds the newest branch in a Claude Code file, and drops records that were written twice. */

import type { Json } from '../../lang/json.ts';
import { type ForeignRecord, field, filledText, isList, isRecord, stringOf } from '../../lang/json-fields.ts';
import type { LeftOut, LineReader, Survey } from '../reader/import-format.ts';
import { Repeats } from '../reader/repeats.ts';
import { ClaudeCodeReader } from './claude-code-reader.ts';
import { SideChainReader } from './side-chain-reader.ts';
import { SideChains } from './side-chains.ts';
import { isCaveat, isCommand, isProgramText } from './text.ts';

interface Node {
  /** The id of the record before it; null at a start, undefined where the file does not say. */
  readonly parent: string | null | undefined;
  readonly session: string | undefined;
  /** `silent`: bookkeeping, or what the program put between two messages; `caveat`: that commands follow which the model never answers. */
  readonly kind: 'prompt' | 'reply' | 'other' | 'silent' | 'caveat';
}

/**
 * ```
 * a ─ b ─ c ─ d        c and e are prompts behind the same message: the person went back to b and typed e,
 *      ╲               so c and all behind it are left out
 *       e ─ f          f is the newest record
 * ```
 * Only a prompt with a sibling is a rewind: results of parallel calls and progress fork the tree as well, and stay.
 */
export class Branches implements Survey {
  readonly #nodes = new Map<string, Node>();
  readonly #repeats = new Repeats();
  /** By the parent that a record names, or by the record where it names none: the record above it in the file, at the first such one. */
  readonly #above = new Map<string, string | undefined>();
  #previous: string | undefined;
  #newest: string | undefined;
  #ofSubAgent: boolean | undefined;
  readonly #sides = new SideChains();

  read(value: Json): void {
    if (!isRecord(value)) return;
    const isSide = value.isSidechain === true;
    if (isSide) this.#ofSubAgent ??= typeof value.agentId === 'string';
    else if (isSpoken(value)) this.#ofSubAgent ??= false;
    if (this.#ofSubAgent !== true) this.#sides.read(value);
    const id = filledText(value.uuid);
    if (id === undefined || (isSide && this.#ofSubAgent !== true)) return;
    // A file that does not say what is before a record says nothing of copies either.
    if (value.parentUuid !== undefined) this.#repeats.saw(id);
    if (this.#nodes.has(id)) return;
    const parent = stringOf(value.parentUuid) ?? stringOf(value.logicalParentUuid) ?? parentless(value);
    const named = parent ?? id;
    if (!this.#above.has(named)) this.#above.set(named, this.#previous);
    this.#nodes.set(id, {
      parent,
      session: stringOf(value.sessionId),
      kind: this.#kindOf(value),
    });
    this.#previous = id;
    if (isSpoken(value)) this.#newest = id;
  }

  threads() {
    const behind = this.#leftBehind();
    return [
      (at: number): LineReader => {
        const isRepeated = this.#repeats.open();
        const besideOf = (record: ForeignRecord): LeftOut | undefined => {
          const id = filledText(record.uuid);
          if (id === undefined) return undefined;
          if (isRepeated(id, saidIn(record))) return 'repeated';
          return behind.has(id) ? 'other branch' : undefined;
        };
        const reader = new ClaudeCodeReader(at, besideOf);
        return this.#ofSubAgent === true ? reader : new SideChainReader(at, reader, this.#sides);
      },
    ];
  }

  #kindOf(record: ForeignRecord): Node['kind'] {
    if (record.type === 'assistant') return 'reply';
    if (record.type !== 'user') return 'silent';
    if (record.isCompactSummary === true) return 'other';
    const content = field(record.message, 'content');
    const blocks = isList(content) ? content : [content];
    if (blocks.some((block) => field(block ?? null, 'type') === 'tool_result')) return 'other';
    const origin = field(record.origin, 'kind');
    const byProgram = typeof origin === 'string' && origin !== 'human';
    const texts = blocks.flatMap((block) => stringOf(isRecord(block) ? block.text : block) ?? []);
    if (texts.some(isCaveat)) return 'caveat';
    if (record.isMeta === true || record.isVisibleInTranscriptOnly === true || byProgram) return 'silent';
    if (texts.length > 0 && texts.every(isProgramText)) return 'silent';
    const parent = this.#nodes.get(stringOf(record.parentUuid) ?? '');
    return texts.some(isCommand) && parent?.kind === 'caveat' ? 'silent' : 'prompt';
  }

  /** The records of branches that were left by a rewind. */
  #leftBehind(): ReadonlySet<string> {
    const kept = this.#path();
    const siblings = new Map<string, string[]>();
    const anchors = new Map<string, string | undefined>();
    const forkless = this.#sessionsWithoutTree();
    for (const [id, node] of this.#nodes) {
      const anchor = node.kind === 'prompt' ? this.#anchorOf(node, anchors, forkless) : undefined;
      if (anchor === undefined) continue;
      const others = siblings.get(anchor);
      if (others) others.push(id);
      else siblings.set(anchor, [id]);
    }
    const roots = new Set<string>();
    for (const prompts of siblings.values()) {
      const stays = prompts.find((id) => kept.has(id)) ?? prompts.at(-1);
      for (const id of prompts) if (id !== stays && !kept.has(id)) roots.add(id);
    }
    return roots.size === 0 ? roots : this.#below(roots);
  }

  /** From the newest record back to a start. */
  #path(): ReadonlySet<string> {
    const path = new Set<string>();
    for (let id = this.#newest; id !== undefined && !path.has(id); id = this.#before(id)) path.add(id);
    return path;
  }

  /** The record before; where the one that is named is not in the file, the one above it in the file. */
  #before(id: string): string | undefined {
    const node = this.#nodes.get(id);
    if (!node || (node.parent === null && node.kind === 'prompt')) return undefined;
    return typeof node.parent === 'string' && this.#nodes.has(node.parent)
      ? node.parent
      : this.#above.get(node.parent ?? id);
  }

  /** What a prompt stands behind: a message, a start, or a record that is missing; undefined where nothing tells. */
  #anchorOf(
    prompt: Node,
    anchors: Map<string, string | undefined>,
    forkless: ReadonlySet<string | undefined>,
  ): string | undefined {
    const passed: string[] = [];
    let at = prompt.parent;
    let anchor: string | undefined;
    while (typeof at === 'string' && anchor === undefined && !anchors.has(at)) {
      const node = this.#nodes.get(at);
      if (!node || (node.kind !== 'silent' && node.kind !== 'caveat')) anchor = at;
      else {
        anchors.set(at, undefined);
        passed.push(at);
        at = node.parent;
      }
    }
    if (at === null && !forkless.has(prompt.session)) anchor = `start ${prompt.session ?? ''}`;
    else if (typeof at === 'string') anchor ??= anchors.get(at);
    for (const id of passed) anchors.set(id, anchor);
    return anchor;
  }

  /** Sessions of which replies have no record before them: their records are no tree. */
  #sessionsWithoutTree(): ReadonlySet<string | undefined> {
    const sessions = new Set<string | undefined>();
    for (const { kind, parent, session } of this.#nodes.values())
      if (kind === 'reply' && parent === null) sessions.add(session);
    return sessions;
  }

  /** These records and all behind them. */
  #below(roots: ReadonlySet<string>): ReadonlySet<string> {
    const isBelow = new Map<string, boolean>();
    for (const start of this.#nodes.keys()) {
      const passed: string[] = [];
      let id: string | undefined = start;
      while (id !== undefined && !isBelow.has(id) && !roots.has(id)) {
        isBelow.set(id, false);
        passed.push(id);
        const node: Node | undefined = this.#nodes.get(id);
        id = node?.kind === 'prompt' && !this.#nodes.has(node.parent ?? '') ? undefined : this.#before(id);
      }
      const below = id !== undefined && (roots.has(id) || isBelow.get(id) === true);
      for (const one of passed) isBelow.set(one, below);
    }
    return new Set([...this.#nodes.keys()].filter((id) => roots.has(id) || isBelow.get(id) === true));
  }
}

function isSpoken({ type, message }: ForeignRecord): boolean {
  return (type === 'user' || type === 'assistant') && isRecord(message);
}

function parentless({ parentUuid }: ForeignRecord): null | undefined {
  return parentUuid === null ? null : undefined;
}

/** Copies differ in their session and their place in the tree, not in what they say. */
function saidIn({ type, subtype, message, attachment, content }: ForeignRecord): Json {
  const said = field(message, 'content') ?? message ?? attachment ?? content ?? null;
  return [type ?? null, subtype ?? null, said];
}
