/** The tool by which a model sees the classes, functions and the like of a file, with their lines. */

import description from '../../prompts/outline.md';
import { type Fields, nonEmptyText, readInput } from '../../tool-output/tool-input.ts';
import { namedPath } from '../named-path.ts';
import type { Files, OutlineSymbol, Symbols } from '../ports.ts';
import type { WorkspaceTool } from '../workspace-tool.ts';
import { badInput, fileResource, problemOutcome, reading, textOutcome } from './answers.ts';

const FIELDS: Fields<{ readonly path: string }> = { path: { ...nonEmptyText, isRequired: true } };

const MOST_SYMBOLS = 1000;
/** A server may nest symbols as deep as it likes. */
const DEEPEST = 8;
const NAME_LENGTH = 200;

export interface OutlinePorts {
  readonly files: Pick<Files, 'check'>;
  readonly symbols: Symbols;
}

export function outlineTool({ files, symbols }: OutlinePorts): WorkspaceTool {
  return {
    name: 'outline',
    description: description.trim(),
    inputSchema: {
      type: 'object',
      properties: { path: { type: 'string', description: 'The file, from the workspace folder, with `/`.' } },
      required: ['path'],
      additionalProperties: false,
    },
    effect: 'reads',
    resource: fileResource,
    prepare: async (input) => {
      const read = readInput(input, FIELDS);
      if (!read.ok) return badInput(read.error);
      const path = await files.check(read.value.path ?? '');
      return reading([path], async () => {
        const outline = await symbols.outline(path);
        if (!outline.ok) return problemOutcome(path, outline.error);
        if (!outline.value || outline.value.length === 0)
          return textOutcome(
            `The editor knows no outline of ${namedPath(path.given)}: read it, or search it with search_text.`,
          );
        const lines: string[] = [];
        addLines(outline.value, 0, lines);
        const isCut = lines.length > MOST_SYMBOLS;
        return textOutcome(
          [...lines.slice(0, MOST_SYMBOLS), ...(isCut ? ['[more symbols are left out]'] : [])].join('\n'),
        );
      });
    },
  };
}

function addLines(symbols: readonly OutlineSymbol[], depth: number, lines: string[]): void {
  for (const { name, kind, from, to, children } of symbols) {
    if (lines.length > MOST_SYMBOLS) return;
    const where = from === to ? `${from}` : `${from}-${to}`;
    lines.push(`${'  '.repeat(depth)}${kind} ${name.replace(/\s+/g, ' ').slice(0, NAME_LENGTH)} ${where}`);
    if (depth < DEEPEST) addLines(children, depth + 1, lines);
  }
}
