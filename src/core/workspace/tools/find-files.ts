/** The tool by which a model finds files by a pattern of their paths. */

import description from '../../prompts/find-files.md';
import { type Fields, nonEmptyText, readInput } from '../../tool-output/tool-input.ts';
import { namedPath } from '../named-path.ts';
import type { Files } from '../ports.ts';
import type { WorkspaceTool } from '../workspace-tool.ts';
import { badInput, problemOutcome, reading, SEARCHES, textOutcome } from './answers.ts';
import { searchedFolders } from './searched-folders.ts';

const FIELDS: Fields<{ readonly pattern: string }> = { pattern: { ...nonEmptyText, isRequired: true } };

const MOST_FILES = 500;

export function findFilesTool(files: Pick<Files, 'folders' | 'check' | 'find'>): WorkspaceTool {
  return {
    name: 'find_files',
    description: description.trim(),
    inputSchema: {
      type: 'object',
      properties: {
        pattern: { type: 'string', description: 'A glob: `*.ts` in any folder, `src/**/*.{ts,tsx}` below src.' },
      },
      required: ['pattern'],
      additionalProperties: false,
    },
    effect: 'reads',
    resource: () => SEARCHES,
    prepare: async (input, { signal }) => {
      const read = readInput(input, FIELDS);
      if (!read.ok) return badInput(read.error);
      const { pattern = '' } = read.value;
      const [first, ...others] = await searchedFolders(files, undefined);
      if (!first) return badInput('No folder is open.');
      return reading([first, ...others], async () => {
        const paths: string[] = [];
        let isCut = false;
        for (const folder of [first, ...others]) {
          const found = await files.find(folder, pattern, MOST_FILES - paths.length + 1, signal);
          if (!found.ok) return problemOutcome(folder, found.error);
          paths.push(...found.value.paths);
          isCut ||= found.value.isCut;
          if (paths.length > MOST_FILES) break;
        }
        if (paths.length === 0) return textOutcome(`No file matches ${pattern}; ignored files are not looked at.`);
        const shown = paths.slice(0, MOST_FILES).map(namedPath);
        const isMore = isCut || paths.length > shown.length;
        return textOutcome(
          [...shown, isMore ? `[the first ${shown.length}; there are more]` : `[${shown.length} files]`].join('\n'),
        );
      });
    },
  };
}
