/** The schemas of the log entries about changed and restored files. */
import * as v from 'valibot';
import { index } from './block-schemas.ts';
import { FILE_RESTORE_STATES, UNCOPIED } from './entry.ts';
import { entryFields, place } from './entry-fields.ts';
import type { FieldSchemas } from './field-schemas.ts';

const fileVersion = v.object({
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  mode: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(0o777))),
  uncopied: v.exactOptional(v.picklist(UNCOPIED)),
});

/** The schemas by the entry's type. Their optional fields are strict: only Spool writes them, and files are restored from them. */
export function fileSchemas({ object }: FieldSchemas) {
  return {
    file: object({
      ...entryFields,
      type: v.literal('file'),
      path: v.string(),
      folder: v.exactOptional(v.string()),
      call: v.exactOptional(v.string()),
      before: v.nullable(fileVersion),
      after: v.exactOptional(v.nullable(fileVersion)),
      seal: v.string(),
    }),
    file_restore: object({
      ...entryFields,
      type: v.literal('file_restore'),
      to: place,
      state: v.picklist(FILE_RESTORE_STATES),
      thread: v.exactOptional(v.literal(true)),
    }),
    command_files: object({
      ...entryFields,
      type: v.literal('command_files'),
      paths: v.array(v.string()),
      more: index,
    }),
  };
}
