/** Puts messages into the order that providers require: alternating roles, each call answered right after it, nothing blank. */
import { Queues } from '../lang/queues.ts';
import { isBlankBlock } from '../message/blank.ts';
import type { Block, Message, ToolResultBlock } from '../message/message.ts';

/** A change made to satisfy the wire order; `message` is the index in the result. */
export interface Repair {
  readonly type: 'missing-result' | 'orphan-result' | 'duplicate-id' | 'no-first-user' | 'text-before-thinking';
  readonly message: number;
  readonly toolUseId?: string;
}

export interface WireContext {
  readonly messages: readonly Message[];
  readonly repairs: readonly Repair[];
}

const MISSING_RESULT = '[No result was recorded for this call.]';
const ORPHAN_RESULT = '[Result of a call that is not in this context:]\n';
const FIRST_USER = '[The thread starts with the assistant.]';
const BEFORE_THINKING = '[The assistant goes on.]';

/**
 * Puts messages into wire order. Blank text and empty messages go, neighbours of one role are merged, results move to the
 * head of the message after their calls, in the order of the calls; a call without a result gets one that says so, a result
 * without a call becomes text, a tool id that was used before is renamed with its result, and the first message is a user's
 * (docs/wire-rules.md, "Order and pairs"). A reply that opens with thinking stays the opening of its message: where the
 * assistant said something before it (a collapsed round, a summary, a reply that broke off) a user's line parts the two. What is already in order comes back as the same objects. Linear; what is
 * appended to a context without open calls never changes the blocks before it.
 */
export function toWireOrder(messages: readonly Message[]): WireContext {
  const wire: Message[] = [];
  const repairs: Repair[] = [];
  const usedIds: UsedIds = new Map();
  let open: readonly OpenCall[] = [];
  for (const group of groupsOfOneRole(messages)) {
    if (wire.length === 0 && group.role === 'assistant' && group.blocks[0]?.type !== 'native') {
      wire.push({ role: 'user', blocks: [{ type: 'text', text: FIRST_USER }] });
      repairs.push({ type: 'no-first-user', message: 0 });
    }
    const at = wire.length;
    if (group.role === 'assistant') {
      const named = uniqueCalls(group, usedIds);
      for (const call of named.calls)
        if (call.id !== call.wireId) repairs.push({ type: 'duplicate-id', message: at, toolUseId: call.id });
      open = named.calls;
      wire.push(named.message);
    } else {
      if (group === SEPARATOR) repairs.push({ type: 'text-before-thinking', message: at });
      wire.push(answered(group, open, at, repairs));
      open = [];
    }
  }
  if (open.length > 0) wire.push(answered({ role: 'user', blocks: [] }, open, wire.length, repairs));
  return { messages: wire, repairs };
}

interface OpenCall {
  readonly id: string;
  readonly wireId: string;
}

function groupsOfOneRole(messages: readonly Message[]): Message[] {
  const runs: Message[][] = [];
  let mayPart = false;
  for (const message of messages) {
    const full = message.blocks.some(isBlankBlock)
      ? { ...message, blocks: message.blocks.filter(isNotBlank) }
      : message;
    if (full.blocks.length === 0) continue;
    const run = runs.at(-1);
    const thinks = isThinking(full.blocks[0]);
    if (run?.[0]?.role !== full.role) {
      runs.push([full]);
      mayPart = full.role === 'assistant' && !thinks && !hasCall(full);
    } else if (thinks && mayPart) {
      runs.push([SEPARATOR], [full]);
      mayPart = false;
    } else {
      run.push(full);
      mayPart &&= !hasCall(full);
    }
  }
  return runs.map(mergeRun);
}

/** A single object, so that it is distinguishable from a person's message by identity. */
const SEPARATOR: Message = { role: 'user', blocks: [{ type: 'text', text: BEFORE_THINKING }] };

function hasCall({ blocks }: Message): boolean {
  return blocks.some((block) => block.type === 'tool_use');
}

function isThinking(block: Block | undefined): boolean {
  return block?.type === 'thinking' || block?.type === 'redacted_thinking';
}

function mergeRun(run: readonly Message[]): Message {
  const [first] = run;
  if (first && run.length === 1) return first;
  return { role: first?.role ?? 'user', blocks: run.flatMap((message) => message.blocks) };
}

const isNotBlank = (block: Block) => !isBlankBlock(block);

/** Ids that calls have, each with the next suffix to try for it. */
type UsedIds = Map<string, number>;

/** The calls of an assistant's message under ids that no call before them has. */
function uniqueCalls(
  group: Message,
  used: UsedIds,
): { readonly message: Message; readonly calls: readonly OpenCall[] } {
  const calls: OpenCall[] = [];
  for (const block of group.blocks) {
    if (block.type !== 'tool_use') continue;
    const wireId = freeId(block.id, used);
    used.set(wireId, 2);
    calls.push({ id: block.id, wireId });
  }
  if (calls.every((call) => call.id === call.wireId)) return { message: group, calls };
  const wireIds = calls.values();
  const blocks = group.blocks.map((block) => {
    if (block.type !== 'tool_use') return block;
    return { ...block, id: wireIds.next().value?.wireId ?? block.id };
  });
  return { message: { role: 'assistant', blocks }, calls };
}

function freeId(id: string, used: UsedIds): string {
  if (id !== '' && !used.has(id)) return id;
  let n = used.get(id) ?? 2;
  while (used.has(`${id}_${n}`)) n++;
  used.set(id, n + 1);
  return `${id}_${n}`;
}

/** The user message after an assistant's: results of the open calls first, then all else in its order. */
function answered(group: Message, open: readonly OpenCall[], at: number, repairs: Repair[]): Message {
  if (isAnswered(group, open)) return group;
  const given = new Queues<string, ToolResultBlock>();
  for (const block of group.blocks) if (block.type === 'tool_result') given.add(block.toolUseId, block);
  const taken = new Set<ToolResultBlock>();
  const results = open.map((call): ToolResultBlock => {
    const result = given.take(call.id);
    if (!result) {
      repairs.push({ type: 'missing-result', message: at, toolUseId: call.wireId });
      return {
        type: 'tool_result',
        toolUseId: call.wireId,
        content: [{ type: 'text', text: MISSING_RESULT }],
        isError: true,
      };
    }
    taken.add(result);
    return call.id === call.wireId ? result : { ...result, toolUseId: call.wireId };
  });
  const rest = group.blocks.flatMap((block): readonly Block[] => {
    if (block.type !== 'tool_result') return [block];
    if (taken.has(block)) return [];
    repairs.push({ type: 'orphan-result', message: at, toolUseId: block.toolUseId });
    return [{ type: 'text', text: ORPHAN_RESULT }, ...block.content.filter(isNotBlank)];
  });
  return { role: 'user', blocks: [...results, ...rest] };
}

/** The usual case: the first results answer the calls one by one, and there are no others. */
function isAnswered({ blocks }: Message, open: readonly OpenCall[]): boolean {
  return (
    blocks.every((block, i) => {
      const call = open[i];
      if (block.type !== 'tool_result') return call === undefined;
      return call?.wireId === block.toolUseId && call.id === call.wireId;
    }) && blocks.length >= open.length
  );
}
