/** Writes the fields that mark sub-agents in a Claude Code session file: on their own lines, and on the results of the calls that began them. */
import type { Json } from '../../lang/json.ts';
import { field } from '../../lang/json-fields.ts';
import type { Block, ToolResultBlock } from '../../message/message.ts';
import type { MessageEntry, SubAgentEntry } from '../../thread/entry.ts';
import type { SubAgent } from '../../thread/sub-agent.ts';
import { anthropicBlock } from './anthropic-blocks.ts';

/** What marks the lines of a sub-agent as a side chain, and names the call that it belongs to. */
export function sideFields({ thread, call }: SubAgent): { readonly [key: string]: Json } {
  return { isSidechain: true, agentId: thread, parentToolUseID: call };
}

/** A part of a message that is a record of its own. */
interface Piece {
  readonly blocks: readonly Block[];
  readonly fields: { readonly [key: string]: Json };
}

/** Reads the entries of a thread in order, and tells which results are answers of sub-agents. */
export class AskedAgents {
  /** By the call, the newest entry about it. */
  readonly #asked = new Map<string, SubAgentEntry>();
  #newest: MessageEntry | undefined;
  readonly #tasks = new Map<string, Json>();

  saw(entry: MessageEntry | SubAgentEntry): void {
    if (entry.type === 'message') {
      if (entry.origin === 'model') this.#newest = entry;
      return;
    }
    this.#asked.set(entry.call, entry);
    const call = this.#newest?.blocks.find((block) => block.type === 'tool_use' && block.id === entry.call);
    const task = call?.type === 'tool_use' ? field(call.input, 'task') : undefined;
    if (task !== undefined) this.#tasks.set(entry.call, task);
  }

  /** The message as it is; or each answer of a sub-agent apart, as a record names one agent at most. */
  pieces({ blocks, origin }: MessageEntry): readonly Piece[] {
    const pieces: Piece[] = [];
    let rest: Block[] = [];
    const close = () => {
      if (rest.length > 0) pieces.push({ blocks: rest, fields: {} });
      rest = [];
    };
    for (const block of blocks) {
      const agent = origin === 'tools' && block.type === 'tool_result' ? this.#asked.get(block.toolUseId) : undefined;
      if (block.type !== 'tool_result' || !agent) {
        rest.push(block);
        continue;
      }
      close();
      pieces.push({ blocks: [block], fields: { toolUseResult: this.#result(agent, block) } });
      this.#asked.delete(block.toolUseId);
    }
    close();
    return pieces;
  }

  #result({ thread, call, state, limit, why, rounds, usage }: SubAgent, { content }: ToolResultBlock): Json {
    const prompt = this.#tasks.get(call);
    return {
      status: state === 'done' ? 'completed' : state,
      agentId: thread,
      ...(prompt !== undefined && { prompt }),
      content: content.map(anthropicBlock).filter((part) => part !== undefined),
      ...(limit !== undefined && { limit }),
      ...(why !== undefined && { error: why }),
      ...(rounds !== undefined && { rounds }),
      ...(usage && { totalTokens: usage.total }),
    };
  }
}
