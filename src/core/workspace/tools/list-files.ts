/** The tool by which a model lists what is in one folder. */

import description from '../../prompts/list-files.md';
import { type Fields, nonEmptyText, readInput } from '../../tool-output/tool-input.ts';
import { namedPath } from '../named-path.ts';
import type { Files, ListedEntry, Listing } from '../ports.ts';
import type { WorkspaceTool } from '../workspace-tool.ts';
import { badInput, problemOutcome, reading, SEARCHES, textOutcome } from './answers.ts';

const FIELDS: Fields<{ readonly path?: string }> = { path: nonEmptyText };

const MOST_ENTRIES = 2000;
const MOST_IGNORED = 20;

export function listFilesTool(files: Pick<Files, 'folders' | 'check' | 'list'>): WorkspaceTool {
  return {
    name: 'list_files',
    description: description.trim(),
    inputSchema: {
      type: 'object',
      properties: { path: { type: 'string', description: 'A folder. Left out: the workspace folder.' } },
      additionalProperties: false,
    },
    effect: 'reads',
    resource: () => SEARCHES,
    prepare: async (input) => {
      const read = readInput(input, FIELDS);
      if (!read.ok) return badInput(read.error);
      const folders = files.folders();
      const given = read.value.path ?? '.';
      const isRoot = given === '.' || given === './';
      if (isRoot && folders.length > 1) {
        const first = await files.check(folders[0] ?? '');
        return reading([first], async () => textOutcome(folders.map((name) => `${namedPath(name)}/`).join('\n')));
      }
      const path = await files.check(given);
      return reading([path], async () => {
        const listing = await files.list(path);
        return listing.ok ? textOutcome(listingText(given, listing.value)) : problemOutcome(path, listing.error);
      });
    },
  };
}

const MARKS: Readonly<Record<ListedEntry['type'], string>> = {
  folder: '/',
  file: '',
  link: ' (link)',
  other: ' (no file)',
};

function listingText(given: string, { entries, ignored }: Listing): string {
  const shown = entries.slice(0, MOST_ENTRIES).map(({ name, type }) => namedPath(name) + MARKS[type]);
  const notes = [
    entries.length === 0 ? `${namedPath(given)} holds nothing` : '',
    entries.length > shown.length ? `${entries.length - shown.length} more, left out` : '',
    ignored.length > 0 ? `ignored: ${ignoredText(ignored)}` : '',
  ].filter((note) => note !== '');
  return [...shown, ...(notes.length > 0 ? [`[${notes.join('; ')}]`] : [])].join('\n');
}

function ignoredText(names: readonly string[]): string {
  const named = names.slice(0, MOST_IGNORED).map(namedPath);
  return named.join(', ') + (names.length > named.length ? ` and ${names.length - named.length} more` : '');
}
