/** The tool that ends a command in the background. */
import description from '../../prompts/stop-command.md';
import { failed } from '../../tool-output/tool.ts';
import { type Fields, nonEmptyText, readInput } from '../../tool-output/tool-input.ts';
import { finished, type WorkspaceTool } from '../workspace-tool.ts';
import type { Commands } from './ports.ts';
import { stateText } from './state-text.ts';
import { unknownCommandText } from './unknown-command.ts';

const FIELDS: Fields<{ readonly id: string }> = { id: { ...nonEmptyText, isRequired: true } };

export function stopCommand(commands: Commands): WorkspaceTool {
  return {
    name: 'stop_command',
    description: description.trim(),
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'The id of the command.' } },
      required: ['id'],
      additionalProperties: false,
    },
    effect: 'changes',
    resource: () => undefined,
    prepare: async (input) => {
      const read = readInput(input, FIELDS);
      if (!read.ok) return finished(failed(read.error));
      const { id = '' } = read.value;
      return {
        type: 'prepared',
        requests: [],
        act: async () => {
          const state = await commands.stop(id);
          if (!state) return finished(failed(unknownCommandText(id, commands)));
          return finished({ content: [{ type: 'text', text: stateText(id, state) }] });
        },
      };
    },
  };
}
