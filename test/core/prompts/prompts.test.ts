/** The texts that every request begins with: the system prompt and the tools. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { builtInTools } from '../../../src/core/agent/built-in-tools.ts';
import { ASK_AGENT } from '../../../src/core/agent/sub-agent/ask-agent-tool.ts';
import { SUB_AGENT_PROMPT } from '../../../src/core/agent/sub-agent/sub-agent-prompt.ts';
import { SYSTEM_PROMPT, systemPromptWith } from '../../../src/core/agent/system-prompt.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { err } from '../../../src/core/lang/result.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { withInstructionText } from '../../../src/core/thread/instruction-text.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { commandOutput } from '../../../src/core/workspace/commands/command-output.ts';
import type { Commands } from '../../../src/core/workspace/commands/ports.ts';
import { runCommand } from '../../../src/core/workspace/commands/run-command.ts';
import { stopCommand } from '../../../src/core/workspace/commands/stop-command.ts';
import { dueInstructions } from '../../../src/core/workspace/instructions/due-instructions.ts';
import { expectGolden } from '../../golden-file.ts';
import { MemoryOutputs } from '../tool-output/samples.ts';

const commands: Commands = {
  shell: 'bash',
  start: async () => err({ type: 'no-shell' }),
  read: async () => undefined,
  stop: async () => undefined,
  running: () => [],
};

const tools = [
  ...builtInTools({
    config: DEFAULT_CONFIG,
    outputs: new MemoryOutputs(),
    regex: { start: async () => err('none') },
  }),
  runCommand(commands, async () => ({ given: '', real: '/', inside: '' })),
  commandOutput(commands),
  stopCommand(commands),
  ASK_AGENT,
];

it('golden: the system prompt', async () => {
  await expectGolden('prompts/system-prompt.md', SYSTEM_PROMPT);
});

it('golden: the system prompt in a workspace, whose lines name only tools that are offered', async () => {
  const named = (names: string) => names.split(' ').map((name) => ({ name }));
  const files =
    'read_file list_files find_files search_text outline edit_file write_file move_file delete_file diagnostics';
  const all = named(`${files} run_command command_output stop_command`);
  await expectGolden('prompts/system-prompt-workspace.md', systemPromptWith(all));
  const short = named('read_file search_text edit_file write_file run_command');
  const lines = systemPromptWith(short).slice(SYSTEM_PROMPT.length).split('\n');
  const missing = all.filter(({ name }) => !short.some((one) => one.name === name));
  for (const { name } of missing) expect(lines.join('\n')).not.toContain(`\`${name}\``);
  expect(lines.length).toBeGreaterThan(7);
  expect(systemPromptWith([])).toBe(SYSTEM_PROMPT);
});

it('golden: the system prompt of a sub-agent', async () => {
  await expectGolden('prompts/sub-agent.md', SUB_AGENT_PROMPT);
});

it('golden: the instruction files of a workspace, in the prompt and in notes', async () => {
  const agents = { path: 'AGENTS.md', text: 'Use tabs.\nNever delete tests.\n' };
  const nested = { path: 'src/AGENTS.md', text: 'No default exports.' };
  const prompt = withInstructionText('(the system prompt)', { prefix: [agents, nested] }, 100_000);
  const known = { prefix: [agents, { path: 'CLAUDE.md', text: 'Be brief.' }], notes: [], entry: entryId(1) };
  const said = { type: 'message', id: entryId(2), at: 0, origin: 'model', blocks: [] } as const;
  const thread = { ...replay([said]), instructions: known };
  const changed = { ...agents, text: `Use blanks.\n${agents.text.slice(10)}` };
  const notes = dueInstructions(thread, [changed, nested], 100_000).flatMap((entry) =>
    entry.type === 'message' ? entry.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])) : [],
  );
  await expectGolden('prompts/instructions.md', [prompt, ...notes].join('\n\n---\n\n'));
});

it.each(tools.map((tool) => [tool.name, tool] as const))('golden: the tool %s', async (name, tool) => {
  const schema = JSON.stringify(tool.inputSchema, undefined, 2);
  await expectGolden(`prompts/tool-${name}.md`, `# ${name}\n\n${tool.description}\n\n\`\`\`json\n${schema}\n\`\`\``);
});

it('golden files hold these tools and no others', () => {
  const files = readdirSync(path.join(import.meta.dirname, '../../golden/prompts'));
  const described = files.flatMap((file) => /^tool-(.*)\.md$/.exec(file)?.[1] ?? []);
  expect(described.sort()).toEqual(tools.map(({ name }) => name).sort());
});
