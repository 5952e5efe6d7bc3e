/** Lists which types of entries change messages that were sent already, so that earlier usage reports and caches no longer hold. */
import type { Entry } from './entry.ts';

/** Whether an entry of this type changes the existing context. A switch of model does not. */
export const CHANGES_CONTEXT: Readonly<Record<Entry['type'], boolean>> = {
  compaction: true,
  undo: true,
  redo: true,
  summary_edit: true,
  restore: true,
  message: false,
  compaction_attempt: false,
  pin: false,
  queued: false,
  unqueued: false,
  model: false,
  note: false,
  permission: false,
  file: false,
  file_restore: false,
  command_files: false,
  sub_agent: false,
  // Written where nothing was sent yet or right after such an entry, and else beside a message.
  instructions: false,
  tools: false,
  title: false,
};
