/** The tools of a workspace in a fixed order, as far as its parts are there; a few short ones for a small window. */
import type { ToolDefinition } from '../agent/ports.ts';
import type { Json } from '../lang/json.ts';
import { isList, isRecord } from '../lang/json-fields.ts';
import type { PageLimits } from '../tool-output/page.ts';
import type { Diagnostics, Files, Symbols, TextSearch } from './ports.ts';
import type { SeenFiles } from './seen-files.ts';
import { deleteFileTool } from './tools/delete-file.ts';
import { diagnosticsTool } from './tools/diagnostics.ts';
import { editFileTool } from './tools/edit-file.ts';
import { findFilesTool } from './tools/find-files.ts';
import { listFilesTool } from './tools/list-files.ts';
import { moveFileTool } from './tools/move-file.ts';
import { outlineTool } from './tools/outline.ts';
import { readFileTool } from './tools/read-file.ts';
import { searchTextTool } from './tools/search-text.ts';
import { writeFileTool } from './tools/write-file.ts';
import type { WorkspaceTool } from './workspace-tool.ts';

export interface WorkspaceParts {
  readonly files: Files;
  readonly search?: TextSearch;
  readonly symbols?: Symbols;
  readonly diagnostics?: Diagnostics;
  /** One for each thread, for as long as the thread is open. */
  readonly seen: SeenFiles;
  readonly limits: PageLimits;
}

/** A tool whose part is missing is left out. The order is fixed, since a provider's cache begins with the tools. */
export function workspaceTools({
  files,
  search,
  symbols,
  diagnostics,
  seen,
  limits,
}: WorkspaceParts): readonly WorkspaceTool[] {
  const ports = { files, seen };
  return [
    readFileTool({ ...ports, limits }),
    listFilesTool(files),
    findFilesTool(files),
    ...(search ? [searchTextTool({ files, search })] : []),
    ...(symbols ? [outlineTool({ files, symbols })] : []),
    editFileTool(ports),
    writeFileTool(ports),
    moveFileTool(ports),
    deleteFileTool(ports),
    ...(diagnostics ? [diagnosticsTool({ files, diagnostics })] : []),
  ];
}

/** The tools that change nothing and run nothing: those of a sub-agent. */
export const READING_TOOLS: ReadonlySet<string> = new Set([
  'read_file',
  'list_files',
  'find_files',
  'search_text',
  'outline',
  'diagnostics',
]);

/** Windows with fewer tokens get the short set. */
export const SMALL_WINDOW = 16_000;

const IN_SHORT_SET: ReadonlySet<string> = new Set([
  'read_file',
  'search_text',
  'edit_file',
  'write_file',
  'run_command',
  // The result of run_command names them: a command may go on in the background by itself.
  'command_output',
  'stop_command',
]);

/**
 * The tools that a window (in tokens) can afford. A small one gets a few, with the first paragraph of their descriptions and
 * schemas without prose.
 */
export function toolsForWindow<T extends ToolDefinition>(tools: readonly T[], window: number): readonly T[] {
  return window >= SMALL_WINDOW ? tools : tools.filter(({ name }) => IN_SHORT_SET.has(name)).map(shortened);
}

function shortened<T extends ToolDefinition>(tool: T): T {
  const [description = ''] = tool.description.split('\n\n');
  return { ...tool, description, inputSchema: withoutProse(tool.inputSchema) };
}

function withoutProse(schema: Json): Json {
  if (isList(schema)) return schema.map(withoutProse);
  if (!isRecord(schema)) return schema;
  const kept = Object.entries(schema).filter(([key, value]) => key !== 'description' || typeof value !== 'string');
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutProse(value)]));
}
