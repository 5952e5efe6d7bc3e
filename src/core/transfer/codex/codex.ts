/** Imports Codex's rollout files (JSONL); the response items are the thread. */
import { isRecord } from '../../lang/json-fields.ts';
import type { SurveyedFormat } from '../reader/import-format.ts';
import { Rollbacks } from './rollbacks.ts';

const RECORDS: readonly unknown[] = ['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted'];

export const codex: SurveyedFormat<'codex'> = {
  id: 'codex',
  label: 'Codex rollout (JSONL)',
  shape: 'surveyed',
  matches: (line) => isRecord(line) && RECORDS.includes(line.type) && isRecord(line.payload),
  survey: () => new Rollbacks(),
};
