/** Reads a Claude Code session file together with the threads of its sub-agents. */
import type { Json } from '../../lang/json.ts';
import { type ForeignRecord, isRecord } from '../../lang/json-fields.ts';
import type { SubAgent } from '../../thread/sub-agent.ts';
import type { LeftOut, LineReader, Part } from '../reader/import-format.ts';
import type { Repeats } from '../reader/repeats.ts';
import { ClaudeCodeReader } from './claude-code-reader.ts';
import type { SideChains } from './side-chains.ts';

/** The thread's own reader, with the lines of each linked sub-agent handed to a reader of their own. */
export class SideChainReader implements LineReader {
  readonly #at: number;
  readonly #thread: LineReader;
  readonly #chains: SideChains;
  readonly #linked: ReadonlyMap<string, SubAgent>;
  /** Those of which the thread has not told yet, by their calls. */
  readonly #untold = new Map<string, SubAgent[]>();
  readonly #readers = new Map<string, ClaudeCodeReader>();

  readonly #isRepeated: ReturnType<Repeats['open']>;
  readonly #besideOf = ({ uuid, message = null }: ForeignRecord): LeftOut | undefined =>
    typeof uuid === 'string' && this.#isRepeated(uuid, message) ? 'repeated' : undefined;

  constructor(at: number, thread: LineReader, chains: SideChains) {
    this.#at = at;
    this.#thread = thread;
    this.#chains = chains;
    this.#isRepeated = chains.repeats.open();
    this.#linked = chains.linked();
    for (const agent of this.#linked.values()) {
      const others = this.#untold.get(agent.call);
      if (others) others.push(agent);
      else this.#untold.set(agent.call, [agent]);
    }
  }

  read(value: Json, line: number, record: number): readonly Part[] {
    const key = isRecord(value) && value.isSidechain === true ? this.#chains.keyOf(value) : undefined;
    const agent = key === undefined ? undefined : this.#linked.get(key);
    if (!agent) return this.#told(this.#thread.read(value, line, record));
    const reader = this.#readers.get(agent.thread) ?? new ClaudeCodeReader(this.#at, this.#besideOf, true);
    this.#readers.set(agent.thread, reader);
    return ofAgent(agent.thread, reader.read(value, line));
  }

  end(): readonly Part[] {
    const ends = [...this.#readers].flatMap(([thread, reader]) => ofAgent(thread, reader.end()));
    return [...ends, ...this.#told(this.#thread.end())];
  }

  /** What the log says of a sub-agent stands behind the message with its call. */
  #told(parts: readonly Part[]): readonly Part[] {
    if (this.#untold.size === 0) return parts;
    return parts.flatMap((part): readonly Part[] => {
      if (part.type !== 'message' || part.message.origin !== 'model') return [part];
      const { at, blocks } = part.message;
      const agents = blocks.flatMap((block) => {
        const found = block.type === 'tool_use' ? this.#untold.get(block.id) : undefined;
        if (found && block.type === 'tool_use') this.#untold.delete(block.id);
        return found ?? [];
      });
      const said = agents.flatMap((agent) => [begun(agent), agent]);
      return [part, ...said.map((agent): Part => ({ type: 'sub-agent', at, agent }))];
    });
  }
}

function begun({ call, thread }: SubAgent): SubAgent {
  return { call, thread, state: 'begun' };
}

function ofAgent(thread: string, parts: readonly Part[]): readonly Part[] {
  return parts.map((part) => (part.type === 'odd' ? part : { type: 'of-sub-agent', thread, part }));
}
