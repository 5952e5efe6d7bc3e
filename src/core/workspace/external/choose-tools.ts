/** Chooses which tools of other extensions and MCP servers a model is offered, and counts the tokens of all tool schemas. */
import type { ToolDefinition } from '../../agent/ports.ts';
import { sumOfTools, toolTokens } from '../../agent/tool-tokens.ts';
import type { OfferedTool, ToolChoice } from '../../thread/offered-tools.ts';
import { SMALL_WINDOW } from '../workspace-tools.ts';
import { cleanSchema } from './clean-schema.ts';
import type { ExternalTool } from './external-tool.ts';
import { toolNames } from './tool-names.ts';
import { NEEDED, type ToolSelection } from './tool-selection.ts';

/** The share of a window that the schemas of tools take without a word. */
const SHARE = 0.1;
/** UTF-16 units of a description; some servers refuse longer ones. */
const MOST_DESCRIPTION = 8_000;

export interface ChosenTools extends ToolChoice {
  /** External tools that are on, and have no room in a small window. */
  readonly leftOut: readonly OfferedTool[];
  /** Tokens of all schemas that are offered, ours included. */
  readonly tokens: number;
  /** Tokens that they take without a word; undefined where the window is not known. */
  readonly share: number | undefined;
}

/** `own` are all tools of ours. The order is that of sources and ids, as a provider's cache begins with the tools. */
export function chooseTools(
  selection: ToolSelection,
  tools: readonly ExternalTool[],
  { own: all, window }: { readonly own: readonly ToolDefinition[]; readonly window: number | undefined },
): ChosenTools {
  const share = shareOf(window);
  const isSmall = window !== undefined && window < SMALL_WINDOW;
  const on = new Set(selection.on);
  const without = selection.off.filter((name) => !NEEDED.has(name)).sort();
  const off = new Set(without);
  const own = all.filter(({ name }) => !off.has(name));
  const reserved = new Set(all.map(({ name }) => name));
  let tokens = sumOfTools(own);
  const offered: OfferedTool[] = [];
  const leftOut: OfferedTool[] = [];
  for (const tool of describeTools(tools, reserved)) {
    if (!on.has(tool.id)) continue;
    const size = toolTokens(tool);
    if (isSmall && tokens + size > (share ?? 0)) leftOut.push(tool);
    else {
      tokens += size;
      offered.push(tool);
    }
  }
  return { offered, without, leftOut, tokens, share };
}

/** Tokens that schemas may take of a window without a word. */
function shareOf(window: number | undefined): number | undefined {
  return window === undefined ? undefined : Math.floor(window * SHARE);
}

const described = new WeakMap<ExternalTool, OfferedTool>();

/** As a model is told of them, in their order. Each is made once for each object and name. */
export function describeTools(tools: readonly ExternalTool[], reserved: ReadonlySet<string>): readonly OfferedTool[] {
  const names = toolNames(
    tools.map(({ id }) => id),
    reserved,
  );
  return [...tools].sort(bySource).map((tool) => {
    const name = names.get(tool.id) ?? tool.id;
    const had = described.get(tool);
    if (had?.name === name) return had;
    const { id, source, description, inputSchema } = tool;
    const made = {
      name,
      id,
      source,
      description: description.slice(0, MOST_DESCRIPTION).toWellFormed(),
      inputSchema: cleanSchema(inputSchema).offered,
    };
    described.set(tool, made);
    return made;
  });
}

function bySource(one: ExternalTool, other: ExternalTool): number {
  const [a, b] = [`${one.source}\n${one.id}`, `${other.source}\n${other.id}`];
  return a < b ? -1 : a > b ? 1 : 0;
}
