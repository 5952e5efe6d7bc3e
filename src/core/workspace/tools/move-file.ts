/** The tool by which a model moves or renames a file. */

import description from '../../prompts/move-file.md';
import { type Fields, nonEmptyText, readInput } from '../../tool-output/tool-input.ts';
import type { ProposedChange } from '../authority.ts';
import { namedPath } from '../named-path.ts';
import type { Files } from '../ports.ts';
import { problemText } from '../problem-text.ts';
import type { SeenFiles } from '../seen-files.ts';
import { finished, type WorkspaceTool } from '../workspace-tool.ts';
import { badInput, CHANGES, refusal, textOutcome, unchanged } from './answers.ts';

interface MoveInput {
  readonly from: string;
  readonly to: string;
}

const FIELDS: Fields<MoveInput> = {
  from: { ...nonEmptyText, isRequired: true },
  to: { ...nonEmptyText, isRequired: true },
};

export interface MovePorts {
  readonly files: Pick<Files, 'check' | 'read' | 'move'>;
  readonly seen: SeenFiles;
}

export function moveFileTool({ files, seen }: MovePorts): WorkspaceTool {
  return {
    name: 'move_file',
    description: description.trim(),
    inputSchema: {
      type: 'object',
      properties: {
        from: { type: 'string', description: 'The file, from the workspace folder, with `/`.' },
        to: { type: 'string', description: 'Its new path, with its name; missing folders are made.' },
      },
      required: ['from', 'to'],
      additionalProperties: false,
    },
    effect: 'changes',
    resource: () => CHANGES,
    prepare: async (input, { call }) => {
      const read = readInput<MoveInput>(input, FIELDS);
      if (!read.ok) return badInput(read.error);
      const from = await files.check(read.value.from ?? '');
      const to = await files.check(read.value.to ?? '');
      const [source, target] = await Promise.all([files.read(from), files.read(to)]);
      if (!source.ok) return refusal(from, `Nothing was moved. ${problemText(from.given, source.error)}`);
      if (target.ok || target.error.type !== 'missing') {
        const problem = target.ok ? ({ type: 'exists' } as const) : target.error;
        // The state of a target that may not be read is only told to who may write there.
        if (to.real !== undefined) return refusal(to, `Nothing was moved. ${problemText(to.given, problem)}`);
      }
      const { version } = source.value;
      const text = source.value.type === 'text' ? source.value.text : undefined;
      const isUnsaved = source.value.type === 'text' && source.value.isDirty;
      if (isUnsaved) return refusal(from, `Nothing was moved. ${problemText(from.given, { type: 'unsaved' })}`);
      const changes: readonly ProposedChange[] = [
        { path: from, before: text, after: undefined },
        { path: to, before: undefined, after: text },
      ];
      return {
        type: 'prepared',
        requests: [
          { type: 'write', kind: 'move', path: from },
          { type: 'write', kind: 'move', path: to },
        ],
        proposal: { type: 'change', changes },
        act: async () => {
          const moved = await files.move(from, to, version, call);
          if (!moved.ok)
            return moved.error.type === 'outdated' || moved.error.type === 'exists'
              ? { type: 'outdated' }
              : finished(unchanged(from, moved.error));
          seen.moved(from.real ?? '', to.real ?? '');
          return finished(textOutcome(`Moved ${namedPath(from.given)} to ${namedPath(to.given)}.`));
        },
      };
    },
  };
}
