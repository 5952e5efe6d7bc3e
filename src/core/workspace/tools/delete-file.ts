/** The tool by which a model deletes a file, into the trash where the system has one. */

import description from '../../prompts/delete-file.md';
import { type Fields, nonEmptyText, readInput } from '../../tool-output/tool-input.ts';
import { namedPath } from '../named-path.ts';
import type { Files } from '../ports.ts';
import { problemText } from '../problem-text.ts';
import type { SeenFiles } from '../seen-files.ts';
import { finished, type WorkspaceTool } from '../workspace-tool.ts';
import { badInput, fileResource, refusal, textOutcome, unchanged } from './answers.ts';

const FIELDS: Fields<{ readonly path: string }> = { path: { ...nonEmptyText, isRequired: true } };

export interface DeletePorts {
  readonly files: Pick<Files, 'check' | 'read' | 'remove'>;
  readonly seen: SeenFiles;
}

export function deleteFileTool({ files, seen }: DeletePorts): WorkspaceTool {
  return {
    name: 'delete_file',
    description: description.trim(),
    inputSchema: {
      type: 'object',
      properties: { path: { type: 'string', description: 'The file, from the workspace folder, with `/`.' } },
      required: ['path'],
      additionalProperties: false,
    },
    effect: 'changes',
    resource: fileResource,
    prepare: async (input, { call }) => {
      const read = readInput(input, FIELDS);
      if (!read.ok) return badInput(read.error);
      const path = await files.check(read.value.path ?? '');
      const found = await files.read(path);
      if (!found.ok) return refusal(path, `Nothing was deleted. ${problemText(path.given, found.error)}`);
      const file = found.value;
      if (file.type === 'text' && file.isDirty)
        return refusal(path, `Nothing was deleted. ${problemText(path.given, { type: 'unsaved' })}`);
      const before = file.type === 'text' ? file.text : undefined;
      return {
        type: 'prepared',
        requests: [{ type: 'write', kind: 'delete', path }],
        proposal: { type: 'change', changes: [{ path, before, after: undefined }] },
        act: async () => {
          const removed = await files.remove(path, file.version, call);
          if (!removed.ok)
            return removed.error.type === 'outdated' ? { type: 'outdated' } : finished(unchanged(path, removed.error));
          seen.forget(path.real ?? '');
          const where = removed.value === 'trash' ? ' It is in the trash.' : '';
          return finished(textOutcome(`Deleted ${namedPath(path.given)}.${where}`));
        },
      };
    },
  };
}
