/** The tool by which a model replaces exact texts in a file. */

import { readList } from '../../lang/read-value.ts';
import { err, ok, type Result } from '../../lang/result.ts';
import description from '../../prompts/edit-file.md';
import { type Fields, flag, nonEmptyText, readInput } from '../../tool-output/tool-input.ts';
import { planEdits } from '../edits/plan-edit.ts';
import type { TextEdit } from '../edits/replace.ts';
import { namedPath } from '../named-path.ts';
import type { Files } from '../ports.ts';
import { problemText } from '../problem-text.ts';
import type { SeenFiles } from '../seen-files.ts';
import type { WorkspaceTool } from '../workspace-tool.ts';
import { badInput, fileResource, refusal } from './answers.ts';
import { writeApproved } from './change-result.ts';

const MOST_EDITS = 200;

const FIELDS: Fields<{ readonly path: string; readonly edits: readonly unknown[] }> = {
  path: { ...nonEmptyText, isRequired: true },
  edits: {
    read: (value) => (Array.isArray(value) && value.length > 0 && value.length <= MOST_EDITS ? value : undefined),
    expected: `a list of 1 to ${MOST_EDITS} objects with old and new`,
    isRequired: true,
  },
};

const EDIT_FIELDS: Fields<TextEdit> = {
  old: { ...nonEmptyText, isRequired: true },
  new: { read: (value) => (typeof value === 'string' ? value : undefined), expected: 'a text', isRequired: true },
  all: flag,
};

const INPUT_SCHEMA = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'From the workspace folder, with `/`.' },
    edits: {
      type: 'array',
      minItems: 1,
      maxItems: MOST_EDITS,
      items: {
        type: 'object',
        properties: {
          old: { type: 'string', description: 'The exact text, which occurs once.' },
          new: { type: 'string', description: 'What stands in its place.' },
          all: { type: 'boolean', description: 'Replaces every place where old occurs. Left out: false.' },
        },
        required: ['old', 'new'],
        additionalProperties: false,
      },
    },
  },
  required: ['path', 'edits'],
  additionalProperties: false,
};

export interface EditPorts {
  readonly files: Pick<Files, 'check' | 'read' | 'write'>;
  readonly seen: SeenFiles;
}

export function editFileTool({ files, seen }: EditPorts): WorkspaceTool {
  return {
    name: 'edit_file',
    description: description.trim(),
    inputSchema: INPUT_SCHEMA,
    effect: 'changes',
    resource: fileResource,
    prepare: async (input, { thread, call }) => {
      const read = readInput(input, FIELDS);
      if (!read.ok) return badInput(read.error);
      const edits = readEdits(read.value.edits);
      if (!edits.ok) return badInput(edits.error);
      const path = await files.check(read.value.path ?? '');
      const content = await files.read(path);
      if (!content.ok) {
        const hint = content.error.type === 'missing' ? ' write_file makes a new one.' : '';
        return refusal(path, `Nothing was changed. ${problemText(path.given, content.error)}${hint}`);
      }
      const file = content.value;
      if (file.type !== 'text')
        return refusal(path, `Nothing was changed: ${problemText(path.given, { type: 'not-text' })}`);
      if (file.obstacle) return refusal(path, `Nothing was changed. ${problemText(path.given, file.obstacle)}`);
      const { version, text } = file;
      const before = seen.get(path.real ?? '', thread);
      const other = before && before.version !== version ? before.text : undefined;
      const plan = planEdits({ path: namedPath(path.given), text, seen: other }, edits.value);
      if (!plan.ok) return refusal(path, plan.error);
      return {
        type: 'prepared',
        requests: [{ type: 'write', kind: 'edit', path, ...(file.isDirty && { isUnsaved: true }) }],
        proposal: { type: 'change', changes: [{ path, before: text, after: plan.value.text }] },
        act: (approval) => {
          const change = { path, before: { version, text }, plan: plan.value, call, notes: [] };
          return writeApproved(files, change, approval, (written) =>
            seen.changed(path.real ?? '', { ...written, from: version, believed: plan.value.believed }, thread),
          );
        },
      };
    },
  };
}

function readEdits(given: unknown): Result<readonly TextEdit[], string> {
  const edits: TextEdit[] = [];
  for (const [at, one] of readList(given).entries()) {
    const edit = readInput(one, EDIT_FIELDS);
    if (!edit.ok) return err(`edits[${at}]: ${edit.error}`);
    const { old = '', new: replacement = '', all = false } = edit.value;
    edits.push({ old, new: replacement, all });
  }
  return ok(edits);
}
