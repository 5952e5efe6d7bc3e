/** The tool that reads the output of a command in the background. */
import description from '../../prompts/command-output.md';
import { failed } from '../../tool-output/tool.ts';
import { type Fields, nonEmptyText, positiveInteger, readInput } from '../../tool-output/tool-input.ts';
import { finished, type WorkspaceTool } from '../workspace-tool.ts';
import type { Commands } from './ports.ts';
import { stateText } from './state-text.ts';
import { unknownCommandText } from './unknown-command.ts';

const FIELDS: Fields<{ readonly id: string; readonly offset?: number }> = {
  id: { ...nonEmptyText, isRequired: true },
  offset: positiveInteger(),
};

export function commandOutput(commands: Commands): WorkspaceTool {
  return {
    name: 'command_output',
    description: description.trim(),
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'The id of the command.' },
        offset: { type: 'integer', minimum: 1, description: 'First line, from 1. Left out: the first new one.' },
      },
      required: ['id'],
      additionalProperties: false,
    },
    effect: 'reads',
    resource: () => undefined,
    prepare: async (input) => {
      const read = readInput(input, FIELDS);
      if (!read.ok) return finished(failed(read.error));
      const { id = '', offset } = read.value;
      return {
        type: 'prepared',
        requests: [],
        act: async (_, signal) => {
          const reading = await commands.read(id, offset, signal);
          if (!reading) return finished(failed(unknownCommandText(id, commands)));
          const { text, state, firstLine, lost } = reading;
          const notes = [
            ...(lost === undefined ? [] : [`[What it said later could not be stored: ${lost}]`]),
            ...(offset !== undefined && offset < firstLine
              ? [`[The lines before ${firstLine} are in the result of the call that started it.]`]
              : []),
            stateText(id, state),
          ];
          const end = () => ({ content: [{ type: 'text', text: notes.join('\n') }] }) as const;
          return finished({ content: [], stream: { chunks: text, end } });
        },
      };
    },
  };
}
