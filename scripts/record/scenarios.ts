/** What each provider is asked so that its streams can be recorded; a fixture has its scenario's name. */
import type { ModelRequest, ToolDefinition } from '../../src/core/agent/ports.ts';
import type { Block } from '../../src/core/message/message.ts';

export interface Scenario {
  readonly name: string;
  readonly request: ModelRequest;
  /** Asked so often; the last answer is the recorded one. */
  readonly times: number;
}

const TOOLS: readonly ToolDefinition[] = [
  {
    name: 'read_file',
    description: 'Reads a file of the workspace.',
    inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  },
];

/** Long enough for every provider's cache; 4,096 tokens is the most that one asks for. */
const RULES = Array.from({ length: 600 }, (_, n) => `Rule ${n + 1}: keep part ${n + 1} as it is.`).join('\n');

/** `png` is base64. */
export function scenariosWith(png: string): readonly Scenario[] {
  const image: Block = { type: 'image', mediaType: 'image/png', data: png };
  return [
    scenario('plain', 'Say in one sentence what a context window is.'),
    scenario('tools', 'Read src/window.ts with the tool.', { tools: TOOLS }),
    scenario('parallel-tools', 'Read a.ts, b.ts and c.ts with the tool, all at once.', { tools: TOOLS }),
    scenario('thinking', 'Is 8191 a prime number? Think it over, then answer in one sentence.', { maxTokens: 4_000 }),
    scenario('image', 'Say in one sentence what this shows.', {}, [image]),
    scenario('unicode', 'Repeat exactly: 🧵 Grüße, 日本語, नमस्ते, 👩‍👩‍👧'),
    scenario('length', 'Count from one to three hundred in words.', { maxTokens: 64 }),
    { ...scenario('usage-with-cache', 'Say in one word that you are there.', { system: RULES }), times: 2 },
  ];
}

function scenario(
  name: string,
  text: string,
  more: Partial<ModelRequest> = {},
  blocks: readonly Block[] = [],
): Scenario {
  const messages = [{ role: 'user', blocks: [...blocks, { type: 'text', text }] }] as const;
  const base = { system: 'You are brief.', tools: [], toolChoice: 'auto', maxTokens: 1_000, isEdited: false } as const;
  return { name, times: 1, request: { ...base, messages, thread: `record-${name}`, ...more } };
}
