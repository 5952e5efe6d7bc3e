/** Finds the folder that another agent worked in, in the records of its file. */
import type { Json } from '../lang/json.ts';
import { field, filledText } from '../lang/json-fields.ts';

/** Records: of Claude Code, Qwen Code and pi `cwd`; of Codex `payload.cwd`; of Copilot CLI `data.context.cwd`; of Continue `workspaceDirectory`. */
const FIELD_PATHS = [['cwd'], ['payload', 'cwd'], ['data', 'context', 'cwd'], ['workspaceDirectory']] as const;

export function recordedFolder(record: Json): string | undefined {
  for (const fields of FIELD_PATHS) {
    const found = filledText(fields.reduce<Json | undefined>(field, record));
    if (found !== undefined) return found;
  }
  return undefined;
}
