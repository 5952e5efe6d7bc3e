/** Groups the lines of a Claude Code session file by sub-agent, and finds the tool call that began each. */
import type { Json } from '../../lang/json.ts';
import { type ForeignRecord, field, filledText, isList, isRecord } from '../../lang/json-fields.ts';
import type { TokenUsage } from '../../message/message.ts';
import { addUsage } from '../../message/usage.ts';
import { SUB_AGENT_LIMITS, SUB_AGENT_STATES, type SubAgent } from '../../thread/sub-agent.ts';
import { anthropicUsage } from '../reader/recorded-usage.ts';
import { Repeats } from '../reader/repeats.ts';

/** What the lines of one sub-agent say of it. */
interface SideChain {
  readonly number: number;
  call: string | undefined;
  /** Its first words, which are the task in the call. */
  readonly prompt: string;
  rounds: number;
  model: string | undefined;
  message: string | undefined;
  /** Of the messages before the last one, and of that. */
  usage: TokenUsage;
  last: TokenUsage | undefined;
}

interface Answer {
  readonly isError: boolean;
  readonly result: Json | undefined;
}

const NO_USAGE: TokenUsage = { input: 0, output: 0, cacheCreation: 0, cacheRead: 0, total: 0 };

/** As an id of a thread is: it names a folder. */
const THREAD_ID = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;

/**
 * Versions of Claude Code write these lines in three ways: into the session's file without a name (older ones), with `agentId`, and into a
 * file of their own, which `toolUseResult.agentId` of the call's answer names. The call is found by that, by `parentToolUseID` of our own exports, or
 * by the task in its input.
 */
export class SideChains {
  readonly #chains = new Map<string, SideChain>();
  /** Of lines without `agentId`, by their id. */
  readonly #keys = new Map<string, string>();
  readonly #callOfAgent = new Map<string, string>();
  readonly #callOfTask = new Map<string, string>();
  readonly #answers = new Map<string, Answer>();
  readonly #seen = new Set<string>();
  readonly repeats = new Repeats();

  /** A record of the file, in order. */
  read(record: ForeignRecord): void {
    if (record.isSidechain === true) this.#side(record);
    else if (record.type === 'assistant') this.#calls(record);
    else if (record.type === 'user') this.#results(record);
  }

  /** Which sub-agent a line is of; undefined where nothing tells. */
  keyOf(record: ForeignRecord): string | undefined {
    const own = filledText(record.agentId);
    if (own !== undefined) return own;
    const parent = filledText(record.parentUuid) ?? filledText(record.logicalParentUuid);
    return this.#keys.get(filledText(record.uuid) ?? '') ?? this.#keys.get(parent ?? '');
  }

  /** The sub-agents whose calls were found, as they ended, by the key of their lines. */
  linked(): ReadonlyMap<string, SubAgent> {
    const found = new Map<string, SubAgent>();
    for (const [key, chain] of this.#chains) {
      const call = chain.call ?? this.#callOfAgent.get(key) ?? this.#callOfTask.get(chain.prompt);
      if (call === undefined || chain.rounds === 0) continue;
      const thread = THREAD_ID.test(key) ? key : `agent-${chain.number}`;
      const usage = chain.last ? addUsage(chain.usage, chain.last) : chain.usage;
      const { rounds, model } = chain;
      const work = { rounds, ...(model !== undefined && { model }), ...(usage.total > 0 && { usage }) };
      found.set(key, { call, thread, ...endOf(this.#answers.get(call)), ...work });
    }
    return found;
  }

  #side(record: ForeignRecord): void {
    const id = filledText(record.uuid);
    const key = this.keyOf(record) ?? id;
    if (id !== undefined && record.parentUuid !== undefined) this.repeats.saw(id);
    if (key === undefined || (id !== undefined && this.#seen.has(id))) return;
    if (id !== undefined) this.#seen.add(id);
    if (record.agentId === undefined && id !== undefined) this.#keys.set(id, key);
    const chain = this.#chains.get(key) ?? this.#begin(key, record);
    chain.call ??= filledText(record.parentToolUseID);
    if (record.type !== 'assistant' || !isRecord(record.message)) return;
    const message = filledText(record.message.id);
    const usage = anthropicUsage(record.message.usage);
    if (message === undefined || message !== chain.message) {
      if (chain.last) chain.usage = addUsage(chain.usage, chain.last);
      chain.last = undefined;
      chain.rounds++;
    }
    chain.message = message;
    chain.last = usage ?? chain.last;
    chain.model = filledText(record.message.model) ?? chain.model;
  }

  #begin(key: string, record: ForeignRecord): SideChain {
    const number = this.#chains.size + 1;
    const call = filledText(record.parentToolUseID);
    const prompt = wordsOf(record).trim();
    const none = { rounds: 0, model: undefined, message: undefined, usage: NO_USAGE, last: undefined };
    const chain: SideChain = { number, call, prompt, ...none };
    this.#chains.set(key, chain);
    return chain;
  }

  #calls({ message }: ForeignRecord): void {
    for (const block of blocksIn(message)) {
      const [id, task] = [filledText(field(block, 'id')), filledText(field(field(block, 'input'), 'prompt'))];
      if (field(block, 'type') === 'tool_use' && id !== undefined && task !== undefined)
        this.#callOfTask.set(task.trim(), id);
    }
  }

  #results({ message, toolUseResult }: ForeignRecord): void {
    const agent = filledText(field(toolUseResult, 'agentId'));
    for (const block of blocksIn(message)) {
      const call = filledText(field(block, 'tool_use_id'));
      if (field(block, 'type') !== 'tool_result' || call === undefined) continue;
      this.#answers.set(call, { isError: field(block, 'is_error') === true, result: agent && toolUseResult });
      if (agent !== undefined) this.#callOfAgent.set(agent, call);
    }
  }
}

function blocksIn(message: Json | undefined): readonly Json[] {
  const content = field(message, 'content');
  return isList(content) ? content : [];
}

function wordsOf({ message }: ForeignRecord): string {
  const content = field(message, 'content');
  if (typeof content === 'string') return content;
  return blocksIn(message)
    .flatMap((block) => filledText(field(block, 'text')) ?? [])
    .join('\n');
}

function endOf(answer: Answer | undefined): Pick<SubAgent, 'state' | 'limit' | 'why'> {
  if (!answer) return { state: 'closed' };
  const status = field(answer.result, 'status');
  const state = SUB_AGENT_STATES.find((one) => one === status && one !== 'begun');
  const limit = SUB_AGENT_LIMITS.find((one) => one === field(answer.result, 'limit'));
  const why = filledText(field(answer.result, 'error'));
  return {
    state: state ?? (answer.isError ? 'failed' : 'done'),
    ...(limit !== undefined && { limit }),
    ...(why !== undefined && { why }),
  };
}
