/** The tool by which a model makes a file, or rewrites one that it has read. */

import { ok, type Result } from '../../lang/result.ts';
import type { CheckedPath } from '../../permission/request.ts';
import description from '../../prompts/write-file.md';
import { type Fields, nonEmptyText, readInput } from '../../tool-output/tool-input.ts';
import { type PlannedText, planRewrite } from '../edits/plan-edit.ts';
import { linesWithEnds } from '../edits/text-lines.ts';
import { namedPath } from '../named-path.ts';
import type { Files, TextContent } from '../ports.ts';
import { problemText } from '../problem-text.ts';
import { firstUnseenLine, type SeenFile, type SeenFiles } from '../seen-files.ts';
import type { WorkspaceTool } from '../workspace-tool.ts';
import { badInput, fileResource, refusal } from './answers.ts';
import { writeApproved } from './change-result.ts';

interface WriteInput {
  readonly path: string;
  readonly content: string;
}

const FIELDS: Fields<WriteInput> = {
  path: { ...nonEmptyText, isRequired: true },
  content: { read: (value) => (typeof value === 'string' ? value : undefined), expected: 'a text', isRequired: true },
};

export interface WritePorts {
  readonly files: Pick<Files, 'check' | 'read' | 'write'>;
  readonly seen: SeenFiles;
}

export function writeFileTool({ files, seen }: WritePorts): WorkspaceTool {
  return {
    name: 'write_file',
    description: description.trim(),
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'From the workspace folder, with `/`. Missing folders are made.' },
        content: { type: 'string', description: 'All of the text.' },
      },
      required: ['path', 'content'],
      additionalProperties: false,
    },
    effect: 'changes',
    resource: fileResource,
    prepare: async (input, { thread, call }) => {
      const read = readInput<WriteInput>(input, FIELDS);
      if (!read.ok) return badInput(read.error);
      const { path: given = '', content = '' } = read.value;
      const path = await files.check(given);
      const found = await files.read(path);
      if (!found.ok && found.error.type !== 'missing')
        return refusal(path, `Nothing was changed. ${problemText(path.given, found.error)}`);
      const before = found.ok ? found.value : undefined;
      if (before && before.type !== 'text')
        return refusal(path, `Nothing was changed. ${problemText(path.given, { type: 'not-text' })}`);
      const known = seen.get(path.real ?? '', thread);
      const obstacle = before && obstacleTo(path, before, known);
      if (obstacle !== undefined) return refusal(path, obstacle);
      const other = before && known && known.version !== before.version ? known.text : undefined;
      const plan: Result<PlannedText, string> = before
        ? planRewrite({ path: namedPath(path.given), text: before.text, seen: other }, content)
        : ok({ text: content });
      if (!plan.ok) return refusal(path, plan.error);
      const notes = before ? shrinkNotes(before.text, plan.value.text) : [];
      const from = before?.version;
      return {
        type: 'prepared',
        requests: [
          { type: 'write', kind: before ? 'edit' : 'create', path, ...(before?.isDirty && { isUnsaved: true }) },
        ],
        proposal: { type: 'change', changes: [{ path, before: before?.text, after: plan.value.text }] },
        act: (approval) =>
          writeApproved(files, { path, before, plan: plan.value, call, notes }, approval, (written) =>
            seen.changed(path.real ?? '', { ...written, from, believed: plan.value.believed, isRewrite: true }, thread),
          ),
      };
    },
  };
}

/** A rewrite of what the model has not seen would lose it. */
function obstacleTo({ given }: CheckedPath, before: TextContent, known: SeenFile | undefined): string | undefined {
  if (before.obstacle) return `Nothing was changed. ${problemText(given, before.obstacle)}`;
  if (before.text === '') return undefined;
  if (!known)
    return `Nothing was changed: ${namedPath(given)} exists and you have not read it. Read it first, or change parts of it with edit_file.`;
  const line = firstUnseenLine(known, linesWithEnds(known.text).length);
  if (line === undefined) return undefined;
  return `Nothing was changed: you have not read ${namedPath(given)} whole (line ${line} on was not shown, or only in part). Read the rest first, or change parts of it with edit_file.`;
}

function shrinkNotes(before: string, after: string): readonly string[] {
  if (after.length * 2 >= before.length) return [];
  return [
    `It is less than half as long as before (${before.length} → ${after.length} characters): if that was not meant, write it again whole.`,
  ];
}
