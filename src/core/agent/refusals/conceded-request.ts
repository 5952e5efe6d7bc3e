/** Changes a request by what was conceded to the model's server: fewer images, no seals, no tools, no system prompt, a shorter reply. */
import { fingerprint } from '../../lang/fingerprint.ts';
import type { Block, ImageBlock, Message, ResultContent, ToolResultBlock } from '../../message/message.ts';
import { unsendable } from '../../message/unsendable.ts';
import { readableBy } from '../../thread/readable-blocks.ts';
import { toWireOrder } from '../../thread/wire-order.ts';
import type { ModelRequest } from '../ports.ts';
import type { Conceded } from './conceded.ts';
import type { SentParts } from './refusal.ts';
import { toolMark } from './tool-refusal.ts';

/** What of a thread is not sent any more: seals by their fingerprint, images by their base64. */
export interface RefusedParts {
  readonly seals: ReadonlySet<string>;
  readonly images: ReadonlySet<string>;
}

/** What only the adapter can do is in `conceded`. A request that nothing was conceded for is the same object. Linear. */
export function concedeRequest<R extends ModelRequest>(request: R, conceded: Conceded, refused: RefusedParts): R {
  if (Object.keys(conceded).length === 0 && refused.seals.size === 0 && refused.images.size === 0) return request;
  const { system, tools, toolChoice, maxTokens, isEdited } = request;
  const isAsUser = conceded.system === 'as-user' && system.trim() !== '';
  const hasTools = conceded.tools !== 'none' && !(conceded.toolChoice === 'unsaid' && toolChoice === 'none');
  const steps: readonly ((messages: readonly Message[]) => readonly Message[])[] = [
    (messages) => withoutSeals(messages, conceded, refused.seals),
    (messages) => withoutImages(messages, conceded, refused.images),
    (messages) => (hasTools ? messages : withoutCalls(messages)),
    (messages) => (isAsUser ? withSystem(system, messages) : messages),
  ];
  const messages = steps.reduce((all, step) => step(all), request.messages);
  return {
    ...request,
    messages,
    system: isAsUser ? '' : system,
    tools: hasTools ? withoutRefused(tools, conceded) : [],
    toolChoice: hasTools ? toolChoice : 'auto',
    maxTokens: Math.min(maxTokens, conceded.maxTokens ?? maxTokens),
    isEdited: isEdited || messages !== request.messages,
    ...(conceded.effort !== undefined && { effort: undefined }),
    conceded,
  };
}

function withSystem(system: string, messages: readonly Message[]): readonly Message[] {
  const [first, ...others] = messages;
  const said: Block = { type: 'text', text: system };
  if (first?.role !== 'user') return [{ role: 'user', blocks: [said] }, ...messages];
  return [{ ...first, blocks: [said, ...first.blocks] }, ...others];
}

function withoutRefused(tools: ModelRequest['tools'], { toolsLeftOut = [] }: Conceded): ModelRequest['tools'] {
  if (toolsLeftOut.length === 0) return tools;
  const left = new Set(toolsLeftOut);
  return tools.filter((tool) => !left.has(toolMark(tool)));
}

/** What a refusal of the request can be about. */
export function sentIn(request: ModelRequest): SentParts {
  const { messages, tools, toolChoice, maxTokens, effort, conceded = {} } = request;
  const images = imagesIn(messages);
  return {
    images: images.length,
    imageTypes: [...new Set(images.map(({ mediaType }) => mediaType))],
    tools,
    hasTools: tools.length > 0 || messages.some(({ blocks }) => blocks.some(({ type }) => type === 'tool_use')),
    hasSeals: messages.some(({ blocks }) => blocks.some((block) => sealOf(block) !== undefined)),
    forbidsCalls: toolChoice === 'none',
    maxTokens,
    asksEffort: effort !== undefined,
    conceded,
  };
}

export function imagesIn(messages: readonly Message[]): readonly ImageBlock[] {
  return messages.flatMap(({ blocks }) =>
    blocks.flatMap((block): readonly ImageBlock[] => {
      if (block.type === 'tool_result') return block.content.filter((part) => part.type === 'image');
      return block.type === 'image' ? [block] : [];
    }),
  );
}

/** Fingerprints of all seals. */
export function sealsIn(messages: readonly Message[]): readonly string[] {
  return messages.flatMap(({ blocks }) => blocks.flatMap((block) => markOf(block) ?? []));
}

function sealOf(block: Block): string | undefined {
  switch (block.type) {
    case 'text':
    case 'thinking':
    case 'tool_use':
      return block.signature;
    case 'redacted_thinking':
      return block.data;
    case 'native':
      return JSON.stringify(block.data);
    default:
      return undefined;
  }
}

const marks = new WeakMap<Block, string>();

/** The fingerprint of a block's seal, made once for each block object. */
function markOf(block: Block): string | undefined {
  const seal = sealOf(block);
  if (seal === undefined) return undefined;
  const mark = marks.get(block) ?? fingerprint(seal);
  marks.set(block, mark);
  return mark;
}

/** No model has this key, so that nobody reads what it sealed. */
const NO_MODEL = '';

function withoutSeals(messages: readonly Message[], { seals }: Conceded, refused: ReadonlySet<string>) {
  if (seals === undefined && refused.size === 0) return messages;
  const isRefused = (block: Block) => {
    const mark = markOf(block);
    return mark !== undefined && (seals === 'none' || refused.has(mark));
  };
  if (!messages.some(({ blocks }) => blocks.some(isRefused))) return messages;
  const readable = messages.flatMap(({ role, blocks }) =>
    runsOf(blocks, isRefused).flatMap((run): readonly Message[] => {
      const message = { role, blocks: run.blocks };
      return run.isRefused ? readableBy([message], NO_MODEL) : [message];
    }),
  );
  return toWireOrder(readable).messages;
}

function runsOf(blocks: readonly Block[], isRefused: (block: Block) => boolean) {
  const runs: { readonly isRefused: boolean; readonly blocks: Block[] }[] = [];
  for (const block of blocks) {
    const last = runs.at(-1);
    if (last && last.isRefused === isRefused(block)) last.blocks.push(block);
    else runs.push({ isRefused: isRefused(block), blocks: [block] });
  }
  return runs;
}

function withoutImages(messages: readonly Message[], conceded: Conceded, refused: ReadonlySet<string>) {
  const { images: most = Number.POSITIVE_INFINITY, imageTypes = [] } = conceded;
  const isRefused = ({ mediaType, data }: ImageBlock) => imageTypes.includes(mediaType) || refused.has(data);
  const all = imagesIn(messages);
  const taken = all.filter((image) => !isRefused(image));
  let over = imagesOver(taken.length, most);
  if (over === 0 && taken.length === all.length) return messages;
  const shown = <B extends Block>(block: B) => {
    if (block.type !== 'image') return block;
    const goes = isRefused(block) || over-- > 0;
    return goes ? ({ type: 'text', text: unsendable(block) } as const) : block;
  };
  return messages.map(({ role, blocks }) => ({
    role,
    blocks: blocks.map(
      (block): Block =>
        block.type === 'tool_result'
          ? { ...block, content: block.content.map((part): ResultContent => shown(part)) }
          : shown(block),
    ),
  }));
}

/** The oldest ones, several at once, so that not every new image changes what was sent before it. */
function imagesOver(count: number, most: number): number {
  if (count <= most) return 0;
  const step = Math.max(1, Math.floor(most / 2));
  return Math.min(count, Math.ceil((count - most) / step) * step);
}

function withoutCalls(messages: readonly Message[]): readonly Message[] {
  const names = new Map<string, string>();
  if (!messages.some(({ blocks }) => blocks.some(isCallOrResult))) return messages;
  return messages.map(({ role, blocks }) => ({
    role,
    blocks: blocks.flatMap((block): readonly Block[] => {
      if (block.type === 'tool_use') {
        names.set(block.id, block.name);
        return [{ type: 'text', text: `[Called ${block.name} with ${JSON.stringify(block.input)}]` }];
      }
      return block.type === 'tool_result' ? resultText(block, names.get(block.toolUseId) ?? 'a tool') : [block];
    }),
  }));
}

function isCallOrResult({ type }: Block): boolean {
  return type === 'tool_use' || type === 'tool_result';
}

function resultText({ content, isError }: ToolResultBlock, name: string): readonly Block[] {
  const head = isError ? `[${name} failed:]` : `[${name} gave:]`;
  return content.length === 0
    ? [{ type: 'text', text: `[${name} gave nothing.]` }]
    : [{ type: 'text', text: head }, ...content];
}
