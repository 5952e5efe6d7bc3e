/** Builds the rows of one message. */
import { listIn, todoState } from '../compaction/extract/todo.ts';
import { clip, oneLine } from '../lang/clip.ts';
import { utf8Length } from '../lang/utf8.ts';
import { type Attached, isAttached } from '../message/attachment.ts';
import type {
  Block,
  Intervention,
  ResultContent,
  TextBlock,
  ThinkingBlock,
  ToolResultBlock,
  ToolUseBlock,
} from '../message/message.ts';
import { splitThoughts } from '../message/thinking-splitter.ts';
import { callKey } from '../thread/changed-by-call.ts';
import type { MessageEntry, SubAgentEntry } from '../thread/entry.ts';
import type { EntryId } from '../thread/entry-id.ts';
import type { Pairs, PlacedResult } from '../thread/pairs.ts';
import { type CallKind, describeCall } from '../thread/tool-kind.ts';
import { estimateBlock, estimateText } from '../tokens/estimate.ts';
import { agentView } from './agent-view.ts';
import { inputText } from './call-input.ts';
import { commandEnd } from './command-end.ts';
import { costInDollars } from './cost.ts';
import { linesOfCall } from './lines-of-call.ts';
import type { AssistantRow, AttachmentView, ResultView, Row, ToolRow } from './row.ts';

/** Characters that the panel gets at once, and items of a to-do list. */
const LIMIT = { body: 20_000, input: 2_000, result: 4_000, todo: 300, todos: 100, reason: 300, name: 500 };

/** A row with the blocks that it stands for: its fate is theirs. */
export interface PlacedRow {
  readonly row: Row;
  readonly block: number;
  readonly result?: PlacedResult;
  readonly agent?: SubAgentEntry;
}

/** Calls and their results, the calls that changed files (`callsWithChanges`) or began sub-agents, and what restores did (`restoredFiles`). */
export interface RowPairs extends Pairs {
  readonly changing: ReadonlySet<string>;
  /** By `callKey`. */
  readonly agents: ReadonlyMap<string, SubAgentEntry>;
  readonly restored: ReadonlyMap<EntryId, number>;
  /** The restores that lead on to what was left behind. */
  readonly forward: ReadonlySet<EntryId>;
  /** The model before, by the reply of another one (`modelSwitches`). */
  readonly switched: ReadonlyMap<EntryId, string>;
}

/** Rows in the order of the blocks; results stand with their calls, and a change of the model before the reply. */
export function messageRows(entry: MessageEntry, pairs: RowPairs): readonly PlacedRow[] {
  const isUsers = entry.origin === 'typed' || entry.origin === 'program';
  const rows: PlacedRow[] = isUsers ? userRows(entry) : switchRows(entry, pairs.switched.get(entry.id));
  const last = entry.blocks.findLastIndex((block) => block.type === 'text' || block.type === 'thinking');
  for (const [index, block] of entry.blocks.entries()) {
    const base = { key: `${entry.id}.${index}`, entry: entry.id, at: entry.at, tokens: estimateBlock(block) };
    if (entry.origin === 'model' && (block.type === 'text' || block.type === 'thinking')) {
      const about = index === last ? endOf(entry) : {};
      rows.push(...spokenRows(base, block, about).map((row) => ({ row, block: index })));
    } else if (block.type === 'tool_use') {
      const result = pairs.resultOf.get(block);
      const hasDiff = result !== undefined && pairs.changing.has(callKey(entry.id, block.id));
      const agent = pairs.agents.get(callKey(entry.id, block.id));
      const facts = { ...(hasDiff && { hasDiff }), ...(agent && { agent: agentView(agent) }) };
      rows.push({
        row: { ...callRow(base, block, result), ...facts },
        block: index,
        ...(result && { result }),
        ...(agent && { agent }),
      });
    } else if (block.type === 'tool_result' && pairs.orphans.has(block)) {
      rows.push({ row: orphanRow(base, block), block: index });
    } else if (block.type === 'reminder') {
      rows.push({
        row: { ...base, type: 'user', origin: 'program', body: clip(block.text, LIMIT.body), attachments: [] },
        block: index,
      });
    }
  }
  return rows;
}

/**
 * Text or thinking of the model. Thoughts in tags at the head of a text (`<think>…</think>`), as an import or an earlier version of
 * Spool left them, have a row of their own. What is sent stays as it is.
 */
function spokenRows(
  base: Pick<AssistantRow, 'key' | 'entry' | 'at' | 'tokens'>,
  { type, text }: TextBlock | ThinkingBlock,
  end: ReplyEnd,
): readonly AssistantRow[] {
  const split = type === 'text' ? splitThoughts(text) : undefined;
  const { thinking, answer } =
    split ?? (type === 'text' ? { thinking: '', answer: text } : { thinking: text, answer: '' });
  const rowOf = (row: Pick<AssistantRow, 'key' | 'type'>, said: string): AssistantRow => ({
    ...base,
    ...row,
    ...(split && { tokens: estimateText(said) }),
    body: clip(said, LIMIT.body),
  });
  const rows = [
    ...(thinking.trim() === ''
      ? []
      : [rowOf({ key: split ? thinkingKey(base.key) : base.key, type: 'thinking' }, thinking)]),
    ...(answer.trim() === '' ? [] : [rowOf({ key: base.key, type: 'assistant' }, answer)]),
  ];
  return rows.map((row, at) => (at === rows.length - 1 ? { ...row, ...end } : row));
}

function switchRows({ id, at, model: to }: MessageEntry, from: string | undefined): PlacedRow[] {
  if (from === undefined || to === undefined) return [];
  const names = { from: oneLine(from, LIMIT.name), to: oneLine(to, LIMIT.name) };
  return [{ row: { type: 'switch', key: `${id}.switch`, entry: id, at, tokens: 0, ...names }, block: 0 }];
}

/** The key of the row for the thinking that a text begins with. */
export function thinkingKey(key: string): string {
  return `${key}.thinking`;
}

type ReplyEnd = Pick<AssistantRow, 'cut' | 'usage' | 'cost'>;

/** The facts of a whole reply, which its last row shows. */
function endOf(entry: MessageEntry): ReplyEnd {
  const { cut, usage } = entry;
  const cost = costInDollars(entry);
  return { ...(cut && { cut }), ...(usage && { usage }), ...(cost !== undefined && { cost }) };
}

/** The text of the blocks that are text, as one. */
export function joinedText(blocks: readonly (Block | ResultContent)[]): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
}

function userRows(entry: MessageEntry): PlacedRow[] {
  const said = entry.blocks.filter((block) => block.type === 'text' || isAttached(block));
  const first = said.find(({ type }) => type === 'text') ?? said[0];
  if (!first) return [];
  const row: Row = {
    type: 'user',
    key: `${entry.id}`,
    entry: entry.id,
    at: entry.at,
    tokens: said.reduce((sum, block) => sum + estimateBlock(block), 0),
    origin: entry.origin === 'typed' ? 'typed' : 'program',
    body: clip(joinedText(said), LIMIT.body),
    attachments: attachmentsOf(entry.blocks, entry.id),
  };
  return [{ row, block: entry.blocks.indexOf(first) }];
}

type ToolBase = Pick<ToolRow, 'key' | 'entry' | 'at' | 'tokens'>;

function callRow(base: ToolBase, call: ToolUseBlock, result: PlacedResult | undefined): ToolRow {
  const { kind, subject, range } = describeCall(call.name, call.input);
  const view = result && resultView(result.block, kind);
  return {
    ...base,
    type: 'tool',
    tokens: base.tokens + (view?.tokens ?? 0),
    kind,
    name: call.name,
    subject,
    ...(range && { range }),
    input: clip(inputText(call), LIMIT.input),
    ...(view && { result: view }),
    ...((!view || call.name === 'run_command') && { call: call.id }),
    ...callFacts(kind, call, result?.block),
    orphan: false,
  };
}

/** The facts that a row shows beside the call, by the call's kind. */
function callFacts(
  kind: ToolRow['kind'],
  { name, input }: ToolUseBlock,
  result: ToolResultBlock | undefined,
): Pick<ToolRow, 'changed' | 'end' | 'todos'> {
  if (result?.isError !== true && kind === 'todo') {
    const items = listIn(input).slice(0, LIMIT.todos);
    const todos = items.map((todo) => ({ text: oneLine(todo.text, LIMIT.todo), state: todoState(todo) }));
    return todos.length > 0 ? { todos } : {};
  }
  if (!result) return {};
  const text = joinedText(result.content);
  if (kind === 'edit' && result.isError !== true) {
    const changed = linesOfCall(input, text);
    return changed ? { changed } : {};
  }
  const end = name === 'run_command' || name === 'command_output' ? commandEnd(text) : undefined;
  return end ? { end } : {};
}

function orphanRow(base: ToolBase, block: ToolResultBlock): ToolRow {
  const call = { kind: 'other', name: '', subject: '', input: clip('', 0) } as const;
  return { ...base, type: 'tool', ...call, result: resultView(block, 'other'), orphan: true };
}

/** A page of numbered lines ends with a line about them, which is none of them. */
function hasFooter(text: string): boolean {
  return /^\d+\t/.test(text) && text.charAt(text.lastIndexOf('\n') + 1) === '[';
}

function resultView(block: ToolResultBlock, kind: CallKind): ResultView {
  const text = joinedText(block.content);
  const footer = kind === 'read' && hasFooter(text) ? 1 : 0;
  return {
    body: clip(text, LIMIT.result),
    lines: text === '' ? 0 : countLines(text) - footer,
    bytes: utf8Length(text),
    tokens: estimateBlock(block),
    isError: block.isError ?? false,
    ...(block.intervention && { intervention: shownIntervention(block.intervention) }),
    attachments: attachmentsOf(block.content),
    ...(block.outputRef && { ref: block.outputRef.id }),
  };
}

function shownIntervention(given: Intervention): Intervention {
  if (given.type !== 'denied' || given.reason === undefined) return given;
  return { ...given, reason: oneLine(given.reason, LIMIT.reason) };
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < text.length - 1; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

/** `entry` is that of a person's message. */
function attachmentsOf(blocks: readonly (Block | ResultContent)[], entry?: EntryId): readonly AttachmentView[] {
  return blocks.flatMap((block, index): readonly AttachmentView[] => {
    if (!isAttached(block)) return [];
    const canOpen = entry !== undefined && block.type === 'attachment';
    return [{ ...attachmentView(block), ...(canOpen && { key: `${entry}.${index}` }) }];
  });
}

export function attachmentView(block: Attached): AttachmentView {
  const kind = block.type === 'attachment' ? block.kind : block.type;
  const lines = block.type === 'attachment' ? block.lines : undefined;
  return { kind, ...named(block.name), ...(lines && { lines }), tokens: estimateBlock(block) };
}

function named(name: string | undefined): Pick<AttachmentView, 'name'> {
  return name === undefined ? {} : { name: oneLine(name, LIMIT.name) };
}
