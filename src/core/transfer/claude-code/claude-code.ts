/** Imports Claude Code's session files: JSONL, one record a line, each naming the one before it. */
import { isList, isRecord } from '../../lang/json-fields.ts';
import type { SurveyedFormat } from '../reader/import-format.ts';
import { Branches } from './branches.ts';
import { BOOKKEEPING, TITLE_RANKS } from './claude-code-reader.ts';

const RECORDS: ReadonlySet<unknown> = new Set([
  ...BOOKKEEPING,
  ...TITLE_RANKS.keys(),
  'attachment',
  'progress',
  'queue-operation',
]);
export const claudeCode: SurveyedFormat<'claude-code'> = {
  id: 'claude-code',
  label: 'Claude Code (JSONL)',
  shape: 'surveyed',
  matches: (line) => {
    if (!isRecord(line)) return false;
    const marked = [line.uuid, line.sessionId, line.leafUuid, line.messageId].some((id) => typeof id === 'string');
    const speaks = line.type === 'user' || line.type === 'assistant';
    // Qwen Code writes the same envelope around Gemini's parts.
    if (!marked || line.systemPayload !== undefined) return false;
    return speaks ? isRecord(line.message) && !isList(line.message.parts) : RECORDS.has(line.type);
  },
  survey: () => new Branches(),
};
