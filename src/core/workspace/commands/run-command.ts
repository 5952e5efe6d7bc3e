/** The tool that runs a command in the workspace. */

import { utf8Length } from '../../lang/utf8.ts';
import type { CheckedPath } from '../../permission/request.ts';
import description from '../../prompts/run-command.md';
import { failed } from '../../tool-output/tool.ts';
import { type Fields, flag, nonEmptyText, positiveInteger, readInput } from '../../tool-output/tool-input.ts';
import { textOutcome } from '../tools/answers.ts';
import { finished, type WorkspaceTool } from '../workspace-tool.ts';
import type { Commands } from './ports.ts';
import { startedText, startProblemText } from './state-text.ts';

interface RunInput {
  readonly command: string;
  readonly cwd?: string;
  readonly background?: boolean;
  readonly timeout_s?: number;
}

/** Linux takes 131,071 bytes as one argument of a program (MAX_ARG_STRLEN). */
const MOST_BYTES = 100_000;
const MOST_SECONDS = 86_400;

const FIELDS: Fields<RunInput> = {
  command: {
    read: (value) => (typeof value === 'string' && isCommand(value) ? value : undefined),
    expected: `a text that is not empty, of at most ${MOST_BYTES} bytes, without NUL`,
    isRequired: true,
  },
  cwd: nonEmptyText,
  background: flag,
  timeout_s: positiveInteger(MOST_SECONDS),
};

/** `checkFolder` looks at a folder as the model gave it; undefined is the workspace folder. */
export function runCommand(
  commands: Commands,
  checkFolder: (given: string | undefined) => Promise<CheckedPath>,
): WorkspaceTool {
  return {
    name: 'run_command',
    description: description.trim(),
    inputSchema: {
      type: 'object',
      properties: {
        command: { type: 'string', description: 'The command, as typed into the shell.' },
        cwd: { type: 'string', description: 'Folder to run it in. Left out: the workspace folder.' },
        background: { type: 'boolean', description: 'Whether it runs on beside you. Left out: false.' },
        timeout_s: {
          type: 'integer',
          minimum: 1,
          maximum: MOST_SECONDS,
          description: 'Seconds after which it is ended. Left out: never.',
        },
      },
      required: ['command'],
      additionalProperties: false,
    },
    effect: 'changes',
    resource: () => ({ type: 'workspace', mayChange: true }),
    prepare: async (input, { call }) => {
      const read = readInput(input, FIELDS);
      if (!read.ok) return finished(failed(read.error));
      const { command = '', cwd: given, background = false, timeout_s } = read.value;
      const cwd = await checkFolder(given);
      const shown = { command, cwd, background };
      return {
        type: 'prepared',
        requests: [{ type: 'command', shell: commands.shell, ...shown }],
        proposal: { type: 'command', ...shown },
        act: async ({ env = {} }, signal, wasAsked) => {
          // The folder may be a link that leads elsewhere by now.
          if ((await checkFolder(given)).real !== cwd.real) return { type: 'outdated' };
          const order = { call, command, cwd, isBackground: background, timeoutSeconds: timeout_s, env, wasAsked };
          const started = await commands.start(order, signal);
          if (!started.ok) return finished(failed(startProblemText(started.error, cwd.given)));
          const { id, output, state } = started.value;
          const end = () => {
            const now = state();
            const isCutShort = now.type === 'ended' && (now.cause !== undefined || now.by.type === 'signal');
            const text = startedText(id, now);
            if (!isCutShort) return textOutcome(text);
            return failed(text, now.cause === 'person' ? { type: 'stopped' } : undefined);
          };
          return finished({ content: [], stream: { chunks: output, end } });
        },
      };
    },
  };
}

function isCommand(text: string): boolean {
  return text.trim() !== '' && !text.includes('\0') && text.isWellFormed() && utf8Length(text) <= MOST_BYTES;
}
