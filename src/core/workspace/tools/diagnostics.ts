/** The tool by which a model sees the errors and warnings that the editor shows. */

import { oneLine } from '../../lang/clip.ts';
import description from '../../prompts/diagnostics.md';
import { type Fields, nonEmptyText, readInput } from '../../tool-output/tool-input.ts';
import { namedPath } from '../named-path.ts';
import type { Diagnostics, FileDiagnostic, Files } from '../ports.ts';
import type { WorkspaceTool } from '../workspace-tool.ts';
import { badInput, reading, SEARCHES, textOutcome } from './answers.ts';
import { searchedFolders } from './searched-folders.ts';

const FIELDS: Fields<{ readonly path?: string }> = { path: nonEmptyText };

const MOST_SHOWN = 200;
const MESSAGE_LENGTH = 500;

export interface DiagnosticsPorts {
  readonly files: Pick<Files, 'folders' | 'check'>;
  readonly diagnostics: Diagnostics;
}

export function diagnosticsTool({ files, diagnostics }: DiagnosticsPorts): WorkspaceTool {
  return {
    name: 'diagnostics',
    description: description.trim(),
    inputSchema: {
      type: 'object',
      properties: { path: { type: 'string', description: 'A file or folder. Left out: the workspace.' } },
      additionalProperties: false,
    },
    effect: 'reads',
    resource: () => SEARCHES,
    prepare: async (input) => {
      const read = readInput(input, FIELDS);
      if (!read.ok) return badInput(read.error);
      const [first, ...others] = await searchedFolders(files, read.value.path);
      if (!first) return badInput('No folder is open.');
      return reading([first, ...others], async () => {
        const found = await Promise.all([first, ...others].map((path) => diagnostics.list(path)));
        return textOutcome(diagnosticsText(found.flat()));
      });
    },
  };
}

const RANKS: Readonly<Record<FileDiagnostic['severity'], number>> = { error: 0, warning: 1, information: 2, hint: 3 };

/** The gravest first, so that those are left out that matter least. */
function diagnosticsText(found: readonly FileDiagnostic[]): string {
  if (found.length === 0)
    return 'The editor shows no errors or warnings there. It knows those of files that an extension has checked.';
  const sorted = found.toSorted(
    (a, b) => RANKS[a.severity] - RANKS[b.severity] || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line),
  );
  const lines = sorted.slice(0, MOST_SHOWN).map(({ path, line, column, severity, message, source }) => {
    const by = source === undefined ? '' : ` [${source}]`;
    return `${namedPath(path)}:${line}:${column} ${severity}: ${oneLine(message, MESSAGE_LENGTH)}${by}`;
  });
  const more = found.length - lines.length;
  return [...lines, ...(more > 0 ? [`[${more} more are left out]`] : [])].join('\n');
}
